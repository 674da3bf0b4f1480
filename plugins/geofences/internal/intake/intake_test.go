package intake_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/outrider/plugins/geofences/internal/intake"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	admin = fencetest.Caller("0190c1a0-0000-7000-8000-00000000000a", "/demo/")
	begin = time.Date(2026, 7, 20, 22, 0, 0, 0, time.UTC)
)

// site is a world whose vehicles are watched; it keeps what it was told as the vehicles plugin does.
type site struct {
	*fencetest.World
	t     *testing.T
	taker *intake.Intake
	late  *intake.Late
	kept  map[string]map[int64]intake.Sample // by vehicle and time
	on    map[string]string                  // the vehicle of a device
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{World: fencetest.New(t, dbtest.Open(t, "plugins/geofences"), begin), t: t, kept: map[string]map[int64]intake.Sample{}, on: map[string]string{"d1": "v-north", "d2": "v-south"}}
	s.restart()
	return s
}

// restart forgets all that is not in the database.
func (s *site) restart() {
	s.taker = intake.New(s.DB, book.NewBooks(s.Now), s.Now)
	s.late = intake.NewLate(s.DB, s, s, slog.New(slog.DiscardHandler), s.Now)
}

// Samples implements intake.History.
func (s *site) Samples(_ context.Context, _, vehicleID string, from, to int64) (list []intake.Sample, err error) {
	for at, one := range s.kept[vehicleID] {
		if at >= from && at < to {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b intake.Sample) int { return int(a.Time - b.Time) })
	return list, nil
}

// Organisations implements plugin.Organisations.
func (s *site) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo"}}, nil
}

// fix is a sample some seconds after the beginning.
func fix(second int, lng, speedKmh float64) events.Sample {
	lat := 53.3
	return events.Sample{Time: begin.Add(time.Duration(second) * time.Second).UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speedKmh}
}

// tell delivers a message of a device.
func (s *site) tell(device string, samples ...events.Sample) {
	s.t.Helper()
	for _, one := range samples {
		v := s.on[device]
		if s.kept[v] == nil {
			s.kept[v] = map[int64]intake.Sample{}
		}
		if _, repeated := s.kept[v][one.Time]; !repeated {
			s.kept[v][one.Time] = intake.Sample{Sample: one, DeviceID: device}
		}
	}
	e := events.Event[events.Telemetry]{OrgID: "demo", Data: events.Telemetry{DeviceID: device, OrgID: "demo", ReceivedAt: s.Time.Add(48 * time.Hour).UnixMilli(), Samples: samples}}
	if err := s.taker.Telemetry(s.t.Context(), []events.Event[events.Telemetry]{e}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) judgeLate() {
	s.t.Helper()
	s.Time = s.Time.Add(6 * time.Second)
	if err := s.late.Organisation(s.t.Context(), "demo"); err != nil {
		s.t.Fatal(err)
	}
	if left := s.query(`SELECT count(*)::text FROM geofences.late`); left[0] != "0" {
		s.t.Fatalf("%s vehicles are late still", left[0])
	}
}

func (s *site) query(sql string, args ...any) (lines []string) {
	s.t.Helper()
	err := s.DB.InOrg(s.t.Context(), "demo", func(tx *gorm.DB) error { return tx.Raw(sql, args...).Scan(&lines).Error })
	if err != nil {
		s.t.Fatal(err)
	}
	return lines
}

// visits are those of a vehicle with what they raised, in seconds after the beginning.
func (s *site) visits(vehicle string) string {
	return strings.Join(s.query(`SELECT (v.arrival_ms - ?) / 1000 || '-' || CASE WHEN v.departure_ms = 0 THEN '' ELSE ((v.departure_ms - ?) / 1000)::text END || ' ' || v.ended || ' ' || round(v.distance_m) ||
		coalesce((SELECT string_agg(' ' || e.trigger || '@' || (e.at_ms - ?) / 1000 || CASE WHEN e.end_ms = 0 THEN '' ELSE '-' || (e.end_ms - ?) / 1000 END, '' ORDER BY e.at_ms, e.trigger)
			FROM geofences.visit_event e WHERE e.org_id = v.org_id AND e.visit_id = v.id), '')
		FROM geofences.visit v WHERE v.vehicle_id = ? ORDER BY v.arrival_ms`, begin.UnixMilli(), begin.UnixMilli(), begin.UnixMilli(), begin.UnixMilli(), vehicle), "\n")
}

// alerts are those that stand for a vehicle after all that was published: what was withdrawn counts no more.
func (s *site) alerts(vehicle string) string {
	standing := map[string]string{}
	for _, raw := range s.query(`SELECT data::text FROM geofences.outbox WHERE subject = 'event.geofences.raised' ORDER BY seq`) {
		var a events.AlertRaised
		if err := json.Unmarshal([]byte(raw), &a); err != nil {
			s.t.Fatal(err)
		}
		if a.VehicleID != vehicle {
			continue
		}
		if a.Withdrawn {
			delete(standing, a.ID)
		} else {
			standing[a.ID] = a.Type + " " + a.Subtype + " " + a.About.Name
		}
	}
	list := []string{}
	for _, one := range standing {
		list = append(list, one)
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

const yard = `{"name":"Yard","shape":{"type":"circle","center":{"lat":53.3,"lng":-2.4},"radius_m":300},"all_vehicles":true,
	"triggers":{"enter":true,"leave":true,"speed_above_kmh":50,"park_inside_s":120}}`

const (
	outside = -2.41
	inside  = -2.4
	beyond  = -2.39
)

func TestTelemetry_RaisesEachTriggerOnceAVisit(t *testing.T) {
	s := newSite(t)
	id := s.Create(admin, yard)
	drive := []events.Sample{
		fix(0, outside, 40), fix(10, inside, 60), fix(20, inside, 70), fix(30, inside, 20), fix(40, inside, 20), fix(50, inside, 0), fix(200, inside, 0), fix(300, inside, 30), fix(310, beyond, 60), fix(320, beyond, 60),
	}
	for _, one := range drive {
		s.tell("d1", one)
		s.tell("d1", one) // again
		s.restart()
	}
	s.judgeLate()
	want := "10-310 left 0 enter@10 speed_above@10-30 park_inside@170-300 leave@310"
	if got := s.visits("v-north"); got != want {
		t.Errorf("visits:\n%s\nwant\n%s", got, want)
	}
	if got, want := s.alerts("v-north"), "boundary_geo_alert boundary_in Yard\nboundary_geo_alert boundary_out Yard\nparking_geo_alert  Yard\nspeeding_geo_alert over Yard"; got != want {
		t.Errorf("alerts:\n%s\nwant\n%s", got, want)
	}
	webtest.Scenario{Name: "listed", As: admin, Request: "GET /api/org/demo/geofences/visits?filter=geofence_id:eq:" + id, WantStatus: 200, WantBody: []string{
		`"total_records":1`, `"vehicle":"v-north"`, `"duration_s":300`, `"top_speed_kmh":70`, `"trigger":"park_inside"`,
	}}.Run(t, s.Router)
	webtest.Scenario{Name: "not to others", As: fencetest.Caller("0190c1a0-0000-7000-8000-00000000000c", "/demo/south/"), Request: "GET /api/org/demo/geofences/visits", WantStatus: 200, WantBody: []string{`"visits":[]`}}.Run(t, s.Router)
}

// TestTelemetry_TwoProcessesInTurns: what a process recalls of a vehicle does not count after another one has written more.
func TestTelemetry_TwoProcessesInTurns(t *testing.T) {
	s := newSite(t)
	s.Create(admin, yard)
	takers := []*intake.Intake{s.taker, intake.New(s.DB, book.NewBooks(s.Now), s.Now)}
	drive := []events.Sample{
		fix(0, outside, 40), fix(10, inside, 60), fix(20, inside, 70), fix(30, inside, 20), fix(40, inside, 20), fix(50, inside, 0), fix(200, inside, 0), fix(300, inside, 30), fix(310, beyond, 60), fix(320, beyond, 60),
	}
	for i, one := range drive {
		s.taker = takers[i/2%2]
		s.tell("d1", one)
	}
	want := "10-310 left 0 enter@10 speed_above@10-30 park_inside@170-300 leave@310"
	if got := s.visits("v-north"); got != want {
		t.Errorf("visits:\n%s\nwant\n%s", got, want)
	}
}

// TestLate_Converges drives one vehicle in order, and another the same way with messages late, shuffled, repeated and in pieces: the ends are the same.
func TestLate_Converges(t *testing.T) {
	s := newSite(t)
	s.Create(admin, yard)
	random := rand.New(rand.NewPCG(7, 11)) // the same drives in every run
	places := []float64{outside, outside, -2.4045, -2.4046, inside, inside, inside, -2.3953, beyond}
	second := 0
	for round := range 12 {
		var drive []events.Sample
		for range 30 {
			second += []int{10, 10, 10, 20, 60, 400, 4000}[random.IntN(7)]
			drive = append(drive, fix(second, places[random.IntN(len(places))], []float64{0, 0, 30, 55, 60}[random.IntN(5)]))
		}
		for _, one := range drive {
			s.tell("d1", one)
		}
		mixed := slices.Clone(drive)
		for i := range mixed { // near neighbours change places, some come much later, some again
			j := min(len(mixed)-1, i+random.IntN(5))
			mixed[i], mixed[j] = mixed[j], mixed[i]
		}
		for len(mixed) > 0 {
			n := 1 + random.IntN(min(4, len(mixed)))
			s.tell("d2", mixed[:n]...)
			if random.IntN(3) == 0 {
				s.tell("d2", mixed[:n]...)
			}
			mixed = mixed[n:]
			if random.IntN(5) == 0 {
				s.restart()
				s.judgeLate()
			}
		}
		s.judgeLate()
		if inOrder, mixed := s.visits("v-north"), s.visits("v-south"); inOrder != mixed || inOrder == "" {
			t.Fatalf("round %d, in order:\n%s\nmixed:\n%s", round, inOrder, mixed)
		}
		if inOrder, mixed := s.alerts("v-north"), s.alerts("v-south"); inOrder != mixed {
			t.Fatalf("round %d, alerts in order:\n%s\nmixed:\n%s", round, inOrder, mixed)
		}
	}
}

func TestFenceChanged_EndsVisitsAtOnce(t *testing.T) {
	for name, request := range map[string]struct{ request, body, why string }{
		"deleted":   {"DELETE /api/org/demo/geofences/%s", "", "fence"},
		"disabled":  {"PUT /api/org/demo/geofences/%s", `{"disabled":true}`, "fence"},
		"unwatched": {"PUT /api/org/demo/geofences/%s", `{"all_vehicles":false,"vehicle_ids":["v-south"]}`, "vehicle"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			id := s.Create(admin, yard)
			s.tell("d1", fix(0, outside, 40), fix(10, inside, 40), fix(20, inside, 40))
			s.Time = begin.Add(25 * time.Second)
			if answer := webtest.Do(t, s.Router, admin, fmt.Sprintf(request.request, id), request.body, nil); answer.Code >= 300 {
				t.Fatalf("%d %s", answer.Code, answer.Body)
			}
			want := "10-25 " + request.why + " 0 enter@10"
			if got := s.visits("v-north"); got != want {
				t.Errorf("at once: %s, want %s", got, want)
			}
			s.tell("d1", fix(30, inside, 40), fix(40, beyond, 40), fix(50, beyond, 40))
			if got := s.visits("v-north"); got != want {
				t.Errorf("after the next positions: %s, want %s", got, want)
			}
		})
	}
}

// TestDueOf has a vehicle that says nothing more be parked by the clock.
func TestDueOf(t *testing.T) {
	s := newSite(t)
	s.Create(admin, yard)
	s.tell("d1", fix(0, outside, 40), fix(10, inside, 40), fix(20, inside, 0))
	for _, tc := range []struct {
		after time.Duration
		want  string
	}{{100 * time.Second, "10-  0 enter@10"}, {150 * time.Second, "10-  0 enter@10 park_inside@140"}, {200 * time.Second, "10-  0 enter@10 park_inside@140"}} {
		s.Time = begin.Add(tc.after)
		if err := s.taker.DueOf(t.Context(), "demo"); err != nil {
			t.Fatal(err)
		}
		if got := s.visits("v-north"); got != tc.want {
			t.Errorf("after %v: %q, want %q", tc.after, got, tc.want)
		}
	}
}

// TestTelemetry_OfTheDeviceThatStandsForTheVehicle has a device change vehicles, and a second device say something else.
func TestTelemetry_OfTheDeviceThatStandsForTheVehicle(t *testing.T) {
	s := newSite(t)
	s.Create(admin, yard)
	s.Device(2, "d3", events.Assignment{VehicleID: "v-north", FromMs: 1})
	moved := begin.Add(25 * time.Second).UnixMilli()
	s.Device(2, "d1", events.Assignment{VehicleID: "v-north", FromMs: 1, ToMs: moved, Default: true}, events.Assignment{VehicleID: "v-south", FromMs: moved, Default: true})
	s.tell("d3", fix(0, inside, 40), fix(10, inside, 40))
	s.tell("d1", fix(0, outside, 40), fix(10, inside, 40), fix(20, inside, 40), fix(30, beyond, 40), fix(40, beyond, 40))
	if got, want := s.visits("v-north"), "10-  0 enter@10"; got != want {
		t.Errorf("v-north: %s, want %s", got, want)
	}
	if got := s.visits("v-south"); got != "" {
		t.Errorf("v-south: %s, want none", got)
	}
}
