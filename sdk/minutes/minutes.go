// Package minutes keeps what vehicles say of themselves minute by minute, in a plugin's own tables: enough to judge tanks and batteries by, a hundredth of what
// devices send. It follows the stream of samples; what the plugin missed, while it was down or the organisation had its module off, is asked of the vehicles plugin.
//
// A plugin that uses it makes the tables hour and filled (docs/write-a-plugin.md), follows package replica, consumes "telemetry", and calls SamplesCall.
package minutes

import (
	"slices"

	"outrider.dev/sdk/events"
)

// MinuteMs is how long a minute is.
const MinuteMs = int64(60_000)

// HourMs is how long the minutes of one row are.
const HourMs = 60 * MinuteMs

// Add puts a sample into a list of minutes, which is in the order of time. A minute is its newest sample, with what earlier ones said besides; its speed is the highest. Samples may
// come in any order and more than once.
func Add(list []events.Sample, s events.Sample) []events.Sample {
	i, there := slices.BinarySearchFunc(list, s.Time, func(m events.Sample, at int64) int { return int(minuteOf(m.Time) - minuteOf(at)) })
	if !there {
		return slices.Insert(list, i, s)
	}
	if s.Time >= list[i].Time {
		list[i] = join(s, list[i])
	} else {
		list[i] = join(list[i], s)
	}
	return list
}

func minuteOf(atMs int64) int64 { return atMs / MinuteMs }

func hourOf(atMs int64) int64 { return atMs - (atMs%HourMs+HourMs)%HourMs }

// join is the newer of two samples with what only the older one says.
func join(newer, older events.Sample) events.Sample {
	if newer.Lat == nil {
		newer.Lat, newer.Lng, newer.GPSValid = older.Lat, older.Lng, older.GPSValid
	}
	for _, pair := range [...][2]**float64{
		{&newer.OdometerM, &older.OdometerM}, {&newer.FuelPercent, &older.FuelPercent}, {&newer.SpeedKmh, &older.SpeedKmh},
	} {
		if *pair[0] == nil {
			*pair[0] = *pair[1]
		}
	}
	if older.SpeedKmh != nil && *older.SpeedKmh > *newer.SpeedKmh {
		newer.SpeedKmh = older.SpeedKmh
	}
	if newer.Ignition == nil {
		newer.Ignition = older.Ignition
	}
	newer.CAN = newer.CAN.Over(older.CAN)
	return newer
}

// slim is a sample without what nobody judges by.
func slim(s events.Sample) events.Sample {
	return events.Sample{
		Time: s.Time, Lat: s.Lat, Lng: s.Lng, GPSValid: s.GPSValid, SpeedKmh: s.SpeedKmh, Ignition: s.Ignition, OdometerM: s.OdometerM, FuelPercent: s.FuelPercent, CAN: s.CAN,
	}
}
