//go:build bench

package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

const (
	geofencesGroup = "Geofences"
	fences         = 10_000
	fencesAFile    = 1_000
)

// TestGeofences has vehicles drive among ten thousand geofences: from the position that a device sends, by the gateway and the stream, until the event of a visit
// is in the stream.
func TestGeofences(t *testing.T) {
	f := &fleet{}
	f.t = t
	f.host = plugintest.Start(t, "../plugins/vehicles", plugintest.Beside("../plugins/users", "../plugins/gateway", "../plugins/geo", "../plugins/geofences"))
	f.db = f.host.Database(t)
	count, watched := vehicles, 30*time.Second
	if *quick {
		count, watched = 1000, 10*time.Second
	}
	ids := f.plantVehicles(count)
	f.exec(`INSERT INTO geofences.fleet_vehicle (org_id, id, name, type, group_id, sequence) SELECT 'alpha', 'v-' || id, id, 'van', 'alpha', 1000000 FROM unnest($1::text[]) id
		ON CONFLICT (org_id, id) DO UPDATE SET sequence = EXCLUDED.sequence`, ids) // the plugin has begun to take them over by itself
	f.exec(`INSERT INTO geofences.fleet_device (org_id, id, vehicle_id, model, disabled, assignments, sequence)
		SELECT 'alpha', id, 'v-' || id, '', false, jsonb_build_array(jsonb_build_object('vehicle_id', 'v-' || id, 'from_ms', 1, 'default', true)), 1000000 FROM unnest($1::text[]) id
		ON CONFLICT (org_id, id) DO UPDATE SET vehicle_id = EXCLUDED.vehicle_id, assignments = EXCLUDED.assignments, sequence = EXCLUDED.sequence`, ids)
	f.drawFences(t)

	heard := &visits{sent: map[string]time.Time{}}
	heard.listen(t, f.host)
	ctx, stop := context.WithCancel(t.Context())
	var driving sync.WaitGroup
	var acknowledged atomic.Int64
	connecting := make(chan struct{}, 64)
	var ready sync.WaitGroup
	for n := range count {
		ready.Add(1)
		driving.Go(func() {
			connecting <- struct{}{}
			client := f.dial(t, n+1)
			<-connecting
			ready.Done()
			defer client.Close()
			random := rand.New(rand.NewPCG(13, uint64(n)))
			lat, lng, heading := 53+random.Float64(), -3+random.Float64(), 2*math.Pi*random.Float64()
			for delay := time.Duration(n) * pace / time.Duration(count); pause(ctx, delay); {
				at := time.Now()
				lat, lng = lat+0.0006*math.Sin(heading), lng+0.001*math.Cos(heading) // 5 s at 50 km/h
				heard.note("v-"+ids[n], at)
				if publish(ctx, client, fmt.Appendf(nil, `{"time":%d,"lat":%f,"lng":%f,"gps_valid":true,"speed_kmh":50,"ignition":true}`, at.UnixMilli(), lat, lng)) == nil {
					acknowledged.Add(1)
				}
				delay = pace - time.Since(at)
			}
		})
	}
	ready.Wait()
	if pause(ctx, 3*pace) { // everybody is somewhere
		heard.begin()
		before, began, already := usage.Tree(f.host.PID()), time.Now(), acknowledged.Load()
		pause(ctx, watched)
		elapsed, took := time.Since(began), heard.end()
		used, samples := usage.Tree(f.host.PID()).Since(before), acknowledged.Load()-already
		share, rate := used["geofences"].Seconds()/elapsed.Seconds(), float64(samples)/elapsed.Seconds()
		row := table.Row{Group: geofencesGroup, What: fmt.Sprintf("share of a processor of the plugin, %d vehicles among %d geofences", count, fences), Target: "< 0.1", Passed: share < 0.1}
		row.Result = fmt.Sprintf("%.3f (%.0f positions/s; %.1f µs each; %d of %d processors' time in all)", share, rate, used["geofences"].Seconds()/float64(samples)*1e6, int(used.Sum().Seconds()), int(elapsed.Seconds())*runtime.NumCPU())
		measured.Add(row)
		if len(took) == 0 {
			t.Error("no event was heard")
		} else {
			measured.Add(table.Row{Group: geofencesGroup, What: "a device's position until the event is in the stream: median, p99", Result: fmt.Sprintf("%v, %v (%d events)", load.Percentile(took, 0.5).Round(time.Millisecond), load.Percentile(took, 0.99).Round(time.Millisecond), len(took))})
		}
		measured.Add(table.Row{Group: geofencesGroup, What: "MB resident of the plugin", Result: fmt.Sprint(usage.Resident(f.host.Processes()["geofences"]))})
	}
	stop()
	driving.Wait()
}

// drawFences makes the geofences from files of a thousand.
func (f *fleet) drawFences(t *testing.T) {
	t.Helper()
	random := rand.New(rand.NewPCG(2, 13))
	var slowest time.Duration
	for from := 0; from < fences; from += fencesAFile {
		var features []map[string]any
		var chosen []map[string]int
		for n := range fencesAFile {
			lat, lng, radius := 53+random.Float64(), -3+random.Float64(), 0.002+0.004*random.Float64()
			var ring [][2]float64
			for i := range 32 {
				angle := 2 * math.Pi * float64(i) / 32
				ring = append(ring, [2]float64{lng + radius*math.Cos(angle), lat + radius*math.Sin(angle)})
			}
			features = append(features, map[string]any{"type": "Feature", "properties": map[string]any{"name": fmt.Sprint("Fence ", from+n)}, "geometry": map[string]any{"type": "Polygon", "coordinates": [][][2]float64{append(ring, ring[0])}}})
			chosen = append(chosen, map[string]int{"n": n + 1})
		}
		file, err := json.Marshal(map[string]any{"type": "FeatureCollection", "features": features})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		answer := f.host.Do(plugintest.As("alpha", "ORG_ADMIN"), "POST /api/org/alpha/geofences/import", map[string]any{
			"content": string(file), "features": chosen, "all_vehicles": true, "triggers": map[string]any{"enter": true, "leave": true},
		})
		if answer.Status >= http.StatusBadRequest {
			t.Fatalf("import geofences: %d %s", answer.Status, answer.Body)
		}
		slowest = max(slowest, time.Since(began))
	}
	measured.Add(table.Row{Group: geofencesGroup, What: fmt.Sprintf("a file of %d geofences is taken in, the slowest of %d", fencesAFile, fences/fencesAFile), Result: slowest.Round(time.Millisecond).String()})
}

// visits hears what geofences raise, and knows when each vehicle last sent its position.
type visits struct {
	mu      sync.Mutex
	sent    map[string]time.Time
	counted bool
	took    []time.Duration
}

func (v *visits) note(vehicleID string, at time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sent[vehicleID] = at
}

func (v *visits) begin() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.counted = true
}

func (v *visits) end() []time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.counted = false
	return v.took
}

// listen notes how long ago the position was sent by which an event was raised: the vehicle's last, since they come five seconds apart.
func (v *visits) listen(t *testing.T, host *plugintest.Host) {
	t.Helper()
	heard, err := host.JetStream(t).Conn().Subscribe("event.geofences.raised", func(m *nats.Msg) {
		at := time.Now()
		var e events.Event[events.AlertRaised]
		if err := json.Unmarshal(m.Data, &e); err != nil {
			return
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.counted {
			v.took = append(v.took, at.Sub(v.sent[e.Data.VehicleID]))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = heard.Unsubscribe() }) // the connection ends as well
}
