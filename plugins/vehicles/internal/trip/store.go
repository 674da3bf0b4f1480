package trip

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
)

// Store reads trips from the samples that vehicles have sent.
type Store struct {
	db     store.Transactor
	judged *tripDays
}

// NewStore reads from db.
func NewStore(db store.Transactor) *Store { return &Store{db: db, judged: newTripDays()} }

const selectTrack = `
SELECT s.device_id, s.time_ms, s.lat, s.lng, s.speed_kmh, s.speed_limit_kmh, s.ignition, s.odometer_m FROM vehicles.sample s
WHERE s.org_id = ? AND s.device_id = ANY(?) AND s.vehicle_id = ? AND s.time_ms >= ? AND s.time_ms < ? ORDER BY s.time_ms, s.device_id`

// Track returns what a vehicle in visible said from a time to before another (Unix milliseconds), the oldest first, at most limit. Where
// several devices on it spoke, it is what its best one said.
func (s *Store) Track(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64, limit int) (list []Sample, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		v, err := s.carried(tx, orgID, visible, vehicleID, fromMs, toMs)
		if err != nil {
			return err
		}
		// As many of each device: then the best one's are not cut off by the others'.
		found, err := readTrack(tx, selectTrack+` LIMIT ?`, orgID, store.List(v.devices), vehicleID, fromMs, toMs, limit*max(1, len(v.devices)))
		list = Choose(found, v.devices)
		list = list[:min(len(list), limit)]
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list the track of vehicle %s: %w", vehicleID, err)
	}
	return list, nil
}

// readTrack reads samples; a day has many thousands, so without the detour over gorm's names.
func readTrack(tx *gorm.DB, query string, args ...any) (list []Sample, err error) {
	found, err := tx.Raw(query, args...).Rows()
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var s Sample
		if err := found.Scan(&s.DeviceID, &s.TimeMs, &s.Lat, &s.Lng, &s.SpeedKmh, &s.SpeedLimitKmh, &s.Ignition, &s.OdometerM); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, found.Err()
}

// Trips returns the trips of a vehicle in visible that overlap the time from one instant to before another (Unix milliseconds), and the idling
// of those days, both in the order of time.
func (s *Store) Trips(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (found Day, err error) {
	first, last := Number(fromMs), Number(toMs-1)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		beginsMs, _ := Window(first-1, false)
		_, endsMs := Window(last, true)
		v, err := s.carried(tx, orgID, visible, vehicleID, beginsMs, endsMs)
		if err != nil {
			return err
		}
		days, err := s.tripDays(tx, v, first, last)
		for _, d := range days {
			found.Idling = append(found.Idling, d.Idling...)
			for _, t := range d.Trips {
				if t.StartMs < toMs && t.EndMs > fromMs {
					found.Trips = append(found.Trips, t)
				}
			}
		}
		return err
	})
	if err != nil {
		return found, fmt.Errorf("list trips of vehicle %s: %w", vehicleID, err)
	}
	return found, nil
}

// tripDays returns the days from first to last, and the one before if a trip of it goes on: a trip ends by the day after it began.
func (s *Store) tripDays(tx *gorm.DB, v carrier, first, last int64) (days []Day, err error) {
	counts, err := v.counts(tx, first-2, last+1)
	if err != nil {
		return nil, err
	}
	for number := first; number <= last; number++ {
		d, err := s.tripDay(tx, v, number, counts)
		if err != nil {
			return nil, err
		}
		days = append(days, d)
	}
	if !days[0].Begun {
		return days, nil
	}
	before, err := s.tripDay(tx, v, first-1, counts)
	return append([]Day{before}, days...), err
}

// carrier is a vehicle and the devices that it carried in a time, the best first: the default one, then by their ids.
type carrier struct {
	orgID, vehicleID string
	devices          []string
}

func (s *Store) carried(tx *gorm.DB, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (carrier, error) {
	v := carrier{orgID: orgID, vehicleID: vehicleID}
	if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
		return v, err
	}
	var err error
	v.devices, err = store.Rows[string](tx, `
		SELECT a.device_id FROM vehicles.assignment a WHERE a.org_id = ? AND a.vehicle_id = ? AND a.from_ms < ? AND (a.to_ms IS NULL OR a.to_ms > ?)
		GROUP BY a.device_id ORDER BY bool_or(a.is_default AND a.to_ms IS NULL) DESC, a.device_id`, orgID, vehicleID, toMs, fromMs)
	return v, err
}

// counts returns how many samples the devices have on each day from first to last.
func (v carrier) counts(tx *gorm.DB, first, last int64) (map[int64]int64, error) {
	const dayMs = int64(24 * time.Hour / time.Millisecond)
	found, err := store.Rows[struct{ Day, Samples int64 }](tx, `
		SELECT s.time_ms / ? AS day, count(*) AS samples FROM vehicles.sample s
		WHERE s.org_id = ? AND s.device_id = ANY(?) AND s.time_ms >= ? AND s.time_ms < ? GROUP BY 1`,
		dayMs, v.orgID, store.List(v.devices), first*dayMs, (last+1)*dayMs)
	counts := make(map[int64]int64, len(found))
	for _, f := range found {
		counts[f.Day] = f.Samples
	}
	return counts, err
}

// judge reads a day's samples and judges them.
func (v carrier) judge(tx *gorm.DB, number int64) (d Day, err error) {
	for _, whole := range []bool{false, true} {
		fromMs, toMs := Window(number, whole)
		found, err := readTrack(tx, selectTrack, v.orgID, store.List(v.devices), v.vehicleID, fromMs, toMs)
		if err != nil {
			return d, err
		}
		if d = OfDay(number, Choose(found, v.devices)); !d.GoesOn {
			break
		}
	}
	return d, nil
}
