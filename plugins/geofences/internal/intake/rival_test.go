//go:build bench

package intake_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/events"
)

const (
	loadVehicles = 10_000
	loadFences   = 10_000
	perSecond    = 2_000
	perBatch     = 512 / 8 // messages that come together: two seconds have 4,000, in eight shares that wait for each other's company
	mostOfACore  = 10      // percent
)

// TestRivalLoad takes 2,000 positions a second of 10,000 vehicles among 10,000 geofences, as the stream hands them on, and says what that costs of a core: this
// process, which is the plugin's work without the stream, and the database.
func TestRivalLoad(t *testing.T) {
	s := newSite(t)
	random := rand.New(rand.NewPCG(2, 13))
	fences := make([]fence.Fence, loadFences)
	for i := range fences {
		lat, lng, radius := 53+random.Float64(), -3+random.Float64(), 0.002+0.004*random.Float64()
		points := make([]shape.Point, 32)
		for n := range points {
			angle := 2 * math.Pi * float64(n) / float64(len(points))
			points[n] = shape.Point{Lat: lat + radius*math.Sin(angle), Lng: lng + radius*math.Cos(angle)}
		}
		fences[i] = fence.Fence{Definition: fence.Definition{
			ID: fmt.Sprintf("0190c1a0-0000-7000-8000-%012d", i), Name: fmt.Sprint("Fence ", i), Colour: "#1976D2B3", Shape: shape.Shape{Type: shape.Polygon, Points: points},
			Triggers: fence.Triggers{Enter: true, Leave: true}, Emails: map[string][]string{}, Association: fence.Association{All: true, VehicleIDs: []string{}, GroupIDs: []string{}},
		}}
		fences[i].Path, fences[i].CreatedBy = "/demo/", admin.UserID
	}
	for from := 0; from < loadFences; from += 1000 {
		if err := s.Fences.CreateAll(t.Context(), "demo", fences[from:from+1000]); err != nil {
			t.Fatal(err)
		}
	}
	err := s.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		for _, statement := range []string{
			`INSERT INTO geofences.fleet_vehicle SELECT (jsonb_populate_record(v, jsonb_build_object('id', 'v' || n))).* FROM geofences.fleet_vehicle v, generate_series(1, @n) n WHERE v.id = 'v-north'`,
			`INSERT INTO geofences.fleet_device SELECT (jsonb_populate_record(d, jsonb_build_object('id', 'd-' || n, 'vehicle_id', 'v' || n, 'assignments', jsonb_build_array(d.assignments->0 || jsonb_build_object('vehicle_id', 'v' || n))))).* FROM geofences.fleet_device d, generate_series(1, @n) n WHERE d.id = 'd1'`,
		} {
			if err := tx.Exec(statement, map[string]any{"n": loadVehicles}).Error; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	at := make([]shape.Point, loadVehicles)
	heading := make([]float64, loadVehicles)
	for i := range at {
		at[i], heading[i] = shape.Point{Lat: 53 + random.Float64(), Lng: -3 + random.Float64()}, 2*math.Pi*random.Float64()
	}
	round := func(n int) {
		var batch []events.Event[events.Telemetry]
		for i := range at {
			at[i].Lat, at[i].Lng = at[i].Lat+0.0006*math.Sin(heading[i]), at[i].Lng+0.001*math.Cos(heading[i]) // 5 s at 50 km/h
			speed, lat, lng := 50.0, at[i].Lat, at[i].Lng
			atMs := begin.Add(time.Duration(n) * 5 * time.Second).UnixMilli()
			batch = append(batch, events.Event[events.Telemetry]{OrgID: "demo", Data: events.Telemetry{DeviceID: fmt.Sprint("d-", i+1), OrgID: "demo", ReceivedAt: atMs, Samples: []events.Sample{{Time: atMs, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed}}}})
			if len(batch) == perBatch || i == len(at)-1 {
				if err := s.taker.Telemetry(t.Context(), batch); err != nil {
					t.Fatal(err)
				}
				batch = nil
			}
		}
	}
	round(0)
	round(1)
	const rounds = 3
	used, begun := ownTime(t), time.Now()
	for n := range rounds {
		round(2 + n)
	}
	each := (ownTime(t) - used).Seconds() / (rounds * loadVehicles)
	share := 100 * each * perSecond
	fmt.Printf("geofences: %d positions of %d vehicles among %d geofences in %v; %.1f µs of the plugin's processor each, %.1f %% of a core at %d a second; %s visits\n",
		rounds*loadVehicles, loadVehicles, loadFences, time.Since(begun).Round(time.Millisecond), each*1e6, share, perSecond, s.query(`SELECT count(*)::text FROM geofences.visit`)[0])
	if share > mostOfACore {
		t.Errorf("%d positions a second take %.1f %% of a core, want at most %d", perSecond, share, mostOfACore)
	}
}

// ownTime is what this process has used of processors.
func ownTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
