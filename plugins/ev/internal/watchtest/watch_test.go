// Package watchtest feeds a week of a simulated electric van through all of the plugin that keeps and judges it, on its own tables.
package watchtest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/ev/internal/usage"
	"outrider.dev/outrider/plugins/ev/internal/vehicle"
	"outrider.dev/outrider/plugins/ev/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// nobody names no place.
type nobody struct{ plugin.Host }

func (nobody) Call(context.Context, string, string, any, any) error {
	return fault.New(fault.Unavailable, "nobody is there")
}

var reader = web.CallerInfo{UserID: "u", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: "/demo/"}, Permissions: []string{"createEvUsageReport"}}

var monday = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

type world struct {
	t      *testing.T
	db     *store.DB
	router *web.Router
	follow *minutes.Follower
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.Open(t, "plugins/ev")}
	fleet := replica.New(w.db, nil, "ev")
	fleet.OnVehicle(vehicle.Changed)
	now := func() time.Time { return monday.AddDate(0, 0, 30) }
	w.must(fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: events.GroupChanged{ID: "demo", Path: "/demo/", Label: "Demo"}}))
	w.must(fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: events.VehicleChanged{ID: "v1", Name: "VAN-1", Type: "van", GroupID: "demo"}}))
	w.must(fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: events.DeviceChanged{ID: "d1", VehicleID: "v1", Assignments: []events.Assignment{{VehicleID: "v1", FromMs: 1, Default: true}}}}))
	set := plugin.NewTenants(map[string]string{"demo": `{"currency":"GBP","per_kwh":0.26,"low_percent":25}`})
	w.follow = minutes.New(w.db, nobody{}, slog.New(slog.DiscardHandler), now, minutes.Options{Schema: "ev", Wants: watch.Wants, Around: watch.Around, Longest: watch.Longest, GoesOn: watch.Charges, Judge: watch.Judge(set)})
	raw, err := os.ReadFile("../../manifest.json")
	w.must(err)
	m, err := manifest.Parse(raw)
	w.must(err)
	w.router = web.NewRouter("EV", "0.1.0")
	usage.NewAPI(usage.NewStore(w.db, fleet, set, now), nobody{}, w.follow).Register(w.router, m)
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) take(list []events.Sample) {
	w.t.Helper()
	for len(list) > 0 {
		n := min(700, len(list))
		message := events.Telemetry{DeviceID: "d1", OrgID: "demo", ReceivedAt: monday.AddDate(0, 0, 30).UnixMilli(), Samples: list[:n]}
		w.must(w.follow.Take(w.t.Context(), []events.Event[events.Glance]{{OrgID: "demo", Data: events.GlanceAt(message)}}))
		list = list[n:]
	}
}

func (w *world) ask(request, body string, into any) {
	w.t.Helper()
	answer := webtest.Do(w.t, w.router, reader, request, body, nil)
	if err := json.Unmarshal(answer.Body.Bytes(), into); err != nil || answer.Code != 200 {
		w.t.Fatalf("%s: %d %s", request, answer.Code, answer.Body)
	}
}

// TestWeek holds rows and sessions to the counters of the simulated van, which keep their own books.
func TestWeek(t *testing.T) {
	w := newWorld(t)
	var list []events.Sample
	spec := traffic.Spec{DeviceID: "ev-9", Type: "van", Depot: "crewe", Fuel: "electric"}
	for s := range traffic.History(3, spec, time.UTC, monday, monday.AddDate(0, 0, 7), traffic.Pace{Moving: 20 * time.Second, Parked: time.Minute}) {
		list = append(list, s)
	}
	half := len(list) / 2
	w.take(list[half:])
	w.take(list[:half]) // late
	first, last := list[0], list[len(list)-1]
	var got struct{ Vehicles []usage.Row }
	w.ask("POST /api/org/demo/ev/usage", fmt.Sprintf(`{"from":%q,"to":%q}`, monday.Format(time.RFC3339), monday.AddDate(0, 0, 8).Format(time.RFC3339)), &got)
	if len(got.Vehicles) != 1 || got.Vehicles[0].UsedKWh == nil {
		t.Fatalf("the rows are %+v", got)
	}
	r := got.Vehicles[0]
	for name, pair := range map[string][2]float64{
		"energy used":        {*r.UsedKWh, *last.CAN.EnergyUsedKWh - *first.CAN.EnergyUsedKWh},
		"energy regenerated": {r.RegainedKWh, *last.CAN.EnergyRegeneratedKWh - *first.CAN.EnergyRegeneratedKWh},
		"energy added":       {r.AddedKWh, *last.CAN.EnergyChargedKWh - *first.CAN.EnergyChargedKWh},
		"distance":           {r.DistanceM, *last.OdometerM - *first.OdometerM},
		"state of charge":    {*r.SocPercent, *last.CAN.SocPercent},
	} {
		if math.Abs(pair[0]-pair[1]) > 0.02*pair[1] {
			t.Errorf("%s is %.1f, the vehicle says %.1f", name, pair[0], pair[1])
		}
	}
	if r.Sessions < 4 {
		t.Errorf("row %+v", r)
	}
	w.plans(list)
	var sessions struct{ Sessions []usage.Charged }
	w.ask("GET /api/org/demo/ev/sessions?from=2026-03-01T00:00:00Z&to=2026-03-10T00:00:00Z", "", &sessions)
	if len(sessions.Sessions) != r.Sessions || sessions.Sessions[0].EnergyKWh <= 0 || sessions.Sessions[0].PeakKW < 5 || sessions.Sessions[0].Lat == nil {
		t.Errorf("sessions %+v", sessions)
	}
	w.reports(r, sessions.Sessions)
}

// TestNear: what is judged with the hours next to it alone, unless something goes on there, comes to the same as with all that could matter, also where the past comes late.
func TestNear(t *testing.T) {
	var list []events.Sample
	spec := traffic.Spec{DeviceID: "ev-9", Type: "van", Depot: "crewe", Fuel: "electric"}
	for s := range traffic.History(3, spec, time.UTC, monday, monday.AddDate(0, 0, 3), traffic.Pace{Moving: 20 * time.Second, Parked: time.Minute}) {
		list = append(list, s)
	}
	judged := func(change func(*minutes.Options)) (kept []string) {
		w := newWorld(t)
		change(&w.follow.Options)
		third := len(list) / 3
		for _, part := range [][]events.Sample{list[:third], list[2*third:], list[third : 2*third]} {
			for n := range slices.Chunk(part, 90) { // about the half of an hour at a time
				w.take(n)
			}
		}
		w.must(w.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			return tx.Raw(`SELECT 'quarter ' || start_ms || ' ' || round(distance_m) || ' ' || round(used_kwh::numeric, 6) || ' ' || round(regenerated_kwh::numeric, 6) || ' ' || source AS kept FROM ev.usage
				UNION ALL SELECT 'session ' || start_ms || ' ' || end_ms || ' ' || energy_kwh || ' ' || coalesce(soc_before::text, '-') || ' ' || goes_on FROM ev.session ORDER BY kept`).Scan(&kept).Error
		}))
		return kept
	}
	near, whole := judged(func(*minutes.Options) {}), judged(func(o *minutes.Options) { o.Around, o.GoesOn = o.Longest, nil })
	if len(whole) < 100 || !slices.Equal(near, whole) {
		t.Errorf("%d rows of those near, %d of all:\n%s\nwant\n%s", len(near), len(whole), near, whole)
	}
}

// plans holds the need of a day to how far the van went on the one such weekday that is known, and when it sets off to when it did.
func (w *world) plans(list []events.Sample) {
	w.t.Helper()
	for name, known := range map[string]time.Time{"today": monday.AddDate(0, 0, 2), "tomorrow": monday.AddDate(0, 0, 3)} { // of a Wednesday four weeks later
		var first, last *events.Sample
		setOff := int64(0)
		for i := range list {
			s := &list[i]
			if s.Time < known.UnixMilli() || s.Time >= known.AddDate(0, 0, 1).UnixMilli() {
				continue
			}
			if first == nil {
				first = s
			}
			if setOff == 0 && *s.OdometerM > *first.OdometerM+500 {
				setOff = s.Time
			}
			last = s
		}
		var got struct{ Vehicles []usage.Row }
		w.ask("POST /api/org/demo/ev/usage", fmt.Sprintf(`{"from":%q,"to":%q,"zone":"UTC","need_of":%q}`, monday.Format(time.RFC3339), monday.AddDate(0, 0, 8).Format(time.RFC3339), name), &got)
		if len(got.Vehicles) != 1 || got.Vehicles[0].NeedM == nil || got.Vehicles[0].LeavesAt == nil {
			w.t.Fatalf("%s nothing is needed: %+v", name, got)
		}
		r := got.Vehicles[0]
		if gone := *last.OdometerM - *first.OdometerM; math.Abs(*r.NeedM-gone) > 0.02*gone {
			w.t.Errorf("%s %.0f m are needed, the van went %.0f", name, *r.NeedM, gone)
		}
		leaves, err := time.Parse(time.RFC3339, *r.LeavesAt)
		w.must(err)
		if late := leaves.UnixMilli() - time.UnixMilli(setOff).AddDate(0, 0, 28).UnixMilli(); late > 0 || late < -30*60_000 {
			w.t.Errorf("%s it sets off at %s, it did at %s", name, leaves, time.UnixMilli(setOff).UTC())
		}
	}
}

// reports holds the rows of the report to what the page says of a vehicle and its charging sessions.
func (w *world) reports(vehicle usage.Row, sessions []usage.Charged) {
	w.t.Helper()
	all := w.report("all")
	if len(all) != 1+len(sessions) || all[0][0] != "v1" || all[0][6] != float64(vehicle.Sessions) || all[0][11] != nil {
		w.t.Fatalf("the report is %v", all)
	}
	added := 0.0
	for i, row := range all[1:] {
		said := sessions[len(sessions)-1-i] // the oldest first
		place, _ := row[13].(map[string]any)
		if row[0] != "v1" || row[1] != "demo" || row[11] != said.Start || row[12] != said.End || place["lat"] != *said.Lat || row[2] != nil {
			w.t.Errorf("session %d is %v, the page says %+v", i, row, said)
		}
		energy, _ := row[14].(float64)
		added += energy
	}
	if math.Abs(added-vehicle.AddedKWh) > 0.05 {
		w.t.Errorf("sessions add %.2f kWh, the vehicle's row says %.2f", added, vehicle.AddedKWh)
	}
	if n := len(w.report("sessions")); n != len(sessions) {
		w.t.Errorf("%d rows of sessions alone, want %d", n, len(sessions))
	}
	if n := len(w.report("vehicles")); n != 1 {
		w.t.Errorf("%d rows of vehicles alone", n)
	}
}

// report are the rows of the report of the week, of a kind.
func (w *world) report(kind string) (list [][]any) {
	w.t.Helper()
	body := fmt.Sprintf(`{"from":%q,"to":%q,"filters":{"rows":%q}}`, monday.Format(time.RFC3339), monday.AddDate(0, 0, 8).Format(time.RFC3339), kind)
	answer := webtest.Do(w.t, w.router, reader, "POST /api/org/demo/ev/report", body, nil)
	_, err := rows.Read(answer.Body, func(batch [][]any) error {
		list = append(list, batch...)
		return nil
	})
	w.must(err)
	return list
}

// TestLowCharge raises an alert once, and ends it when the vehicle is charged.
func TestLowCharge(t *testing.T) {
	w := newWorld(t)
	var list []events.Sample
	for i, soc := range []float64{60, 40, 26, 24, 22, 24.5, 25.5, 23, 23, 60} {
		charging := i >= 8
		level := soc
		list = append(list, events.Sample{Time: monday.Add(time.Duration(i) * time.Minute).UnixMilli(), CAN: &events.CAN{SocPercent: &level, Charging: &charging}})
	}
	for i := range list {
		w.take(list[i : i+1])
	}
	var raised []string
	w.must(w.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Raw(`SELECT (data->>'id') || ' ' || coalesce(data->>'end_ms', '-') FROM ev.outbox ORDER BY seq`).Scan(&raised).Error
	}))
	begun := monday.Add(3 * time.Minute).UnixMilli()
	want := fmt.Sprintf("[v1:low:%d - v1:low:%d %d]", begun, begun, monday.Add(8*time.Minute).UnixMilli())
	if fmt.Sprint(raised) != want {
		t.Errorf("raised %v, want %s", raised, want)
	}
}
