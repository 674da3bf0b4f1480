package recording

import (
	"time"

	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/device"
)

// onDay is what of a recording lies between the ends of a day, in seconds by the clock on the wall: more than one where the clock jumps.
// What still grows is certain up to now; the rest has no end.
func onDay(r device.Recording, from, to, now time.Time) (list []Interval) {
	if r.Channel < 1 || r.Channel > 8 {
		return nil
	}
	start, end := time.UnixMilli(r.StartMs), time.UnixMilli(r.EndMs)
	if r.EndMs == 0 {
		end = now
	}
	for _, s := range zones.Stretches(later(start, from), earlier(end, to), from.Location()) {
		begins, ends := s.Seconds()
		list = append(list, Interval{r.Channel, begins, ends, true})
	}
	if grows := later(start, now); r.EndMs == 0 && !grows.Before(from) && grows.Before(to) {
		begins, _ := zones.Stretch{From: grows.In(from.Location()), To: grows}.Seconds()
		list = append(list, Interval{r.Channel, begins, 0, false})
	}
	return list
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
