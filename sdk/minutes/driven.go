package minutes

import (
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

const (
	// fastestKmh is what no vehicle drives: a position further away is none.
	fastestKmh = 250.0
	// tremblesM is how far the positions of a vehicle that stands lie apart.
	tremblesM = 15.0
)

// DrivenM is how many metres a vehicle went between two minutes: by its odometer, else as the crow flies.
func DrivenM(a, b *events.Sample) float64 {
	minutes := max(float64(b.Time-a.Time)/float64(MinuteMs), 1)
	most := fastestKmh * 1000 / 60 * minutes
	if a.OdometerM != nil && b.OdometerM != nil {
		if metres := *b.OdometerM - *a.OdometerM; metres >= 0 && metres <= most {
			return metres
		}
		return 0
	}
	if a.Lat == nil || b.Lat == nil {
		return 0
	}
	if metres := fleet.DistanceM(*a.Lat, *a.Lng, *b.Lat, *b.Lng); metres <= most && metres > tremblesM {
		return metres
	}
	return 0
}
