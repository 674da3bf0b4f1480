//go:build bench

package intake_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/intake"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/events"
)

const (
	loadVehicles = 10_000
	loadFences   = 10_000
	perSecond    = 2_000
	beat         = 50 * time.Millisecond // between two batches of a share of the stream
	watched      = 10 * time.Second
	mostOfACore  = 10 // percent
)

// TestRivalLoad takes 2,000 positions a second of 10,000 vehicles among 10,000 geofences, in the batches of the stream's shares, and says what that costs of a core
// of this process, which is the plugin's work without the stream. What is behind its time, on a busy machine, comes in larger batches.
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
	take := events.Joined(intake.Apart, s.taker.Telemetry)
	shares := make([]*fleetShare, events.Shares)
	for n := range shares {
		shares[n] = newFleetShare(n, loadVehicles/events.Shares)
	}
	drive := func() (count int) {
		var driving sync.WaitGroup
		before := 0
		for _, one := range shares {
			before += one.sent
			driving.Go(func() { one.drive(t, take) })
		}
		driving.Wait()
		for _, one := range shares {
			count += one.sent
		}
		return count - before
	}
	drive() // everybody is somewhere
	used, begun := ownTime(t), time.Now()
	count := drive()
	own, took := ownTime(t)-used, time.Since(begun)
	each := own.Seconds() / float64(count)
	share := 100 * each * perSecond
	fmt.Printf("geofences: %d positions of %d vehicles among %d geofences in %v; %.1f µs of the plugin's processor each, %.1f %% of a core at %d a second; %s visits\n",
		count, loadVehicles, loadFences, took.Round(time.Millisecond), each*1e6, share, perSecond, s.query(`SELECT count(*)::text FROM geofences.visit`)[0])
	if share > mostOfACore {
		t.Errorf("%d positions a second take %.1f %% of a core, want at most %d", perSecond, share, mostOfACore)
	}
}

// fleetShare are the vehicles of one share of the stream; each tells where it is every 5 s.
type fleetShare struct {
	first   int
	at      []shape.Point
	heading []float64
	sent    int
}

func newFleetShare(number, vehicles int) *fleetShare {
	random := rand.New(rand.NewPCG(13, uint64(number)))
	f := &fleetShare{first: number * vehicles}
	for range vehicles {
		f.at, f.heading = append(f.at, shape.Point{Lat: 53 + random.Float64(), Lng: -3 + random.Float64()}), append(f.heading, 2*math.Pi*random.Float64())
	}
	return f
}

// drive hands over, beat after beat, what is due.
func (f *fleetShare) drive(t *testing.T, take func(context.Context, []events.Event[events.Telemetry]) error) {
	begun, before := time.Now(), f.sent
	beats := time.NewTicker(beat)
	defer beats.Stop()
	for passed := time.Duration(0); passed < watched; passed = time.Since(begun) {
		due := before + int(passed.Seconds()*perSecond/events.Shares)
		var batch []events.Event[events.Telemetry]
		for ; f.sent < due && len(batch) < 512; f.sent++ {
			batch = append(batch, f.next())
		}
		if len(batch) > 0 {
			if err := take(t.Context(), batch); err != nil {
				t.Error(err)
				return
			}
		}
		<-beats.C
	}
}

// next is the next position: 5 s at 50 km/h further.
func (f *fleetShare) next() events.Event[events.Telemetry] {
	n, turn := f.sent%len(f.at), f.sent/len(f.at)
	f.at[n].Lat, f.at[n].Lng = f.at[n].Lat+0.0006*math.Sin(f.heading[n]), f.at[n].Lng+0.001*math.Cos(f.heading[n])
	speed, lat, lng, atMs := 50.0, f.at[n].Lat, f.at[n].Lng, begin.Add(time.Duration(turn)*5*time.Second).UnixMilli()
	return events.Event[events.Telemetry]{OrgID: "demo", Data: events.Telemetry{
		DeviceID: fmt.Sprint("d-", f.first+n+1), OrgID: "demo", ReceivedAt: atMs, Samples: []events.Sample{{Time: atMs, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed}},
	}}
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
