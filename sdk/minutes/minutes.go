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

// Add puts a sample into a list of minutes, which is in the order of time. Kept are the very first sample, the newest of each minute, with what earlier ones said besides and the highest speed, and those with which a
// vehicle began and ended to idle or to charge, so that the times are those of its track. Samples may come more than once. They should come in the order of time: one that comes late may leave the next sample of its
// minute to tell of what it ended.
func Add(list []events.Sample, s events.Sample) []events.Sample {
	i, there := slices.BinarySearchFunc(list, s.Time, func(m events.Sample, at int64) int { return int(m.Time - at) })
	if there {
		list[i] = join(s, list[i])
		return list
	}
	if i > 0 && minuteOf(list[i-1].Time) == minuteOf(s.Time) {
		s = carryOver(s, list[i-1])
	}
	list = slices.Insert(list, i, s)
	for at := i + 1; at >= i-1; at-- {
		list = settle(list, at)
	}
	return list
}

// carryOver is a sample with what the one before says of idling and charging, where it says nothing of that itself.
func carryOver(s, before events.Sample) events.Sample {
	if idles(&s) == notSaid {
		return join(s, before)
	}
	if charges(&s) == notSaid {
		s.CAN = s.CAN.Over(before.CAN)
	}
	return s
}

// settle takes a sample out that is neither the newest of its minute, nor the first that says that something began or ended, nor the last before a charge did: counters are read at both. What it says besides goes to
// the next.
func settle(list []events.Sample, i int) []events.Sample {
	if i < 1 || i+1 >= len(list) || minuteOf(list[i].Time) != minuteOf(list[i+1].Time) {
		return list
	}
	if changes(idles, &list[i-1], &list[i]) || changes(charges, &list[i-1], &list[i]) || changes(charges, &list[i], &list[i+1]) {
		return list
	}
	next := list[i+1]
	joint := join(next, list[i])
	if is := idles(&next); is != notSaid && idles(&list[i]) != is { // its speed and its ignition are not the next one's
		joint.SpeedKmh, joint.Ignition = next.SpeedKmh, next.Ignition
	}
	list[i+1] = joint
	return slices.Delete(list, i, i+1)
}

// changes reports whether a sample says that what a vehicle does for a while begins or ends.
func changes(what func(*events.Sample) said, before, s *events.Sample) bool {
	is := what(s)
	return is != notSaid && is != what(before)
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

// charges says whether a vehicle takes in energy.
func charges(s *events.Sample) said {
	switch is, says := s.CAN.Charges(); {
	case is:
		return yes
	case says:
		return no
	}
	return notSaid
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
