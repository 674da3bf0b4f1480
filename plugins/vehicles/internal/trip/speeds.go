package trip

import "outrider.dev/sdk/fleet"

// limitKmh is what was allowed, the product's usual limit where nobody knows.
func (r reading) limitKmh() float64 {
	if r.SpeedLimitKmh != nil {
		return *r.SpeedLimitKmh
	}
	return fleet.DefaultSpeedLimitKmh
}

// isOver reports whether the vehicle went faster than allowed; one whose speed is not known did not.
func (r reading) isOver() bool { return r.SpeedKmh != nil && *r.SpeedKmh > r.limitKmh() }

// speeds are the highest speed of readings, and how long they are above the limit: each counts until the next one.
func speeds(list []reading) (topKmh float64, overMs int64) {
	for i, r := range list {
		if r.SpeedKmh != nil {
			topKmh = max(topKmh, *r.SpeedKmh)
		}
		if r.isOver() && i+1 < len(list) && !list[i+1].fresh {
			overMs += list[i+1].TimeMs - r.TimeMs
		}
	}
	return topKmh, overMs
}

// Cut is what of a trip lies between two instants, judged from the samples of that time; idling are the periods in which its vehicle idled.
func Cut(t Trip, samples []Sample, idling []Period, fromMs, toMs int64) Trip {
	list := read(samples)
	if len(list) == 0 {
		return Trip{StartMs: max(t.StartMs, fromMs), EndMs: min(t.EndMs, toMs), From: t.From, To: t.To}
	}
	t.StartMs, t.EndMs = max(t.StartMs, fromMs), min(t.EndMs, toMs)
	t.DistanceM, t.IdleMs = distanceM(list), within(idling, t.StartMs, t.EndMs)
	t.TopKmh, t.OverMs = speeds(list)
	t.From, t.To = list[0].last, list[len(list)-1].last
	return t
}
