// Package history reads what devices measured in the past: one ordered series, however it is kept.
package history

import (
	"time"

	"outrider.dev/sdk/events"
)

// What of a reading its device said.
const (
	HasPosition uint16 = 1 << iota
	HasSpeed
	HasHeading
	HasAltitude
	HasIgnition
	HasLimit
	HasOdometer
	HasSignal
	HasFuel
	HasBattery
)

// Reading is a stored sample. A value counts only where Has says so.
type Reading struct {
	DeviceID       string
	TimeMs         int64 // Unix milliseconds
	Lat, Lng       float64
	SpeedKmh       float64
	HeadingDeg     float64
	AltitudeM      float64
	SpeedLimitKmh  float64
	OdometerM      float64
	FuelPercent    float64
	BatteryPercent float64
	Signal         int
	Has            uint16
	Ignition       bool
	CAN            string // what the vehicle's bus said, as events.CAN writes it; empty: nothing
}

// Said reports whether the device said all of what.
func (r *Reading) Said(what uint16) bool { return r.Has&what == what }

// Of is a pointer to a value that the device said, nil to one that it did not.
func (r *Reading) Of(what uint16, value *float64) *float64 {
	if r.Said(what) {
		return value
	}
	return nil
}

// On is the ignition, nil if the device did not say.
func (r *Reading) On() *bool {
	if r.Said(HasIgnition) {
		return &r.Ignition
	}
	return nil
}

// Bars is the signal, nil if the device did not say.
func (r *Reading) Bars() *int {
	if r.Said(HasSignal) {
		return &r.Signal
	}
	return nil
}

// Bus is what the vehicle's bus said; nil: nothing.
func (r *Reading) Bus() *events.CAN {
	if r.CAN == "" {
		return nil
	}
	said, err := events.ReadCAN([]byte(r.CAN))
	if err != nil {
		return nil // it was written by a newer version: the rest of the reading counts
	}
	return said
}

// Sample is the reading as devices send it.
func (r *Reading) Sample() events.Sample {
	return events.Sample{
		Time: r.TimeMs, Lat: r.Of(HasPosition, &r.Lat), Lng: r.Of(HasPosition, &r.Lng), GPSValid: r.Said(HasPosition), SpeedKmh: r.Of(HasSpeed, &r.SpeedKmh),
		HeadingDeg: r.Of(HasHeading, &r.HeadingDeg), AltitudeM: r.Of(HasAltitude, &r.AltitudeM), Ignition: r.On(), SpeedLimitKmh: r.Of(HasLimit, &r.SpeedLimitKmh),
		OdometerM: r.Of(HasOdometer, &r.OdometerM), Signal: r.Bars(), FuelPercent: r.Of(HasFuel, &r.FuelPercent), BatteryPercent: r.Of(HasBattery, &r.BatteryPercent), CAN: r.Bus(),
	}
}

// Silence is how long nothing comes until nothing is known of a vehicle any more.
const Silence = 10 * time.Minute

const dayMs = int64(24 * time.Hour / time.Millisecond)

// Day is which day of UTC an instant in Unix milliseconds is on.
func Day(atMs int64) int64 { return atMs / dayMs }

// Begins is the first millisecond of a day.
func Begins(day int64) int64 { return day * dayMs }
