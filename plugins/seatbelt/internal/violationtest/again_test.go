package violationtest

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/seatbelt/internal/violation"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
)

// again is a vehicle with a device, of which a provider tells as well.
type again struct {
	t     *testing.T
	db    *store.DB
	host  *kept
	taker *violation.Taker
	judge *violation.Judge
	now   time.Time
	begin time.Time
}

func newAgain(t *testing.T) *again {
	t.Helper()
	a := &again{t: t, db: dbtest.Open(t, "plugins/seatbelt"), host: &kept{}, now: time.Now(), begin: time.Now().Add(-time.Hour).Truncate(time.Second)}
	fleet := replica.New(a.db, nil, "seatbelt")
	v := events.VehicleChanged{ID: "v1", Name: "Van", Type: "van", GroupID: "demo"}
	a.must(fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: v}))
	d := events.DeviceChanged{ID: "d1", VehicleID: "v1", Assignments: []events.Assignment{{VehicleID: "v1", FromMs: 1, Default: true}}}
	a.must(fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: d}))
	now := func() time.Time { return a.now }
	a.taker = violation.NewTaker(a.db, plugin.NewTenants(map[string]string{"demo": `{}`}), fleet, now)
	a.judge = violation.NewJudge(a.db, a.host, slog.New(slog.DiscardHandler), now)
	return a
}

func (a *again) must(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// drive is a minute at 50 km/h, the last ten seconds belted in any case.
func (a *again) drive(belted bool) (list []events.Sample) {
	for s := 0; s <= 60; s += 10 {
		speed, on, lat, lng := 50.0, belted || s == 60, 53.3, -2.4
		list = append(list, events.Sample{Time: a.begin.Add(time.Duration(s) * time.Second).UnixMilli(), SpeedKmh: &speed, Lat: &lat, Lng: &lng, GPSValid: true, CAN: &events.CAN{DriverBelt: &on}})
	}
	return list
}

// provider tells of a drive.
func (a *again) provider(list []events.Sample) {
	a.t.Helper()
	a.must(a.taker.TakeReadings(a.t.Context(), events.Event[events.ReadingsTaken]{OrgID: "demo", Data: events.ReadingsTaken{VehicleID: "v1", Samples: list}}))
}

// device tells of a drive; the vehicles plugin has it once stored is called.
func (a *again) device(list []events.Sample) (stored func()) {
	a.t.Helper()
	message := events.Telemetry{DeviceID: "d1", OrgID: "demo", ReceivedAt: a.now.UnixMilli(), Samples: list}
	a.must(a.taker.Take(a.t.Context(), []events.Event[events.Glance]{{OrgID: "demo", Data: events.GlanceAt(message)}}))
	return func() {
		for _, s := range list {
			a.host.samples = append(a.host.samples, violation.Reading{Sample: s, DeviceID: "d1"})
		}
	}
}

// found sweeps once, and says what is known then.
func (a *again) found() (said string) {
	a.t.Helper()
	a.must(a.judge.Sweep(a.t.Context(), "demo"))
	a.must(a.db.InOrg(a.t.Context(), "demo", func(tx *gorm.DB) error {
		rows, err := store.Rows[struct {
			Seconds         float64
			DeviceID, Place string
		}](tx, `SELECT (end_ms - start_ms) / 1000.0 AS seconds, device_id, place FROM seatbelt.violation ORDER BY start_ms`)
		for _, r := range rows {
			said += strings.TrimSpace(fmt.Sprintf("%.0f s of %q %s", r.Seconds, r.DeviceID, r.Place)) + "; "
		}
		return err
	}))
	return said
}

func (a *again) is(when, want string) {
	a.t.Helper()
	if got := a.found(); got != want {
		a.t.Errorf("%s it is %q, want %q", when, got, want)
	}
}

// TestContradicted: what a provider told while the vehicle's own device was silent is judged anew when the device says otherwise, as soon as what it said is stored.
func TestContradicted(t *testing.T) {
	a := newAgain(t)
	a.is("at first", "")
	a.device(a.drive(true))() // nobody tells of anything else: nothing is looked at
	a.host.samples = nil
	a.begin = a.begin.Add(20 * time.Minute)
	a.provider(a.drive(false))
	a.is("by the provider", `50 s of ""; `)
	stored := a.device(a.drive(true))
	for range 3 {
		a.is("while the device's samples are not stored", `50 s of ""; `)
	}
	stored()
	a.is("by the device", "")
	a.is("afterwards", "")

	a.begin, a.host.samples = a.begin.Add(20*time.Minute), nil
	a.provider(a.drive(false))
	a.is("by the provider again", `50 s of ""; `)
	a.device(a.drive(false))()
	a.is("where the device says the same", `50 s of "d1"; `)
}

// TestPlaces: the name of a place that could not be had is asked for again, less and less often, and in the end no more.
func TestPlaces(t *testing.T) {
	a := newAgain(t)
	asked := 0
	a.host.place = func() (string, error) { asked++; return "", errors.New("down") }
	a.device(a.drive(false))()
	a.is("without a name", `50 s of "d1"; `)
	if asked != 1 {
		t.Errorf("asked %d times at first", asked)
	}
	a.is("a moment later", `50 s of "d1"; `)
	a.is("and later", `50 s of "d1"; `)
	if asked != 2 {
		t.Errorf("asked %d times within a minute", asked)
	}
	a.now = a.now.Add(time.Minute)
	a.host.place = func() (string, error) { asked++; return "Crewe", nil }
	a.is("when it is asked again", `50 s of "d1" Crewe; `)
	for range 3 {
		a.now = a.now.Add(100 * time.Hour)
		a.is("afterwards", `50 s of "d1" Crewe; `)
	}
	if asked != 3 {
		t.Errorf("asked %d times although it is known", asked)
	}

	a.begin, a.host.samples = a.begin.Add(10*time.Minute), nil
	asked, a.host.place = 0, func() (string, error) { asked++; return "", nil } // the middle of the sea
	a.device(a.drive(false))()
	for range 20 {
		a.found()
		a.now = a.now.Add(100 * time.Hour)
	}
	if asked != 8 {
		t.Errorf("a place without a name was asked for %d times", asked)
	}
}

// TestDriverChanged: who drove is written into the violations of the drive's time, of one that has ended as of one that goes on, and taken out with it.
func TestDriverChanged(t *testing.T) {
	a := newAgain(t)
	a.device(a.drive(false))()
	a.is("at first", `50 s of "d1"; `)
	drivers := func() (name string) {
		a.must(a.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) (err error) {
			name, err = store.One[string](tx, `SELECT string_agg(driver_name, ',') FROM seatbelt.violation`)
			return err
		}))
		return name
	}
	from, to := a.begin.Add(-time.Hour).UnixMilli(), a.begin.Add(time.Hour).UnixMilli()
	for _, step := range []struct {
		change events.DriverAssignmentChanged
		want   string
	}{
		{events.DriverAssignmentChanged{VehicleID: "v1", DriverID: "sam", DriverName: "Sam", FromMs: from}, "Sam"},
		{events.DriverAssignmentChanged{VehicleID: "v1", DriverID: "ann", DriverName: "Ann", FromMs: from, ToMs: to}, "Ann"},
		{events.DriverAssignmentChanged{VehicleID: "v1", DriverID: "bob", DriverName: "Bob", FromMs: from, ToMs: a.begin.UnixMilli()}, "Ann"},
		{events.DriverAssignmentChanged{VehicleID: "v1", DriverID: "ann", FromMs: from, ToMs: to, Deleted: true}, ""},
	} {
		a.must(a.judge.DriverChanged(t.Context(), events.Event[events.DriverAssignmentChanged]{OrgID: "demo", Data: step.change}))
		if got := drivers(); got != step.want {
			t.Errorf("after %+v the driver is %q, want %q", step.change, got, step.want)
		}
	}
}
