package trip

import (
	"slices"
	"sync"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// basis says of which samples a day was judged. Samples are only ever added and never change, so as many of the same devices are the same ones; a late one
// makes it another day.
type basis struct {
	devices []string
	counts  [4]int64 // of the end of the day before, the day, the beginning of the day after, and all of that where a trip went on; else notFollowed
}

const notFollowed = -1

func (b basis) same(other basis) bool {
	return b.counts == other.counts && slices.Equal(b.devices, other.devices)
}

// nothing reports that no sample has a say in the day.
func (b basis) nothing() bool { return b.counts == [4]int64{0, 0, 0, notFollowed} }

// known is what is known of the days of vehicles without a look at their samples.
type known struct {
	orgID  string
	fitted history.Fitted
	counts history.Counts
	kept   map[vehicleDay]keptDay
	heard  bool // kept days say when the vehicle was heard
}

// readKnown reads what is known of vehicles from the day before first to last; with heard also when they were heard, which takes most of the time.
func readKnown(tx *gorm.DB, orgID string, vehicleIDs []string, first, last int64, heard bool) (k known, err error) {
	fromMs, _ := Window(first-1, false)
	_, toMs := Window(last, true)
	k.orgID, k.heard = orgID, heard
	if k.fitted, err = history.FittedTo(tx, orgID, vehicleIDs, fromMs, toMs); err != nil {
		return k, err
	}
	if k.counts, err = history.CountDays(tx, orgID, k.fitted.Devices(), first-2, last+1); err != nil {
		return k, err
	}
	k.kept, err = keptDays(tx, orgID, vehicleIDs, first-1, last, heard)
	return k, err
}

// carrier is a vehicle with the devices whose samples have a say in a day.
func (k known) carrier(vehicleID string, number int64, followed bool) history.Carrier {
	fromMs, toMs := Window(number, followed)
	return k.fitted.Carrier(k.orgID, vehicleID, fromMs, toMs)
}

// basis is of which samples a day would be judged now.
func (k known) basis(vehicleID string, number int64, followed bool) basis {
	devices := k.carrier(vehicleID, number, followed).Devices
	after := k.counts.Of(devices, number+1)
	b := basis{devices, [4]int64{k.counts.Of(devices, number-1).Tail, k.counts.Of(devices, number).Samples, after.Head, notFollowed}}
	if followed {
		b.counts[3] = after.Samples
	}
	return b
}

// tripDays remembers days that were judged.
type tripDays struct {
	mu     sync.Mutex
	judged map[vehicleDay]judgedDay
}

type vehicleDay struct {
	orgID, vehicleID string
	number           int64
}

type judgedDay struct {
	basis
	day Day
}

// mostTripDays bounds the memory; whoever forgets reads or judges again.
const mostTripDays = 20_000

func newTripDays() *tripDays { return &tripDays{judged: map[vehicleDay]judgedDay{}} }

func (t *tripDays) get(key vehicleDay) (judgedDay, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	was, there := t.judged[key]
	return was, there
}

func (t *tripDays) put(key vehicleDay, is judgedDay) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.judged) >= mostTripDays {
		clear(t.judged)
	}
	t.judged[key] = is
}

// judgedDay is a day as it is remembered or kept; false: its samples have to be looked at.
func (s *Store) judgedDay(k known, vehicleID string, number int64) (Day, bool) {
	key := vehicleDay{k.orgID, vehicleID, number}
	was, remembered := s.judged.get(key)
	kept, isKept := k.kept[key]
	for _, followed := range []bool{false, true} {
		now := k.basis(vehicleID, number, followed)
		switch {
		case now.nothing():
			return Day{}, true
		case remembered && was.same(now):
			return was.day, true
		case isKept && (kept.same(now) || kept.lostDayBefore(now)):
			if k.heard {
				s.judged.put(key, judgedDay{now, kept.day})
			}
			return kept.day, true
		}
	}
	return Day{}, false
}

// judgeDay judges a day by its samples, and keeps what it says if the day is over: one that is not changes with each sample.
func (s *Store) judgeDay(tx *gorm.DB, k known, vehicleID string, number int64) (Day, error) {
	d, followed, err := judge(tx, k, vehicleID, number)
	if err != nil {
		return d, err
	}
	key, nowMs := vehicleDay{k.orgID, vehicleID, number}, s.now().UnixMilli()
	if before, was := k.kept[key]; was {
		d = repaired(d, number, before, nowMs)
	}
	is := judgedDay{k.basis(vehicleID, number, followed), d}
	if history.Begins(number+1) < nowMs {
		if err := keep(tx, key, keptDay{is, nowMs}); err != nil {
			return d, err
		}
	}
	s.judged.put(key, is)
	return d, nil
}

// judge reads a day's samples and judges them; followed: a trip went on after them, and the day after was read, too.
func judge(tx *gorm.DB, k known, vehicleID string, number int64) (d Day, followed bool, err error) {
	for _, followed = range []bool{false, true} {
		fromMs, toMs := Window(number, followed)
		v := k.carrier(vehicleID, number, followed)
		found, err := v.All(tx, fromMs, toMs, 0)
		if err != nil {
			return d, followed, err
		}
		if d = OfDay(number, Samples(history.Choose(found, v.Devices))); !d.GoesOn {
			break
		}
	}
	return d, followed, nil
}
