// Package minutes keeps what vehicles say of themselves minute by minute, in a plugin's own tables: enough to judge tanks and batteries by, a hundredth of what
// devices send. It follows the stream of samples; what the plugin missed, while it was down or the organisation had its module off, is asked of the vehicles plugin.
//
// A plugin that uses it makes the tables hour and filled (docs/write-a-plugin.md), follows package replica, consumes "telemetry", and calls SamplesCall.
package minutes

import (
	"slices"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
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

// AddIdling is Add for those who judge idling. A minute in which a vehicle idles for a part only is two samples, the newest of when it idled and the newest of when it did not: so it is known
// to the second when it began and ended to idle. A sample that does not say whether it idles belongs to what is there.
func AddIdling(list []events.Sample, s events.Sample) []events.Sample {
	first, _ := slices.BinarySearchFunc(list, s.Time, func(m events.Sample, at int64) int { return int(minuteOf(m.Time) - minuteOf(at)) })
	end := first
	for end < len(list) && minuteOf(list[end].Time) == minuteOf(s.Time) {
		end++
	}
	minute := list[first:end]
	i := placeIn(minute, &s)
	if i < 0 {
		for first < end && list[first].Time < s.Time {
			first++
		}
		return slices.Insert(list, first, s)
	}
	if s.Time >= minute[i].Time {
		minute[i] = join(s, minute[i])
	} else {
		minute[i] = join(minute[i], s)
	}
	slices.SortFunc(minute, func(a, b events.Sample) int { return int(a.Time - b.Time) })
	return list
}

// placeIn is which of the two samples of a minute another one belongs to; below 0: neither.
func placeIn(minute []events.Sample, s *events.Sample) int {
	what := idles(s)
	if what == notSaid {
		for i := range minute {
			if i+1 == len(minute) || minute[i+1].Time > s.Time {
				return i
			}
		}
		return -1
	}
	if i := slices.IndexFunc(minute, func(m events.Sample) bool { return idles(&m) == what }); i >= 0 {
		return i
	}
	return slices.IndexFunc(minute, func(m events.Sample) bool { return idles(&m) == notSaid })
}

// said is what a sample says of something.
type said int

const (
	notSaid said = iota
	yes
	no
)

// idles says whether a vehicle stands with its engine on.
func idles(s *events.Sample) said {
	switch {
	case s.Ignition != nil && !*s.Ignition, s.SpeedKmh != nil && *s.SpeedKmh >= fleet.MovingSpeedKmh:
		return no
	case s.Ignition == nil || s.SpeedKmh == nil:
		return notSaid
	}
	return yes
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
