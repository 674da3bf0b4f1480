// Package quota bounds how much devices and organisations may send, by rate and by day, so that no device fills a stream that others need.
package quota

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"outrider.dev/sdk/device"
)

// Connects is the kind of a device's connections, beside the topics.
const Connects = "connections"

// Limit is what one device and one organisation may send of one kind. 0: no bound.
type Limit struct {
	PerSecond float64 // messages of a device, in the long run
	Burst     int     // at once
	Day       int64   // messages of a device
	DayBytes  int64
	OrgDay    int64 // messages of all devices of an organisation
	OrgBytes  int64
}

// Defaults bound what would harm others and no device that works as it should: samples each second, with 14 days of late ones, and some events an hour.
func Defaults() map[string]Limit {
	return map[string]Limit{
		device.TopicTelemetry: {PerSecond: 50, Burst: 20_000, Day: 500_000, DayBytes: 1 << 30, OrgBytes: 100 << 30},
		device.TopicEvents:    {PerSecond: 2, Burst: 300, Day: 3_000, DayBytes: 32 << 20, OrgDay: 60_000, OrgBytes: 256 << 20},
		device.TopicStatus:    {PerSecond: 1, Burst: 120, Day: 10_000, DayBytes: 64 << 20, OrgBytes: 4 << 30},
		device.TopicReplies:   {PerSecond: 20, Burst: 1_000, Day: 100_000, DayBytes: 256 << 20, OrgBytes: 16 << 30},
		Connects:              {PerSecond: 0.2, Burst: 60, Day: 5_000},
	}
}

// Parse changes limits by settings such as "quota.events.day" and "quota.telemetry.org_bytes".
func Parse(settings map[string]string) (map[string]Limit, error) {
	limits := Defaults()
	for kind, l := range limits {
		for name, into := range map[string]*int64{"day": &l.Day, "day_bytes": &l.DayBytes, "org_day": &l.OrgDay, "org_bytes": &l.OrgBytes} {
			text := settings["quota."+kind+"."+name]
			if text == "" {
				continue
			}
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("setting quota.%s.%s: %q is not a whole number, 0 for none", kind, name, text)
			}
			*into = n
		}
		if text := settings["quota."+kind+".per_second"]; text != "" {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("setting quota.%s.per_second: %q is not a number, 0 for none", kind, text)
			}
			l.PerSecond = n
		}
		limits[kind] = l
	}
	return limits, nil
}

// mostTimes is how many times the limits of the configuration support may set, without a setting.
const mostTimes = 10

// ParseBounds reads the limits, and by "quota.most" how many times as much may be set in the console.
func ParseBounds(settings map[string]string) (Bounds, error) {
	limits, err := Parse(settings)
	if err != nil {
		return Bounds{}, err
	}
	b := Bounds{Limits: limits, Most: mostTimes}
	if text := settings["quota.most"]; text != "" {
		if b.Most, err = strconv.ParseInt(text, 10, 64); err != nil || b.Most < 1 || b.Most > 1000 {
			return Bounds{}, fmt.Errorf("setting quota.most: %q is not a whole number from 1 to 1000", text)
		}
	}
	return b, nil
}

// Kinds are all that is counted.
func Kinds() []string { return slices.Sorted(maps.Keys(Defaults())) }

// Exceeded says which limit was passed.
type Exceeded struct {
	Kind  string
	Whose string // "device" or "organisation"
	Unit  string // "messages" or "bytes"
	Limit int64
	Until time.Time // when there is room again
}

// Error is told to the device.
func (e *Exceeded) Error() string {
	if e.Unit == "rate" {
		return fmt.Sprintf("the %s sends %s too fast; try again at %s", e.Whose, e.Kind, e.Until.Format(time.RFC3339))
	}
	return fmt.Sprintf("the %s has used its %d %s of %s for today; try again at %s", e.Whose, e.Limit, e.Unit, e.Kind, e.Until.Format(time.RFC3339))
}
