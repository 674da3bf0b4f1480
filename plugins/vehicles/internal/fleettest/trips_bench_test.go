//go:build bench

package fleettest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
)

// mostTrips is how long the trips of a vehicle over thirty days take at the 99th percentile.
const mostTrips = 200 * time.Millisecond

// TestRivalTrips asks 1,000 vehicles one after the other for their trips of thirty days that were judged before, as on the day after. Two drives of a month are had by five hundred each.
func TestRivalTrips(t *testing.T) {
	const copies, length = 500, 30
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(10 * time.Hour)
	from := f.now.AddDate(0, 0, -length)
	own := trip.NewStore(f.db, func() time.Time { return f.now })
	ids := []string{}
	for n, id := range []string{"p00", "p01"} {
		v := f.add(vehicle.Vehicle{ID: "v-" + id, Name: "HGV " + id, Type: "truck", GroupID: "north"})
		f.device(id, "")
		must(t, f.Assign(t.Context(), "demo", all, v.ID, id, from.UnixMilli(), true))
		f.bring(id, traffic.History(uint64(n), traffic.Spec{DeviceID: id, Type: "truck"}, time.UTC, from, f.now, traffic.Pace{Moving: 15 * time.Second, Parked: 5 * time.Minute}))
		ids = append(ids, v.ID)
	}
	f.pack()
	for _, id := range ids {
		used := ownTime(t)
		found, err := own.Trips(t.Context(), "demo", all, id, from.UnixMilli(), f.now.UnixMilli())
		must(t, err)
		t.Logf("%s: %d trips, judged in %s of a processor", id, len(found.Trips), ownTime(t)-used)
	}
	for n := 1; n < copies; n++ {
		suffix := fmt.Sprintf("-%03d", n)
		for _, id := range []string{"p00", "p01"} {
			copied := f.add(vehicle.Vehicle{ID: "v-" + id + suffix, Name: "HGV " + id + suffix, Type: "truck", GroupID: "north"})
			f.device(id+suffix, "")
			must(t, f.Assign(t.Context(), "demo", all, copied.ID, id+suffix, from.UnixMilli(), true))
			ids = append(ids, copied.ID)
		}
		must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			for _, sql := range []string{
				`INSERT INTO vehicles.packed (org_id, device_id, span_ms, vehicle_id, samples, taken, data, reach)
					SELECT org_id, device_id || @s, span_ms, vehicle_id || @s, samples, taken, data, reach FROM vehicles.packed WHERE device_id IN ('p00', 'p01')`,
				`INSERT INTO vehicles.judged_day SELECT (jsonb_populate_record(NULL::vehicles.judged_day, to_jsonb(j) || jsonb_build_object('vehicle_id', j.vehicle_id || @s, 'devices', jsonb_build_array(j.devices[1] || @s)))).*
					FROM vehicles.judged_day j WHERE j.vehicle_id IN ('v-p00', 'v-p01') AND cardinality(j.devices) = 1`,
				`INSERT INTO vehicles.trip SELECT (jsonb_populate_record(NULL::vehicles.trip, to_jsonb(j) || jsonb_build_object('vehicle_id', j.vehicle_id || @s))).* FROM vehicles.trip j WHERE j.vehicle_id IN ('v-p00', 'v-p01')`,
			} {
				if err := tx.Exec(sql, map[string]any{"s": suffix}).Error; err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(t, f.asOwner(`ANALYZE vehicles.packed, vehicles.trip, vehicles.judged_day`))
	to := f.now.Truncate(24 * time.Hour).UnixMilli() // today is judged by its samples
	for _, round := range []string{"first", "again"} {
		var took []time.Duration
		used, trips := ownTime(t), 0
		for _, id := range ids {
			begun := time.Now()
			found, err := own.Trips(t.Context(), "demo", all, id, from.UnixMilli(), to)
			must(t, err)
			took, trips = append(took, time.Since(begun)), trips+len(found.Trips)
		}
		used = ownTime(t) - used
		slices.Sort(took)
		p99 := took[len(took)*99/100]
		fmt.Printf("trips of %d vehicles over %d days, %s: %d trips, p50 %s, p99 %s, %s of a processor each in the plugin\n", len(ids), length, round, trips,
			took[len(took)/2].Round(100*time.Microsecond), p99.Round(100*time.Microsecond), (used / time.Duration(len(ids))).Round(10*time.Microsecond))
		if p99 > mostTrips {
			t.Errorf("trips take %s at the 99th percentile, more than %s", p99, mostTrips)
		}
	}
	begun, used := time.Now(), ownTime(t)
	_, err := own.TripsOf(t.Context(), "demo", ids, from.UnixMilli(), to)
	must(t, err)
	fmt.Printf("trips of all %d at once: %s, %s of a processor in the plugin\n", len(ids), time.Since(begun).Round(time.Millisecond), (ownTime(t) - used).Round(time.Millisecond))
}
