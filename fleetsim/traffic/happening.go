package traffic

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

const (
	slot          = 10 * time.Minute // a vehicle has at most one happening in it
	slotChance    = 0.004            // that a slot has one: about one in 40 hours on the road
	seldomEvery   = 2003             // slots of all vehicles, one fortnight behind the other, between two that have something seldom; a prime
	fortnight     = int64(14 * 24 * time.Hour / slot)
	leastSpeedKmh = 15.0 // slower vehicles have none
	leastJoltMs   = 300
)

// Happening is an event as a device sends it.
type Happening struct {
	ID            string               `json:"id"`
	Type          string               `json:"type"`
	Time          int64                `json:"time"` // Unix milliseconds
	DurationMs    int64                `json:"duration_ms"`
	Lat           *float64             `json:"lat,omitempty"`
	Lng           *float64             `json:"lng,omitempty"`
	SpeedKmh      *float64             `json:"speed_kmh,omitempty"`
	HeadingDeg    *float64             `json:"heading_deg,omitempty"`
	SpeedLimitKmh *float64             `json:"speed_limit_kmh,omitempty"`
	Labels        []events.EventLabel  `json:"labels,omitempty"`
	AccelG        *events.Acceleration `json:"accel_g,omitempty"`
	Pin           int                  `json:"pin,omitempty"`
	Channel       int                  `json:"channel,omitempty"`
}

// Happenings are the events of a vehicle after one instant and up to another, in order.
func (v *Vehicle) Happenings(after, until time.Time) []Happening {
	var list []Happening
	for begin := after.Truncate(slot); !begin.After(until); begin = begin.Add(slot) {
		o, ok := v.occasionOf(begin)
		if !ok || !o.at.After(after) || o.at.After(until) {
			continue
		}
		if h, ok := v.happening(o); ok {
			list = append(list, h)
		}
	}
	return list
}

// occasion is when something may happen.
type occasion struct {
	at   time.Time
	kind string // empty: dice choose
	dice chance
}

// occasionOf is that of a slot, if it has one.
func (v *Vehicle) occasionOf(begin time.Time) (occasion, bool) {
	dice := v.dice.of(12).of(uint64(begin.Unix()))
	kind, ok := v.seldom(begin)
	if !ok && dice.unit() >= slotChance {
		return occasion{}, false
	}
	at := begin.Add(time.Duration(dice.of(1).unit() * float64(slot))).Truncate(time.Millisecond)
	return occasion{at, kind, dice}, true
}

// rarities are kinds that chance alone would bring too seldom: a fleet of sixty numbered vehicles has each of them a few times a fortnight, on different days.
var rarities = []string{
	"collision", "dmsfatiguealert", "low_speed_potential_impact", "ioalert", "adas_fcw_alert", "dmssmokingalert", "dmsocclusionalert", "low_speed_potential_impact", "adas_pcw_alert",
}

// seldom is the kind of rarity that the slot has, if it has one. Counting the slots of one vehicle after those of another, every so many have one, of each kind in turn.
func (v *Vehicle) seldom(begin time.Time) (kind string, ok bool) {
	count := v.number()*fortnight + begin.Unix()/int64(slot/time.Second)
	if count%seldomEvery != 0 {
		return "", false
	}
	return rarities[count/seldomEvery%int64(len(rarities))], true
}

// happening is what happens on an occasion. Nothing happens to who stands or crawls, and nobody brakes hard without room for it.
func (v *Vehicle) happening(o occasion) (Happening, bool) {
	s := v.Sample(o.at)
	h := o.happening()
	if _, ok := v.swerveAt(o); *s.SpeedKmh < leastSpeedKmh || h.swerves() && !ok {
		return Happening{}, false
	}
	h.ID, h.Lat, h.Lng = fmt.Sprintf("%s-%d", v.DeviceID, h.Time), s.Lat, s.Lng
	h.SpeedKmh, h.HeadingDeg, h.SpeedLimitKmh = s.SpeedKmh, s.HeadingDeg, s.SpeedLimitKmh
	return h, true
}

// happening is what dice make of an occasion, wherever the vehicle is.
func (o occasion) happening() Happening {
	h := Happening{Type: "imualert", Time: o.at.UnixMilli(), DurationMs: int64(o.dice.of(2).between(400, 2500))}
	sort := o.dice.of(3).unit()
	switch {
	case o.kind != "":
		h.be(o.kind, o.dice.of(5))
	case sort < 0.5:
		h.jolt(o.dice.of(4))
	case sort < 0.96:
		h.see(sights[min(o.dice.of(5).below(len(sights)), o.dice.of(6).below(len(sights)))], o.dice.of(7))
	default:
		h.be("ioalert", o.dice.of(5))
	}
	return h
}

// swerves reports whether it changes the vehicle's speed.
func (h Happening) swerves() bool { return h.AccelG != nil && h.AccelG.X != 0 }

// swerveAt is how the speed changes on an occasion, if it does and there is room for it.
func (v *Vehicle) swerveAt(o occasion) (swerve, bool) {
	h := o.happening()
	if !h.swerves() {
		return swerve{}, false
	}
	s := swerveOf(o.at, JoltWidth(h), h.AccelG.X)
	return s, v.fits(s)
}

// JoltWidth is how wide the bell is that the accelerometer reads of an event: a short one would be between two readings.
func JoltWidth(h Happening) time.Duration {
	return time.Duration(max(h.DurationMs, leastJoltMs)) * time.Millisecond
}

// sight is what a camera may notice, with what it may say about it, and its channel.
type sight struct {
	kind    string
	labels  []string
	channel int
}

// sights are in the order of how often they are seen.
var sights = []sight{
	{"dmsdistractionalert", []string{"look_left", "look_right", "look_down", "distraction"}, 2},
	{"adas_fpw_alert", nil, 1},
	{"dmsmobileuseagealert", nil, 2},
	{"adas_ldw_alert", nil, 1},
	{"adas_fcw_alert", nil, 1},
	{"dmsfatiguealert", []string{"yawn", "eyes_closed", "fatigue"}, 2},
	{"dmssmokingalert", []string{"smoking"}, 2},
	{"adas_pcw_alert", nil, 1},
	{"dmsocclusionalert", []string{"occlusion"}, 2},
}

// see fills in what a camera noticed.
func (h *Happening) see(what sight, dice chance) {
	h.Type, h.Channel = what.kind, what.channel
	if len(what.labels) > 0 {
		label := what.labels[dice.of(3).below(len(what.labels))]
		h.Labels = []events.EventLabel{{Name: label, Probability: round(dice.of(4).between(0.72, 0.99), 2)}}
	}
}

// be fills in a kind: a knock, an input, or what a camera noticed.
func (h *Happening) be(kind string, dice chance) {
	h.Type = kind
	switch kind {
	case "collision":
		h.DurationMs = int64(dice.of(5).between(150, 500))
		h.AccelG = &events.Acceleration{X: -round(dice.of(2).between(1.5, 3), 3), Y: round(dice.of(3).between(-0.4, 0.4), 3), Z: 1}
	case "low_speed_potential_impact":
		h.DurationMs = int64(dice.of(5).between(150, 500))
		h.AccelG = &events.Acceleration{X: -round(dice.of(2).between(0.3, 0.9), 3), Z: 1}
	case "ioalert":
		h.Pin = 1 + dice.of(4).below(4)
	default:
		h.see(sights[slices.IndexFunc(sights, func(s sight) bool { return s.kind == kind })], dice)
	}
}

// jolt fills in what the accelerometer felt.
func (h *Happening) jolt(dice chance) {
	label := device.IMULabels[1+dice.of(1).below(len(device.IMULabels)-1)]
	if dice.of(2).unit() < 0.88 { // severe ones are rare
		label = []string{"harsh_braking", "harsh_acceleration", "harsh_left_turn", "harsh_right_turn"}[dice.of(3).below(4)]
	}
	severe := label[0] == 's'
	force := dice.of(4).between(0.31, 0.44)
	if severe {
		force = dice.of(4).between(0.46, 0.7)
	}
	a := events.Acceleration{Z: 1}
	switch label {
	case "harsh_braking", "severe_braking":
		a.X = -force
	case "harsh_acceleration", "severe_acceleration":
		a.X = force
	case "harsh_left_turn", "severe_left_turn":
		a.Y = max(force, 0.36)
	case "harsh_right_turn", "severe_right_turn":
		a.Y = -max(force, 0.36)
	default:
		a.Z += max(force, 0.61)
	}
	a.X, a.Y, a.Z = round(a.X, 3), round(a.Y, 3), round(a.Z, 3)
	h.AccelG = &a
	h.Labels = []events.EventLabel{{Name: label, Probability: round(dice.of(5).between(0.72, 0.99), 2)}}
}

// Outage is the stretch without network on the local day of t, if the vehicle has one that day.
func (v *Vehicle) Outage(t time.Time) (from, to time.Time, ok bool) {
	day, midnight := dayOf(t, v.zone)
	dice := v.dice.of(13).of(uint64(day))
	if dice.unit() >= 0.12 {
		return time.Time{}, time.Time{}, false
	}
	from = midnight.Add(time.Duration(math.Round(dice.of(1).between(1, 22) * float64(time.Hour)))).Truncate(time.Second)
	return from, from.Add(time.Duration(dice.of(2).between(8, 50) * float64(time.Minute)).Truncate(time.Second)), true
}

// Offline reports whether the vehicle has no network at t.
func (v *Vehicle) Offline(t time.Time) bool {
	from, to, ok := v.Outage(t)
	return ok && !t.Before(from) && t.Before(to)
}

// Status is what the device says about itself at t. Now and then something is broken, for a whole local day.
func (v *Vehicle) Status(t time.Time) device.Status {
	day, _ := dayOf(t, v.zone)
	dice := v.dice.of(14).of(uint64(day))
	s := device.Status{
		Model: v.Model, Firmware: fmt.Sprintf("4.%d.%d", v.dice.of(15).below(4), v.dice.of(16).below(10)),
		Components: []events.Component{{Type: "camera", Channels: v.Channels(), DMSChannel: 2}},
		Network:    events.Network{Type: "4g", Signal: 2 + dice.of(1).below(4)},
		Configs:    configs,
	}
	if s.Model == "" {
		s.Model = "JH8"
	}
	if dice.of(2).unit() < 0.12 {
		s.Faults = []events.DeviceFault{faults[dice.of(3).below(len(faults))]}
	}
	return s
}

// configs are what a device uploads by itself: all of a drive's alerts, and of the first input.
var configs = json.RawMessage(`{
	"imu": {"data": {"imu": {"enabled": true}, "tracking": {"enabled": true}}, "media": {"snaps": {"enabled": true}, "video": {"enabled": true}}},
	"io|*": {"data": {"imu": {"enabled": false}, "tracking": {"enabled": true}}, "media": {"snaps": {"enabled": false}, "video": {"enabled": false}}},
	"io|1": {"data": {"imu": {"enabled": true}, "tracking": {"enabled": true}}, "media": {"snaps": {"enabled": true}, "video": {"enabled": true}}},
	"io|2": {"data": {"imu": {"enabled": false}, "tracking": {"enabled": true}}, "media": {"snaps": {"enabled": true}, "video": {"enabled": false}}}
}`)

var faults = []events.DeviceFault{
	{Type: "storage", Status: "error", Text: "Card 1 cannot be written", Context: events.FaultContext{Medium: "sd", ID: "1"}},
	{Type: "camera", Status: "lost", Text: "No picture from channel 3", Context: events.FaultContext{Channel: 3}},
	{Type: "gps", Status: "weak", Text: "The antenna sees few satellites"},
	{Type: "recording", Status: "stopped", Text: "Channel 4 is not recorded", Context: events.FaultContext{Channel: 4}},
	{Type: "storage", Status: "error", Text: "dirty bit set", Context: events.FaultContext{Medium: "sd", ID: "2"}},
	{Type: "network", Status: "weak", Text: "The connection is often lost"},
}
