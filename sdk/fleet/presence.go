// Package fleet is the vocabulary that every plugin shares: presence, vehicle types, units and distances. It has no dependencies.
package fleet

import "time"

// Presence is what a device is doing now.
type Presence string

// The presence states. A device that was never heard of is Offline.
const (
	Moving     Presence = "MOVING"     // at or above MovingSpeedKmh
	Stationary Presence = "STATIONARY" // ignition off
	Idling     Presence = "IDLING"     // ignition on, below MovingSpeedKmh
	Offline    Presence = "OFFLINE"    // nothing received for OfflineAfter
	Unknown    Presence = "UNKNOWN"    // connected, but never a valid position
)

const (
	// MovingSpeedKmh is the speed in km/h from which a vehicle moves.
	MovingSpeedKmh = 5.0
	// OfflineAfter is how long a device is silent before it counts as offline.
	OfflineAfter = 10 * time.Minute
)

type presenceLook struct {
	code         int
	colour, text string
}

var presenceLooks = map[Presence]presenceLook{
	Moving:     {1, "green", "Driving"},
	Stationary: {2, "red", "Park Mode"},
	Idling:     {3, "orange", "Idling"},
	Offline:    {4, "grey", "Offline"},
	Unknown:    {5, "orange", "Unknown"},
}

// Code is the number of the state: moving 1, stationary 2, idling 3, offline 4, unknown 5.
func (p Presence) Code() int { return p.look().code }

// Colour is the name of the state's colour on the map.
func (p Presence) Colour() string { return p.look().colour }

// Text is the state as it is shown, in English: "Driving" for MOVING, "Park Mode" for STATIONARY.
func (p Presence) Text() string { return p.look().text }

func (p Presence) look() presenceLook {
	if look, ok := presenceLooks[p]; ok {
		return look
	}
	return presenceLooks[Offline]
}

// Reading is what presence is judged by.
type Reading struct {
	LastSeen    time.Time // when something was last received; zero: never
	EverLocated bool      // a valid position was received at some time
	Ignition    bool
	SpeedKmh    float64
}

// PresenceAt judges r at the instant now.
func PresenceAt(r Reading, now time.Time) Presence {
	switch {
	case r.LastSeen.IsZero() || now.Sub(r.LastSeen) >= OfflineAfter:
		return Offline
	case !r.EverLocated:
		return Unknown
	case r.SpeedKmh >= MovingSpeedKmh:
		return Moving
	case r.Ignition:
		return Idling
	default:
		return Stationary
	}
}
