//go:build bench

package intake_test

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/intake"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/events"
)

const (
	benchOrgs   = 10
	benchFences = 10_000 // of each
	mostHeapMB  = 64 * benchOrgs
)

// TestBenchHost has ten organisations with 10,000 geofences of 32 corners each in one database: how long a plugin that starts takes until it knows them all, what they take in
// memory, and whether a vehicle of each that drives into one is seen.
func TestBenchHost(t *testing.T) {
	s := newSite(t)
	for i := range benchOrgs {
		s.manyFences(orgOf(i))
	}
	s.Time = s.Time.Add(time.Second)
	before := heapMB()
	s.taker = intake.New(s.DB, book.NewBooks(s.Now), s.Now)
	began := time.Now()
	for i := range benchOrgs {
		if err := s.taker.DueOf(t.Context(), orgOf(i)); err != nil { // the first work after a start reads all geofences
			t.Fatal(err)
		}
	}
	read, heap := time.Since(began), heapMB()-before
	took := s.driveInto()
	t.Logf("%d geofences read in %.1f s, %.0f MB of heap; %.0f ms from a position to its event", benchOrgs*benchFences, read.Seconds(), heap, float64(took.Milliseconds())/benchOrgs)
	if heap > mostHeapMB {
		t.Errorf("%.0f MB, want %d at most", heap, mostHeapMB)
	}
	runtime.KeepAlive(s.taker)
}

func orgOf(i int) string { return fmt.Sprintf("org-%d", i) }

func heapMB() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

// manyFences makes a grid of geofences, 0.09 of a degree apart from 50.2 north and 7.5 west on, and a vehicle with a device.
func (s *site) manyFences(orgID string) {
	s.t.Helper()
	list := make([]fence.Fence, benchFences)
	for n := range list {
		lat, lng := 50.2+0.08*float64(n/100), -7.5+0.09*float64(n%100)
		ring := make([]shape.Point, 32)
		for k := range ring {
			angle := 2 * math.Pi * float64(k) / 32
			ring[k] = shape.Point{Lat: lat + 0.02*math.Sin(angle), Lng: lng + 0.03*math.Cos(angle)}
		}
		list[n].ID, list[n].Name, list[n].Colour, list[n].Path, list[n].All = fmt.Sprintf("%s-%d", orgID, n), fmt.Sprintf("Plot %d", n), "#1976D2B3", "/"+orgID+"/", true
		list[n].Shape, list[n].Triggers.Enter = shape.Shape{Type: shape.Polygon, Points: ring}, true
	}
	for len(list) > 0 {
		if err := s.Fences.CreateAll(s.t.Context(), orgID, list[:1000]); err != nil {
			s.t.Fatal(err)
		}
		list = list[1000:]
	}
	err := s.Fleet.ApplyGroup(s.t.Context(), events.Event[events.GroupChanged]{OrgID: orgID, Sequence: 1, At: begin, Data: events.GroupChanged{ID: orgID, Path: "/" + orgID + "/"}})
	if err == nil {
		err = s.Fleet.ApplyVehicle(s.t.Context(), events.Event[events.VehicleChanged]{OrgID: orgID, Sequence: 1, Data: events.VehicleChanged{ID: "v", Name: "v", Type: "van", GroupID: orgID}})
	}
	if err == nil {
		d := events.DeviceChanged{ID: "d", VehicleID: "v", Assignments: []events.Assignment{{VehicleID: "v", FromMs: 1, Default: true}}}
		err = s.Fleet.ApplyDevice(s.t.Context(), events.Event[events.DeviceChanged]{OrgID: orgID, Sequence: 1, Data: d})
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// driveInto has the vehicle of each organisation drive into a geofence, and returns how long that took until the events were kept.
func (s *site) driveInto() time.Duration {
	s.t.Helper()
	at := func(second int, lng float64) events.Sample {
		one := fix(second, lng, 50)
		lat := 50.2 + 0.08*50
		one.Lat = &lat
		return one
	}
	centre := -7.5 + 0.09*50
	began := time.Now()
	for i := range benchOrgs {
		e := events.Event[events.Telemetry]{OrgID: orgOf(i), Data: events.Telemetry{
			DeviceID: "d", OrgID: orgOf(i), ReceivedAt: s.Time.Add(time.Hour).UnixMilli(), Samples: []events.Sample{at(10, centre-0.045), at(20, centre), at(30, centre)},
		}}
		if err := s.taker.Telemetry(s.t.Context(), []events.Event[events.Telemetry]{e}); err != nil {
			s.t.Fatal(err)
		}
	}
	took := time.Since(began)
	for i := range benchOrgs {
		var found []string
		err := s.DB.InOrg(s.t.Context(), orgOf(i), func(tx *gorm.DB) error {
			return tx.Raw(`SELECT geofence_id FROM geofences.visit_event WHERE trigger = 'enter'`).Scan(&found).Error
		})
		if want := fmt.Sprintf("%s-%d", orgOf(i), 50*100+50); err != nil || len(found) != 1 || found[0] != want {
			s.t.Errorf("%s: %v %v, want that %s was entered", orgOf(i), found, err, want)
		}
	}
	return took
}
