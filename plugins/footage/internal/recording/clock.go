package recording

import (
	"time"

	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/device"
)

// onDay is what of a recording lies between the ends of a day, in seconds by the clock on the wall: [channel, start, end], more than one
// where the clock jumps. What still grows is certain up to now; the rest has the end 0.
func onDay(r device.Recording, from, to, now time.Time) (list [][3]int) {
	if r.Channel < 1 || r.Channel > 8 {
		return nil
	}
	start, end := time.UnixMilli(r.StartMs), time.UnixMilli(r.EndMs)
	if r.EndMs == 0 {
		end = now
	}
	for _, s := range zones.Stretches(later(start, from), earlier(end, to), from.Location()) {
		begins, ends := s.Seconds()
		list = append(list, [3]int{r.Channel, begins, ends})
	}
	if grows := later(start, now); r.EndMs == 0 && !grows.Before(from) && grows.Before(to) {
		begins, _ := zones.Stretch{From: grows.In(from.Location()), To: grows}.Seconds()
		list = append(list, [3]int{r.Channel, begins, 0})
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
