package recordertest

import (
	"sync"
	"time"

	"outrider.dev/fleetsim/traffic"
)

const (
	// afternoon is the hour where vans are when the tests begin, whatever it is where they run: shifts begin in the morning.
	afternoon = 15
	// worked is how far back vans are looked at.
	worked = 8 * time.Hour
	// aDrive is how many minutes a drive takes that tests can use.
	aDrive = 5
)

var (
	began = time.Now().UTC().Truncate(time.Second)
	where = afternoonAt(began)
	mu    sync.Mutex
	seeds = map[string]uint64{} // of the vans that were asked for, by their devices
)

// Van is the vehicle of New's recorders. Within the hours before the tests it has driven, and stood before and after a drive, at whatever hour of
// whatever day they run.
func Van(deviceID string) *traffic.Vehicle {
	mu.Lock()
	defer mu.Unlock()
	for seeds[deviceID] == 0 || !works(van(deviceID, seeds[deviceID])) {
		seeds[deviceID]++
	}
	return van(deviceID, seeds[deviceID])
}

func van(deviceID string, seed uint64) *traffic.Vehicle {
	return traffic.New(seed, traffic.Spec{DeviceID: deviceID, Model: "JH8", Vehicle: "Van 1", Type: "van"}, where)
}

// works reports whether a van has driven, and made a whole drive.
func works(v *traffic.Vehicle) bool {
	minutes, stood := 0, false
	for at := began.Add(-worked); at.Before(began); at = at.Add(time.Minute) {
		switch on := *v.Sample(at).Ignition; {
		case on:
			minutes++
		case stood && minutes >= aDrive:
			return !Driven(v).IsZero()
		default:
			minutes, stood = 0, true
		}
	}
	return false
}

// Driven is the newest instant at which a van has driven for a while, at least two minutes before the tests began; zero if there is none.
func Driven(v *traffic.Vehicle) time.Time {
	moves := func(at time.Time) bool {
		s := v.Sample(at)
		return *s.Ignition && *s.SpeedKmh > 20
	}
	for at := began.Add(-2 * time.Minute); at.After(began.Add(-worked)); at = at.Add(-time.Minute) {
		if moves(at) && moves(at.Add(-time.Minute)) && moves(at.Add(time.Minute)) {
			return at
		}
	}
	return time.Time{}
}

// afternoonAt is where it is afternoon at an instant.
func afternoonAt(at time.Time) *time.Location {
	return time.FixedZone("afternoon", (afternoon-at.Hour())*60*60)
}
