package trial

import (
	"math"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
)

// small is a Position in 32 bytes, a third of what it is with its pointers: a past of a large fleet is kept so.
type small struct {
	lat, lng, speedKmh float64 // the speed is no number where nothing was said
	afterMs            uint32  // the beginning of the past
	what               uint8
}

// What a small position is and says.
const (
	isGap uint8 = 1 << iota
	saysIgnition
	isOn
)

// shrunk are positions since a time; false where one is not within 49 days after it.
func shrunk(list []Position, fromMs int64) (few []small, fits bool) {
	few = make([]small, len(list))
	for i, p := range list {
		if p.Gap {
			few[i].what = isGap
			continue
		}
		after := p.TimeMs - fromMs
		if after < 0 || after > math.MaxUint32 {
			return nil, false
		}
		few[i] = small{p.At.Lat, p.At.Lng, math.NaN(), uint32(after), 0}
		if p.SpeedKmh != nil {
			few[i].speedKmh = *p.SpeedKmh
		}
		if p.Ignition != nil {
			if few[i].what = saysIgnition; *p.Ignition {
				few[i].what |= isOn
			}
		}
	}
	return few, true
}

// whole are the positions again.
func whole(few []small, fromMs int64) []Position {
	list, speeds, on, off := make([]Position, len(few)), make([]float64, len(few)), true, false
	for i, s := range few {
		if s.what&isGap != 0 {
			list[i].Gap = true
			continue
		}
		list[i].Fix = watch.Fix{TimeMs: fromMs + int64(s.afterMs), At: shape.Point{Lat: s.lat, Lng: s.lng}}
		if speeds[i] = s.speedKmh; !math.IsNaN(s.speedKmh) {
			list[i].SpeedKmh = &speeds[i]
		}
		switch {
		case s.what&isOn != 0:
			list[i].Ignition = &on
		case s.what&saysIgnition != 0:
			list[i].Ignition = &off
		}
	}
	return list
}
