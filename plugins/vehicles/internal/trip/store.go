package trip

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
)

// Store reads trips from the samples that vehicles have sent.
type Store struct {
	db     store.Transactor
	now    func() time.Time
	judged *tripDays
}

// NewStore reads from db, and keeps there what it judged.
func NewStore(db store.Transactor, now func() time.Time) *Store {
	return &Store{db: db, now: now, judged: newTripDays()}
}

// Track returns what a vehicle in visible said from a time to before another (Unix milliseconds), the oldest first, at most limit. Where
// several devices on it spoke, it is what its best one said.
func (s *Store) Track(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64, limit int) (list []Sample, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		v, err := carried(tx, orgID, visible, vehicleID, fromMs, toMs)
		if err != nil {
			return err
		}
		found, err := v.Best(tx, fromMs, toMs, limit)
		list = Samples(found)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list the track of vehicle %s: %w", vehicleID, err)
	}
	return list, nil
}

// Past is what a vehicle did from one instant to another, all of it in the order of time.
type Past struct {
	Trips  []Trip // those that overlap the time, whole
	Idling []Period
	Heard  []Heard
}

// Trips returns the trips of a vehicle in visible that overlap the time from one instant to before another (Unix milliseconds), and of those days when it idled and was heard.
func (s *Store) Trips(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (found Past, err error) {
	err = inMonths(fromMs, toMs, func(sinceMs, untilMs int64) error {
		return s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
			part, err := s.past(tx, orgID, visible, vehicleID, sinceMs, untilMs)
			found.add(part)
			return err
		})
	})
	if err != nil {
		return found, fmt.Errorf("list trips of vehicle %s: %w", vehicleID, err)
	}
	return found, nil
}

// Summary returns the same with what a vehicle did in exactly that time: trips are cut to it, and of what is still to come nothing counts.
func (s *Store) Summary(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs, nowMs int64) (found Past, sum Summary, err error) {
	if found, err = s.Trips(ctx, orgID, visible, vehicleID, fromMs, toMs); err != nil {
		return found, sum, err
	}
	untilMs := max(fromMs, min(toMs, nowMs))
	trips := slices.Clone(found.Trips)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for i, t := range trips {
			if t.StartMs >= fromMs && t.EndMs <= untilMs {
				continue
			}
			v, err := carried(tx, orgID, visible, vehicleID, t.StartMs, t.EndMs+1)
			if err != nil {
				return err
			}
			readings, err := v.Best(tx, max(t.StartMs, fromMs), min(t.EndMs, untilMs)+1, 0)
			if err != nil {
				return err
			}
			trips[i] = Cut(t, Samples(readings), found.Idling, fromMs, untilMs)
		}
		return nil
	})
	if err != nil {
		return found, sum, fmt.Errorf("sum up vehicle %s: %w", vehicleID, err)
	}
	return found, Summarize(trips, found.Idling, Silences(found.Heard, fromMs, untilMs), fromMs, untilMs), nil
}

func (s *Store) past(tx *gorm.DB, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (found Past, err error) {
	first, last := Number(fromMs), Number(toMs-1)
	beginsMs, _ := Window(first-1, false)
	_, endsMs := Window(last, true)
	v, err := carried(tx, orgID, visible, vehicleID, beginsMs, endsMs)
	if err != nil {
		return found, err
	}
	days, err := s.tripDays(tx, v, first, last)
	for _, d := range days {
		found.Idling = append(found.Idling, d.Idling...)
		found.Heard = append(found.Heard, d.Heard...)
		for _, t := range d.Trips {
			if t.StartMs < toMs && t.EndMs > fromMs {
				found.Trips = append(found.Trips, t)
			}
		}
	}
	found.Heard = joined(found.Heard)
	return found, err
}

// tripDays returns the days from first to last, and the one before if a trip of it goes on: a trip ends by the day after it began.
func (s *Store) tripDays(tx *gorm.DB, v history.Carrier, first, last int64) (days []Day, err error) {
	counts, err := v.CountDays(tx, first-2, last+1)
	if err != nil {
		return nil, err
	}
	kept, err := keptDays(tx, v, first-1, last)
	if err != nil {
		return nil, err
	}
	for number := first; number <= last; number++ {
		d, err := s.tripDay(tx, v, number, counts, kept)
		if err != nil {
			return nil, err
		}
		days = append(days, d)
	}
	if !days[0].Begun {
		return days, nil
	}
	before, err := s.tripDay(tx, v, first-1, counts, kept)
	return append([]Day{before}, days...), err
}

func carried(tx *gorm.DB, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (history.Carrier, error) {
	if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
		return history.Carrier{}, err
	}
	return history.CarrierOf(tx, orgID, vehicleID, fromMs, toMs)
}

// judge reads a day's samples and judges them.
func judge(tx *gorm.DB, v history.Carrier, number int64) (d Day, err error) {
	for _, whole := range []bool{false, true} {
		fromMs, toMs := Window(number, whole)
		found, err := v.All(tx, fromMs, toMs, 0)
		if err != nil {
			return d, err
		}
		if d = OfDay(number, Samples(history.Choose(found, v.Devices))); !d.GoesOn {
			break
		}
	}
	return d, nil
}
