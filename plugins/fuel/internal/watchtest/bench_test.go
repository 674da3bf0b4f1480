//go:build bench

package watchtest

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/events"
)

// TestBenchThousand has 1,000 simulated vehicles send a sample each 5 s for ten minutes to an organisation that has the module on, and to one that has it off. What it takes of a core is the time from the first message to
// the end of the last sweep, the database's work included, by the time that passes for the vehicles: an upper bound, since both wait for each other.
func TestBenchThousand(t *testing.T) {
	const vehicles, length = 1_000, 10 * time.Minute
	w := newWorld(t)
	zone, begin := time.UTC, time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	messages := make([][]events.Sample, vehicles)
	for n := range vehicles {
		id := fmt.Sprintf("b%d", n)
		w.must(w.fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 2, Data: events.VehicleChanged{ID: id, Name: id, Type: "truck", GroupID: "demo", Fuel: "diesel"}}))
		d := events.DeviceChanged{ID: id, VehicleID: id, Assignments: []events.Assignment{{VehicleID: id, FromMs: 1, Default: true}}}
		w.must(w.fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 2, Data: d}))
		spec := traffic.Spec{DeviceID: id, Type: []string{"truck", "van", "bus"}[n%3]}
		for s := range traffic.History(1, spec, zone, begin, begin.Add(length), traffic.Pace{Moving: 5 * time.Second, Parked: 5 * time.Second}) {
			messages[n] = append(messages[n], s)
		}
	}
	spend := func(org string, sweeps bool) time.Duration {
		w.now = begin
		w.restart()
		started := time.Now()
		next := make([]int, vehicles)
		for at := begin; at.Before(begin.Add(length)); at = at.Add(time.Minute) {
			w.now = at.Add(time.Minute)
			for n := range vehicles {
				for next[n] < len(messages[n]) && messages[n][next[n]].Time < w.now.UnixMilli() {
					message := events.Telemetry{DeviceID: fmt.Sprintf("b%d", n), OrgID: org, ReceivedAt: w.now.UnixMilli(), Samples: messages[n][next[n] : next[n]+1]}
					w.must(w.follow.Take(t.Context(), []events.Event[events.Glance]{{OrgID: org, Data: events.GlanceAt(message)}}))
					next[n]++
				}
			}
			if sweeps {
				w.must(w.follow.Sweep(t.Context(), org))
			}
		}
		return time.Since(started)
	}
	on := spend("demo", true)
	w.off = true
	none := spend("demo", false)
	share := func(d time.Duration) float64 { return 100 * d.Seconds() / length.Seconds() }
	t.Logf("1,000 vehicles at a sample each 5 s: %.2f %% of a core with the module on, %.3f %% with it off", share(on), share(none))
	if share(on) > 5 {
		t.Errorf("the module takes %.1f %% of a core, half of what all modules may", share(on))
	}
	if share(none) > 0.1 {
		t.Errorf("an organisation without the module costs %.2f %% of a core", share(none))
	}
}
