// Package watchtest feeds months of tanks whose truth is known through all of the plugin that keeps and judges them, on its own tables.
package watchtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/fuel/internal/event"
	"outrider.dev/outrider/plugins/fuel/internal/tanktest"
	"outrider.dev/outrider/plugins/fuel/internal/usage"
	"outrider.dev/outrider/plugins/fuel/internal/vehicle"
	"outrider.dev/outrider/plugins/fuel/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// past answers what the vehicles plugin has kept.
type past struct {
	plugin.Host
	lines string
}

func (p *past) Stream(context.Context, string, string, any) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(p.lines + `{"done":true}` + "\n")), nil
}

type world struct {
	t      *testing.T
	db     *store.DB
	fleet  *replica.Fleet
	follow *minutes.Follower
	host   *past
	now    time.Time
	off    bool // the module is off for everybody
	set    *plugin.Tenants
}

// switched is a database whose organisations have the module off.
type switched struct{ store.Transactor }

func (switched) InOrg(context.Context, string, func(tx *gorm.DB) error) error {
	return store.ErrNoTenant
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, set: plugin.NewTenants(map[string]string{"demo": `{"currency":"GBP","diesel_per_l":1.3}`, "rival": `{}`}), db: dbtest.Open(t, "plugins/fuel"), host: &past{}, now: time.UnixMilli(1_790_000_000_000).Add(40 * 24 * time.Hour)}
	w.fleet = replica.New(w.db, nil, "fuel")
	w.fleet.OnVehicle(vehicle.Changed)
	for n, org := range []string{"demo", "rival"} {
		w.must(w.fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: org, Sequence: 1, Data: events.GroupChanged{ID: org, Path: "/" + org + "/", Label: org}}))
		v := events.VehicleChanged{ID: "v1", Name: fmt.Sprint("Truck ", n), Type: "truck", GroupID: org, Fuel: "diesel"}
		w.must(w.fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: org, Sequence: 1, Data: v}))
		d := events.DeviceChanged{ID: "d1", VehicleID: "v1", Assignments: []events.Assignment{{VehicleID: "v1", FromMs: 1, Default: true}}}
		w.must(w.fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: org, Sequence: 1, Data: d}))
	}
	w.restart()
	return w
}

// restart forgets all that is not in the database.
func (w *world) restart() {
	var db store.Transactor = w.db
	if w.off {
		db = switched{w.db}
	}
	w.follow = minutes.New(db, w.host, slog.New(slog.DiscardHandler), func() time.Time { return w.now },
		minutes.Options{Schema: "fuel", Wants: watch.Wants, Around: watch.Around, Judge: watch.Judge(w.set), First: 30 * 24 * time.Hour, Keep: time.Hour})
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// samplesOf is what the device of a month sends.
func samplesOf(m tanktest.Month, days int) (list []events.Sample) {
	end := m.Readings[0].AtMs + int64(days)*86_400_000
	for i := range m.Readings {
		r := &m.Readings[i]
		if r.AtMs >= end {
			break
		}
		lat, lng := 53.3, -2.4
		list = append(list, events.Sample{Time: r.AtMs, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &r.Kmh, Ignition: &r.On, OdometerM: &r.OdoM, FuelPercent: &r.Percent, CAN: &events.CAN{FuelUsedL: &r.UsedL}})
	}
	return list
}

// take sends samples in messages of 500.
func (w *world) take(org string, list []events.Sample) {
	w.t.Helper()
	for len(list) > 0 {
		n := min(500, len(list))
		message := events.Telemetry{DeviceID: "d1", OrgID: org, ReceivedAt: w.now.UnixMilli(), Samples: list[:n]}
		w.must(w.follow.Take(w.t.Context(), []events.Event[events.Glance]{{OrgID: org, Data: events.GlanceAt(message)}}))
		list = list[n:]
	}
}

func (w *world) kept(org string) (found []event.Event, raised int) {
	w.t.Helper()
	w.must(w.db.InOrg(w.t.Context(), org, func(tx *gorm.DB) (err error) {
		if found, err = event.Of(tx, org, "v1", 0, 1<<60); err != nil {
			return err
		}
		raised, err = store.One[int](tx, `SELECT (SELECT count(*) FROM fuel.outbox WHERE data->>'withdrawn' IS DISTINCT FROM 'true') - (SELECT count(*) FROM fuel.outbox WHERE data->>'withdrawn' = 'true')`)
		return err
	}))
	return found, raised
}

// rows asks about all of a month as somebody who sees all of an organisation.
func (w *world) rows(org string, month tanktest.Month) []usage.Row {
	w.t.Helper()
	return w.asked(org, fmt.Sprintf(`{"from":%q,"to":%q}`, time.UnixMilli(month.Readings[0].AtMs).Add(-time.Hour).Format(time.RFC3339), w.now.Format(time.RFC3339)))
}

func (w *world) asked(org, body string) []usage.Row {
	w.t.Helper()
	caller := web.CallerInfo{UserID: "u", OrgID: org, HomeOrgID: org, Scope: web.Scope{Path: "/" + org + "/"}, Permissions: []string{"createFuelUsageReport"}}
	raw, err := os.ReadFile("../../manifest.json")
	w.must(err)
	m, err := manifest.Parse(raw)
	w.must(err)
	r := web.NewRouter("Fuel", "0.1.0")
	usage.NewAPI(usage.NewStore(w.db, w.fleet, w.set, time.Now), w.host, w.follow).Register(r, m)
	answer := webtest.Do(w.t, r, caller, "POST /api/org/"+org+"/fuel/usage", body, nil)
	var got struct{ Vehicles []usage.Row }
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || answer.Code != 200 {
		w.t.Fatalf("usage: %d %s", answer.Code, answer.Body)
	}
	return got.Vehicles
}

// TestMinutes_inAnyOrder: what comes in its order and what comes shuffled, late and twice end as the same.
func TestMinutes_inAnyOrder(t *testing.T) {
	w := newWorld(t)
	month := tanktest.Make(3, 2)
	list := samplesOf(month, 8)
	w.take("demo", list)
	shuffled := append([]events.Sample(nil), list...)
	dice := rand.New(rand.NewPCG(1, 2))
	const piece = 700
	for from := 0; from+2*piece < len(shuffled); from += piece { // days that a device kept, in odd order
		if dice.IntN(2) == 0 {
			for i := range piece {
				shuffled[from+i], shuffled[from+piece+i] = shuffled[from+piece+i], shuffled[from+i]
			}
		}
	}
	w.take("rival", shuffled)
	w.restart()
	w.take("rival", shuffled[1000:2500])

	inOrder, raised := w.kept("demo")
	odd, raisedOdd := w.kept("rival")
	truths := 0
	for _, one := range month.Truths {
		if one.AtMs < list[len(list)-1].Time-3_600_000 {
			truths++
		}
	}
	if len(inOrder) < truths || len(inOrder) > truths+1 || len(inOrder) != len(odd) || raised != len(inOrder) || raisedOdd != len(odd) {
		t.Errorf("%d events and %d alerts in order, %d and %d in odd order, of %d that happened", len(inOrder), raised, len(odd), raisedOdd, truths)
	}
	used := list[len(list)-1].CAN
	want := *used.FuelUsedL - *list[0].CAN.FuelUsedL
	driven := *list[len(list)-1].OdometerM - *list[0].OdometerM
	for _, org := range []string{"demo", "rival"} {
		rows := w.rows(org, month)
		if len(rows) != 1 || rows[0].UsedL == nil {
			t.Fatalf("%s has the rows %+v", org, rows)
		}
		r := rows[0]
		if math.Abs(*r.UsedL-want) > 0.01*want || math.Abs(r.DistanceM-driven) > 0.01*driven || math.Abs(*r.CO2Kg-2.68**r.UsedL) > 0.01 || r.Refuels+r.Thefts != len(inOrder) || r.LevelPercent == nil {
			t.Errorf("%s: %.1f l of %.1f, %.0f m of %.0f, %+v", org, *r.UsedL, want, r.DistanceM, driven, r)
		}
	}
}

// TestFollower_asksForWhatItMissed: a module that is switched on shows the time before, and one that fell goes on where it was.
func TestFollower_asksForWhatItMissed(t *testing.T) {
	w := newWorld(t)
	month := tanktest.Make(5, 2)
	list := samplesOf(month, 3)
	w.now = time.UnixMilli(list[len(list)-1].Time + 60_000)
	var lines strings.Builder
	for _, s := range list {
		fmt.Fprintf(&lines, `{"vehicle_id":"v1","samples":[{"time":%d,"lat":53.3,"lng":-2.4,"gps_valid":true,"speed_kmh":%g,"ignition":%t,"odometer_m":%g,"fuel_percent":%g,"can":{"fuel_used_l":%g}}]}`+"\n",
			s.Time, *s.SpeedKmh, *s.Ignition, *s.OdometerM, *s.FuelPercent, *s.CAN.FuelUsedL)
	}
	w.host.lines = lines.String()
	w.must(w.follow.Sweep(t.Context(), "demo"))
	want := *list[len(list)-1].CAN.FuelUsedL - *list[0].CAN.FuelUsedL
	if rows := w.rows("demo", month); len(rows) != 1 || math.Abs(*rows[0].UsedL-want) > 0.01*want {
		t.Errorf("the time before is %+v, want %.1f l", rows, want)
	}
	w.host.lines = `{"problem":{"kind":"unavailable","title":"down"}}` + "\n"
	w.now = w.now.Add(time.Minute)
	if err := w.follow.Sweep(t.Context(), "demo"); err != nil {
		t.Errorf("it asks again although nothing is missing: %v", err)
	}
	w.restart()
	if err := w.follow.Sweep(t.Context(), "demo"); err == nil {
		t.Error("after a fall it does not ask for what it missed")
	}
}
