//go:build bench

package fleettest_test

import (
	"encoding/hex"
	"fmt"
	"sort"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
)

const (
	nearPatterns = 10
	nearVehicles = 1000
	nearDays     = 30
	nearBound    = 2 * time.Second
)

// TestRivalPositionsAround asks for 30 days of 1,000 vehicles around places: some on routes, and one where nobody was. Each of ten drives of a month is had by
// a hundred vehicles.
func TestRivalPositionsAround(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(10 * time.Hour)
	from := f.now.AddDate(0, 0, -nearDays)
	for day := range nearDays + 1 {
		must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, -day)))
	}
	var routes [][2]float64
	var patterns []vehicle.Vehicle
	for n := range nearPatterns {
		id := fmt.Sprintf("p%02d", n)
		v := f.vehicle("HGV "+id, "north")
		patterns = append(patterns, v)
		f.device(id, "")
		must(t, f.Assign(t.Context(), "demo", all, v.ID, id, from.UnixMilli(), true))
		list := traffic.History(uint64(n), traffic.Spec{DeviceID: id, Type: "truck"}, time.UTC, from, f.now, traffic.Pace{Moving: 15 * time.Second, Parked: 5 * time.Minute})
		f.bring(id, list)
	}
	f.pack()
	for copies := 1; copies < nearVehicles/nearPatterns; copies++ {
		suffix := fmt.Sprintf("-%02d", copies)
		for n, v := range patterns {
			copied := f.add(vehicle.Vehicle{ID: v.ID + suffix, Name: v.Name + suffix, Type: "truck", GroupID: "north"})
			id := fmt.Sprintf("p%02d%s", n, suffix)
			f.device(id, "")
			must(t, f.Assign(t.Context(), "demo", all, copied.ID, id, from.UnixMilli(), true))
		}
		must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			return tx.Exec(`INSERT INTO vehicles.packed (org_id, device_id, span_ms, vehicle_id, samples, taken, data, reach)
				SELECT org_id, device_id || @s, span_ms, vehicle_id || @s, samples, taken, data, reach FROM vehicles.packed WHERE device_id ~ '^p..$'`, map[string]any{"s": suffix}).Error
		}))
	}
	must(t, f.asOwner(`ANALYZE vehicles.packed`))
	t.Logf("%s packed spans, %s samples", f.count("packed"), text(f.lines("demo", `SELECT sum(samples) FROM vehicles.packed`)))
	for _, found := range f.lines("demo", `SELECT encode(reach, 'hex') FROM vehicles.packed WHERE device_id ~ '^p0[0-4]$' AND length(reach) > 40 ORDER BY md5(device_id || span_ms) LIMIT 3`) {
		reach, err := hex.DecodeString(found)
		must(t, err)
		first := history.Region{}.See(reach).First
		routes = append(routes, [2]float64{first.Lat, first.Lng})
	}
	routes = append(routes, [2]float64{10, 10})
	var took []time.Duration
	for _, at := range routes {
		used, database, begun := ownTime(t), f.databaseTime(), time.Now()
		answer := f.askPositions(t, nearDays, fmt.Sprintf(`,"box":{"west":%v,"south":%v,"east":%v,"north":%v}`, at[1]-0.005, at[0]-0.005, at[1]+0.005, at[0]+0.005))
		waited := time.Since(begun)
		own, theirs := ownTime(t)-used, f.databaseTime()-database
		took = append(took, waited)
		told, count := placesOf(t, answer), 0
		for _, list := range told {
			count += len(list)
		}
		fmt.Printf("around %v: %d of %d vehicles, %d positions in %v; %v of a processor here and %v in the database\n", at, len(told), nearVehicles, count, waited.Round(time.Millisecond), own.Round(time.Millisecond), theirs)
	}
	sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
	if worst := took[len(took)-1]; worst > nearBound {
		t.Errorf("30 days of %d vehicles around a place take %v, want at most %v on a quiet machine", nearVehicles, worst, nearBound)
	}
}

func (f *fixture) add(v vehicle.Vehicle) vehicle.Vehicle {
	f.t.Helper()
	v, err := f.AddVehicle(f.t.Context(), "demo", all, v)
	must(f.t, err)
	return v
}
