package trip

import (
	"slices"
	"sync"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// tripDays remembers days that were judged. Samples are only ever added and never change, so a day of as many samples as before, of the same
// devices, is the same day; a late sample makes it another one.
type tripDays struct {
	mu     sync.Mutex
	judged map[vehicleDay]judgedDay
}

type vehicleDay struct {
	orgID, vehicleID string
	number           int64
}

type judgedDay struct {
	devices []string
	counts  [3]int64 // of the day before, the day and the day after, which all have a say in it
	day     Day
}

// mostTripDays bounds the memory; whoever forgets judges again.
const mostTripDays = 20_000

func newTripDays() *tripDays { return &tripDays{judged: map[vehicleDay]judgedDay{}} }

func (t *tripDays) get(key vehicleDay, devices []string, counts [3]int64) (Day, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	was, there := t.judged[key]
	return was.day, there && was.counts == counts && slices.Equal(was.devices, devices)
}

func (t *tripDays) put(key vehicleDay, is judgedDay) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.judged) >= mostTripDays {
		clear(t.judged)
	}
	t.judged[key] = is
}

// tripDay is a day, judged unless nothing was added to it since it was judged: as it is remembered or kept, else by its samples.
func (s *Store) tripDay(tx *gorm.DB, v history.Carrier, number int64, counts map[int64]int64, kept map[int64]keptDay) (Day, error) {
	near := [3]int64{counts[number-1], counts[number], counts[number+1]}
	if near == [3]int64{} {
		return Day{}, nil
	}
	key := vehicleDay{v.OrgID, v.VehicleID, number}
	if d, same := s.judged.get(key, v.Devices, near); same {
		return d, nil
	}
	before, was := kept[number]
	if was && (before.fits(v.Devices, near) || before.lostDayBefore(v.Devices, near)) {
		s.judged.put(key, judgedDay{v.Devices, near, before.day})
		return before.day, nil
	}
	d, err := judge(tx, v, number)
	if err != nil {
		return d, err
	}
	nowMs := s.now().UnixMilli()
	if was {
		d = repaired(d, number, before, nowMs)
	}
	if history.Begins(number+1) < nowMs { // a day that is not over changes with each sample
		if err := keep(tx, v, number, keptDay{devices: v.Devices, counts: near, judgedMs: nowMs, day: d}); err != nil {
			return d, err
		}
	}
	s.judged.put(key, judgedDay{v.Devices, near, d})
	return d, nil
}
