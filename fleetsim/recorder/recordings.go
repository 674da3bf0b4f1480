package recorder

import (
	"time"

	"outrider.dev/sdk/device"
)

const (
	// keep is how long the card of a recorder lasts; older recordings are overwritten.
	keep = 72 * time.Hour
	// look is how often the ignition is looked at: shorter drives are not seen.
	look = 30 * time.Second
	// runOn is how long it records after the ignition went off.
	runOn = time.Minute
	// Channels is how many cameras a simulated recorder usually has.
	Channels = 4
)

// recordings are what there is between two instants: while the ignition was on, for every camera.
func (r *Recorder) recordings(from, to time.Time) (list []device.Recording) {
	now := r.options.Now()
	from = later(from, now.Add(-keep))
	to = earlier(to, now)
	for _, drive := range r.drives(from, to) {
		for channel := 1; channel <= r.options.Channels; channel++ {
			i := device.Recording{Channel: channel, StartMs: drive.from.UnixMilli(), EndMs: drive.to.UnixMilli()}
			if !drive.to.Before(now.Add(-look)) {
				i.EndMs = 0 // it still grows
			}
			list = append(list, i)
		}
	}
	return list
}

type stretch struct{ from, to time.Time }

// drives are the stretches with the ignition on.
func (r *Recorder) drives(from, to time.Time) (list []stretch) {
	var current *stretch
	for at := from.Truncate(look); !at.After(to); at = at.Add(look) {
		sample, _ := r.eyes.at(at)
		switch {
		case on(sample) && current == nil:
			list = append(list, stretch{later(at, from), earlier(at.Add(look), to)})
			current = &list[len(list)-1]
		case on(sample):
			current.to = earlier(at.Add(look), to)
		case current != nil:
			current.to = earlier(at.Add(runOn), to)
			current = nil
		}
	}
	return merged(list)
}

// merged joins stretches that touch.
func merged(list []stretch) (joined []stretch) {
	for _, s := range list {
		if n := len(joined); n > 0 && !s.from.After(joined[n-1].to) {
			joined[n-1].to = later(s.to, joined[n-1].to)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
