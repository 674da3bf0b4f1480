package device

import (
	"encoding/json"
	"fmt"
	"time"

	"outrider.dev/sdk/events"
)

// EventTypes are the kinds of events that devices raise.
var EventTypes = []string{
	"collision", "imualert", "low_speed_potential_impact", "ioalert",
	"dmsdistractionalert", "dmsocclusionalert", "dmsfatiguealert", "dmssmokingalert", "dmsmobileuseagealert",
	"adas_ldw_alert", "adas_fcw_alert", "adas_fpw_alert", "adas_pcw_alert",
}

// IMULabels are the labels of an imualert.
var IMULabels = []string{
	"severe_braking", "harsh_braking", "severe_acceleration", "harsh_acceleration",
	"severe_left_turn", "harsh_left_turn", "severe_right_turn", "harsh_right_turn", "severe_bump",
}

// formerTypes are names that older devices use, as what they are called today: a type, and the label of an imualert.
var formerTypes = map[string]struct{ kind, label string }{
	"HarshDriving":        {"imualert", ""},
	"HarshBraking":        {"imualert", "harsh_braking"},
	"HarshLeftTurn":       {"imualert", "harsh_left_turn"},
	"HarshRightTurn":      {"imualert", "harsh_right_turn"},
	"DMS":                 {"dmsdistractionalert", ""},
	"Potential Collision": {"low_speed_potential_impact", ""},
}

const maxLabels = 16

type wireEvent struct {
	ID            string               `json:"id"`
	Type          string               `json:"type"`
	Time          json.RawMessage      `json:"time"`
	DurationMs    *int64               `json:"duration_ms"`
	Lat           *float64             `json:"lat"`
	Lng           *float64             `json:"lng"`
	GPSValid      *bool                `json:"gps_valid"`
	SpeedKmh      *float64             `json:"speed_kmh"`
	HeadingDeg    *float64             `json:"heading_deg"`
	SpeedLimitKmh *float64             `json:"speed_limit_kmh"`
	Labels        []events.EventLabel  `json:"labels"`
	AccelG        *events.Acceleration `json:"accel_g"`
	Pin           int                  `json:"pin"`
	Channel       int                  `json:"channel"`
}

// ParseEvent reads the payload of an event message. The error is a Rejected. DeviceID, OrgID and ReceivedAt are left to the gateway.
func ParseEvent(raw []byte, now time.Time) (events.DeviceEvent, error) {
	var w wireEvent
	if err := decodeTexts(raw, &w); err != nil {
		return events.DeviceEvent{}, err
	}
	w.renew()
	at, err := parseTime(w.Time, now)
	if err := firstOf(err, w.check()); err != nil {
		return events.DeviceEvent{}, err
	}
	e := events.DeviceEvent{
		ID: w.ID, Type: w.Type, Time: at, DurationMs: w.DurationMs, SpeedKmh: w.SpeedKmh, HeadingDeg: turn(w.HeadingDeg),
		SpeedLimitKmh: w.SpeedLimitKmh, Labels: w.Labels, AccelG: w.AccelG, Pin: w.Pin, Channel: w.Channel,
	}
	e.Lat, e.Lng = position(w.Lat, w.Lng, w.GPSValid)
	return e, nil
}

// renew puts today's type, and the label that it implied, in the place of a former one.
func (w *wireEvent) renew() {
	former, ok := formerTypes[w.Type]
	if !ok {
		return
	}
	w.Type = former.kind
	if former.label != "" && len(w.Labels) == 0 {
		w.Labels = []events.EventLabel{{Name: former.label, Probability: 1}}
	}
}

func (w wireEvent) check() error {
	err := firstOf(
		required("id", w.ID), atMost("id", w.ID, 128),
		required("type", w.Type), oneOf("type", w.Type, EventTypes),
		within("speed_kmh", w.SpeedKmh, 0, 500),
		within("heading_deg", w.HeadingDeg, 0, 360),
		within("speed_limit_kmh", w.SpeedLimitKmh, 0, 300),
		between("channel", w.Channel, 0, maxChannels),
		w.checkPin(), w.checkLabels(),
	)
	if err != nil {
		return err
	}
	if w.DurationMs != nil && (*w.DurationMs < 0 || *w.DurationMs > 24*time.Hour.Milliseconds()) {
		return whole("duration_ms", "must be from 0 to 86400000, not %d", *w.DurationMs)
	}
	if w.AccelG == nil {
		return nil
	}
	return firstOf(
		within("accel_g.x", &w.AccelG.X, -100, 100), within("accel_g.y", &w.AccelG.Y, -100, 100), within("accel_g.z", &w.AccelG.Z, -100, 100),
	)
}

func (w wireEvent) checkPin() error {
	if w.Type == "ioalert" {
		return between("pin", w.Pin, 1, 8)
	}
	return between("pin", w.Pin, 0, 8)
}

func (w wireEvent) checkLabels() error {
	if len(w.Labels) > maxLabels {
		return whole("labels", "has %d entries; at most %d are allowed", len(w.Labels), maxLabels)
	}
	for i, label := range w.Labels {
		at := fmt.Sprintf("labels[%d]", i)
		err := firstOf(required(at+".name", label.Name), atMost(at+".name", label.Name, maxNameBytes), within(at+".probability", &label.Probability, 0, 1))
		if err == nil && w.Type == "imualert" {
			err = oneOf(at+".name", label.Name, IMULabels)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
