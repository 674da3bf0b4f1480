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

// AddIdling is Add for those who judge idling. Besides the newest sample of each minute those are kept with which a vehicle began and ended to idle, so that the times are those of its track.
// Samples should come in the order of time: one that comes late may leave the next sample of its minute to tell of what it ended.
func AddIdling(list []events.Sample, s events.Sample) []events.Sample {
	i, there := slices.BinarySearchFunc(list, s.Time, func(m events.Sample, at int64) int { return int(m.Time - at) })
	if there {
		list[i] = join(s, list[i])
		return list
	}
	if i > 0 && idles(&s) == notSaid && minuteOf(list[i-1].Time) == minuteOf(s.Time) {
		s = join(s, list[i-1])
	}
	list = slices.Insert(list, i, s)
	for at := i + 1; at >= i-1; at-- {
		list = settle(list, at)
	}
	return list
}

// settle takes a sample out that is neither the newest of its minute nor the first that says that the vehicle idles, or does not. What it says besides goes to the next.
func settle(list []events.Sample, i int) []events.Sample {
	if i < 1 || i+1 >= len(list) || minuteOf(list[i].Time) != minuteOf(list[i+1].Time) {
		return list
	}
	what := idles(&list[i])
	if what != notSaid && what != idles(&list[i-1]) {
		return list
	}
	next := list[i+1]
	joint := join(next, list[i])
	if is := idles(&next); is != notSaid && what != is { // its speed and its ignition are not the next one's
		joint.SpeedKmh, joint.Ignition = next.SpeedKmh, next.Ignition
	}
	list[i+1] = joint
	return slices.Delete(list, i, i+1)
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
