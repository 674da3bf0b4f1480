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

// TripsOf returns by vehicle what Trips returns of one, but for when it was heard. It asks for all vehicles at once, and looks at the samples of days that were not judged since the last of them came.
// The caller has made sure that they may be seen.
func (s *Store) TripsOf(ctx context.Context, orgID string, vehicleIDs []string, fromMs, toMs int64) (map[string]Past, error) {
	found := make(map[string]Past, len(vehicleIDs))
	err := inMonths(fromMs, toMs, func(sinceMs, untilMs int64) error {
		first, last := Number(sinceMs), Number(untilMs-1)
		var k known
		err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
			k, err = readKnown(tx, orgID, vehicleIDs, first, last, false)
			return err
		})
		if err != nil {
			return err
		}
		for _, id := range vehicleIDs {
			days, err := s.days(k, id, first, last, func(number int64) (d Day, err error) {
				err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
					d, err = s.judgeDay(tx, k, id, number)
					return err
				})
				return d, err
			})
			if err != nil {
				return fmt.Errorf("vehicle %s: %w", id, err)
			}
			past := found[id]
			past.add(pastOf(days, sinceMs, untilMs))
			found[id] = past
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list trips of %d vehicles: %w", len(vehicleIDs), err)
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
	if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
		return found, err
	}
	first, last := Number(fromMs), Number(toMs-1)
	k, err := readKnown(tx, orgID, []string{vehicleID}, first, last, true)
	if err != nil {
		return found, err
	}
	days, err := s.days(k, vehicleID, first, last, func(number int64) (Day, error) { return s.judgeDay(tx, k, vehicleID, number) })
	return pastOf(days, fromMs, toMs), err
}

// pastOf are the trips of days that overlap a time, and what else was on the days.
func pastOf(days []Day, fromMs, toMs int64) (found Past) {
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
	return found
}

// days returns the days of a vehicle from first to last, and the one before if a trip of it goes on: a trip ends by the day after it began. judge is asked for those that nobody judged yet.
func (s *Store) days(k known, vehicleID string, first, last int64, judge func(number int64) (Day, error)) (days []Day, err error) {
	day := func(number int64) (Day, error) {
		if d, there := s.judgedDay(k, vehicleID, number); there {
			return d, nil
		}
		return judge(number)
	}
	for number := first; number <= last; number++ {
		d, err := day(number)
		if err != nil {
			return nil, err
		}
		days = append(days, d)
	}
	if !days[0].Begun {
		return days, nil
	}
	before, err := day(first - 1)
	return append([]Day{before}, days...), err
}

func carried(tx *gorm.DB, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (history.Carrier, error) {
	if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
		return history.Carrier{}, err
	}
	return history.CarrierOf(tx, orgID, vehicleID, fromMs, toMs)
}
