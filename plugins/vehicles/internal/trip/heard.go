package trip

import "slices"

// Heard is a time in which readings came one after the other, without a silence. Times are Unix milliseconds.
type Heard struct {
	Period
	EndsOff  bool      // its last ignition was off: a recorder that sleeps says nothing, and its vehicle stands
	From, To *Position // nil: not known
}

// heardIn are the times that something was heard in, cut to the time from one instant to another.
func heardIn(list []reading, fromMs, toMs int64) (found []Heard) {
	for first := 0; first < len(list); {
		last := first
		for last+1 < len(list) && !list[last+1].fresh {
			last++
		}
		begins, ends := max(list[first].TimeMs, fromMs), min(list[last].TimeMs, toMs)
		if begins < ends || begins == ends && ends < toMs {
			found = append(found, Heard{Period{begins, ends}, ends == list[last].TimeMs && list[last].isOff(), list[first].last, list[last].last})
		}
		first = last + 1
	}
	return found
}

// sleptM is how far a vehicle may seem to have moved while its recorder slept.
const sleptM = 200.0

// Silences are the times from one instant to another in which nothing is known of a vehicle: nothing was heard, and it was not left standing with its ignition off. heard is
// in the order of time.
func Silences(heard []Heard, fromMs, toMs int64) (found []Period) {
	add := func(from, to int64) {
		if from < to {
			found = append(found, Period{from, to})
		}
	}
	sinceMs := fromMs
	for i, h := range heard {
		slept := i > 0 && heard[i-1].EndsOff && near(heard[i-1].To, h.From)
		if h.StartMs > sinceMs && !slept {
			add(sinceMs, min(h.StartMs, toMs))
		}
		sinceMs = max(sinceMs, h.EndMs)
	}
	if last := len(heard) - 1; last < 0 || !heard[last].EndsOff && toMs-heard[last].EndMs >= silence.Milliseconds() {
		add(sinceMs, toMs)
	}
	return found
}

func near(a, b *Position) bool { return a == nil || b == nil || a.metresTo(*b) <= sleptM }

// joined puts the times of days together: what goes on over midnight is one.
func joined(list []Heard) []Heard {
	var all []Heard
	for _, h := range list {
		if last := len(all) - 1; last >= 0 && h.StartMs-all[last].EndMs < silence.Milliseconds() {
			all[last].EndMs, all[last].EndsOff, all[last].To = max(all[last].EndMs, h.EndMs), h.EndsOff, h.To
			continue
		}
		all = append(all, h)
	}
	return slices.Clip(all)
}
