package fleettest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/retention"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

const hostDays = 400

// drivesDaily has d1 of demo drive half an hour over midnight into each of the last so many days, judged and packed.
func (f *fixture) drivesDaily(days int) (vehicleID string) {
	f.t.Helper()
	v := f.vehicle("HGV-1", "north")
	must(f.t, f.AddDevice(f.t.Context(), "demo", device.Device{ID: "d1", Model: "D700", KeySHA256: device.KeyDigest("d1")}))
	must(f.t, f.Assign(f.t.Context(), "demo", all, v.ID, "d1", f.ago(time.Duration(days+1)*24*time.Hour), false))
	for back := days; back > 0; back-- {
		day := f.now.AddDate(0, 0, -back).Truncate(24 * time.Hour)
		must(f.t, f.MakePartition(f.t.Context(), day))
		must(f.t, f.MakePartition(f.t.Context(), day.AddDate(0, 0, -1)))
		f.take(f.says("d1", (&way{atMs: day.Add(-10 * time.Minute).UnixMilli(), lat: 53}).drive(36, 180).list...))
	}
	f.pack()
	f.trips(v.ID, 0)
	return v.ID
}

// tripsOf are when the trips of the last so many days began.
func (f *fixture) tripsOf(vehicleID string, days int) (starts []string) {
	f.t.Helper()
	found, err := trip.NewStore(f.db, func() time.Time { return f.now }).Trips(f.t.Context(), "demo", all, vehicleID, f.ago(time.Duration(days)*24*time.Hour), f.now.UnixMilli())
	must(f.t, err)
	for _, one := range found.Trips {
		repaired := ""
		if one.RepairedMs > 0 {
			repaired = " repaired"
		}
		starts = append(starts, time.UnixMilli(one.StartMs).UTC().Format("02 15:04")+repaired)
	}
	return starts
}

func (f *fixture) policies(db store.Transactor) *retention.Policies {
	return retention.NewPolicies(db, hostDays, fleettest.Drops, func() time.Time { return f.now })
}

// TestRetention_ofOrganisation drops what an organisation does not keep, and nothing else.
func TestRetention_ofOrganisation(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	id := f.drivesDaily(20)
	f.rivalSaid(15)
	before := f.tripsOf(id, 21)
	equal(t, "trips before", len(before), 20)
	policies := f.policies(f.db)

	must(t, policies.Drop(t.Context(), "demo"))
	equal(t, "trips of who chose nothing", text(f.tripsOf(id, 21)), text(before))

	days := 10
	must(t, policies.Change(t.Context(), "demo", &days))
	must(t, policies.Drop(t.Context(), "demo"))
	oldest := f.now.AddDate(0, 0, -10).Truncate(24 * time.Hour).UnixMilli()
	for what, query := range map[string]string{
		"packed spans": `SELECT count(*) FROM vehicles.packed WHERE span_ms < ?`, "samples": `SELECT count(*) FROM vehicles.sample WHERE time_ms < ?`, "trips": `SELECT count(*) FROM vehicles.trip WHERE start_ms < ?`,
		"judged days": `SELECT count(*) FROM vehicles.judged_day WHERE day * 86400000 < ?`, "days": `SELECT count(*) FROM vehicles.vehicle_day WHERE extract(epoch FROM day) * 1000 < ?`,
	} {
		equal(t, what+" that are too old", text(f.lines("demo", query, oldest)), "[0]")
	}
	// The trip into the oldest day that is kept began on the day before, which is gone.
	equal(t, "trips after", text(f.tripsOf(id, 21)), text(before[len(before)-9:]))
	equal(t, "trips of the days that are kept", text(f.tripsOf(id, 10)), text(before[len(before)-9:]))
	equal(t, "samples of somebody else", text(f.lines("rival", `SELECT (SELECT count(*) FROM vehicles.sample) + (SELECT coalesce(sum(samples), 0) FROM vehicles.packed)`)), "[30]")
	equal(t, "room of a day that nobody kept", text(f.lines("demo", `SELECT pg_relation_size(('vehicles.packed_' || ?)::regclass)`, f.now.AddDate(0, 0, -18).Format("20060102"))), "[0]")

	// What comes late for a day that is gone goes, too; a longer time keeps it.
	late := f.says("d1", (&way{atMs: f.ago(15 * 24 * time.Hour), lat: 53}).drive(36, 30).list...)
	f.take(late)
	equal(t, "packed of what came late", f.pack(), 0)
	must(t, policies.Drop(t.Context(), "demo"))
	equal(t, "samples that came late", text(f.lines("demo", `SELECT count(*) FROM vehicles.sample WHERE time_ms < ?`, oldest)), "[0]")
	must(t, policies.Change(t.Context(), "demo", nil))
	must(t, policies.Drop(t.Context(), "demo"))
	f.take(late)
	equal(t, "packed of what came late and is kept", f.pack(), 30)
}

// TestRetention_dayByDay keeps the trips of days whose neighbour went as they were.
func TestRetention_dayByDay(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	id := f.drivesDaily(12)
	days := 9
	policies := f.policies(f.db)
	must(t, policies.Change(t.Context(), "demo", &days))
	for range 3 {
		want := text(f.tripsOf(id, 8))
		must(t, policies.Drop(t.Context(), "demo"))
		equal(t, "trips", text(f.tripsOf(id, 8)), want)
		f.now = f.now.AddDate(0, 0, 1)
	}
}

// TestRetention_killed ends the work at each of its transactions in turn, as kill -9 does; the next turn finishes it.
func TestRetention_killed(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	id := f.drivesDaily(14)
	want := f.tripsOf(id, 15)[8:]
	days := 7
	must(t, f.policies(f.db).Change(t.Context(), "demo", &days))
	killed := errors.New("killed")
	stopped := 0
	for after := 1; ; after++ {
		err := f.policies(&killedAt{Transactor: f.db, left: after, err: killed}).Drop(t.Context(), "demo")
		equal(t, "trips that are kept", text(f.tripsOf(id, 7)), text(want))
		if err == nil {
			break
		}
		if stopped++; !errors.Is(err, killed) || stopped > 100 {
			t.Fatal(err)
		}
	}
	if stopped < 5 {
		t.Errorf("it was stopped %d times only", stopped)
	}
	equal(t, "trips", text(f.tripsOf(id, 15)), text(want))
	equal(t, "packed spans that are too old", text(f.lines("demo", `SELECT count(*) FROM vehicles.packed WHERE span_ms < ?`, f.now.AddDate(0, 0, -7).Truncate(24*time.Hour).UnixMilli())), "[0]")
}

// rivalSaid has a device of another organisation speak so many days ago.
func (f *fixture) rivalSaid(daysAgo int) {
	f.t.Helper()
	must(f.t, f.AddDevice(f.t.Context(), "rival", device.Device{ID: "r1", Model: "D700", KeySHA256: device.KeyDigest("r1")}))
	m := events.Telemetry{DeviceID: "r1", OrgID: "rival", ReceivedAt: f.now.UnixMilli(), Samples: (&way{atMs: f.ago(time.Duration(daysAgo) * 24 * time.Hour), lat: 52}).drive(36, 30).list}
	_, err := f.Take(f.t.Context(), "rival", []events.Telemetry{m})
	must(f.t, err)
}

// killedAt breaks the transaction that is the left-th to change anything in an organisation, before it is committed.
type killedAt struct {
	store.Transactor
	left int
	err  error
}

func (k *killedAt) InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error {
	return k.Transactor.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := do(tx); err != nil {
			return err
		}
		if k.left--; k.left == 0 {
			return k.err
		}
		return nil
	})
}
