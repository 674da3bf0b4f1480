package alert

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

// dmsSubtypes are what driver monitoring tells apart.
var dmsSubtypes = []string{"distraction", "fatigue", "smoking", "occlusion", "eyes_closed", "look_left", "look_right", "look_down", "yawn"}

// From makes the alert of a device's event; which vehicle it is about is left to the caller. An error says what no alert can be made of.
func From(orgID string, e events.DeviceEvent) (Alert, error) {
	if !slices.Contains(device.EventTypes, e.Type) {
		return Alert{}, fmt.Errorf("there is no alert type %q", e.Type)
	}
	labels := slices.Clone(e.Labels)
	for _, l := range labels {
		if math.IsNaN(l.Probability) || l.Probability < 0 || l.Probability > 1 {
			return Alert{}, fmt.Errorf("the probability of label %q is not from 0 to 1", l.Name)
		}
		if strings.ContainsFunc(l.Name, unicode.IsControl) {
			return Alert{}, fmt.Errorf("label %q is no text", l.Name)
		}
	}
	slices.SortStableFunc(labels, func(a, b events.EventLabel) int {
		switch {
		case a.Probability > b.Probability:
			return -1
		case a.Probability < b.Probability:
			return 1
		default:
			return 0
		}
	})
	a := Alert{
		ID: IDOfEvent(orgID, e.DeviceID, e.ID), Kind: KindOf(e.Type), AlertType: e.Type, Pin: e.Pin, Channel: e.Channel, DeviceID: e.DeviceID,
		EventMs: e.Time, DurationMs: e.DurationMs, Lat: e.Lat, Lng: e.Lng, SpeedKmh: e.SpeedKmh, HeadingDeg: e.HeadingDeg,
		SpeedLimitKmh: e.SpeedLimitKmh, Quality: "none", ReceivedMs: e.ReceivedAt, Details: json.RawMessage(`{}`), Predictions: json.RawMessage(`[]`),
	}
	if bounded := fleet.Bounded(e.Time, e.ReceivedAt); bounded != e.Time {
		a.EventMs, a.DeviceMs = bounded, e.Time
		a.Details, _ = json.Marshal(clockAhead{e.Time, fleet.Skew(e.Time, e.ReceivedAt)}) // plain numbers
	}
	if len(labels) > 0 {
		a.PredictionLabel = labels[0].Name
		a.Predictions, _ = json.Marshal(labels) // plain texts and numbers
	} else if e.Type == "imualert" && e.AccelG != nil {
		a.PredictionLabel = labelOf(*e.AccelG)
	}
	if strings.HasPrefix(e.Type, "dms") && slices.Contains(dmsSubtypes, a.PredictionLabel) {
		a.AlertSubtype = a.PredictionLabel
	}
	if e.AccelG != nil {
		a.AccelG, _ = json.Marshal(*e.AccelG)
	}
	a.Severity = severityOf(e, a.PredictionLabel)
	return a, nil
}

// clockAhead is what is kept of an event by a clock that is ahead: it happened when it was received, as far as is known.
type clockAhead struct {
	DeviceTimeMs int64 `json:"device_time_ms"`
	SkewMs       int64 `json:"clock_skew_ms"`
}

// ByDeviceMs is when an alert happened by its device's own clock, by which it finds its recordings.
func (a Alert) ByDeviceMs() int64 {
	if a.DeviceMs != 0 {
		return a.DeviceMs
	}
	return a.EventMs
}

// labelOf names a jolt by the strongest of its axes, in g; empty for one that is below every threshold.
func labelOf(g events.Acceleration) string {
	best, found := 0.0, ""
	consider := func(force, harsh, severe float64, direction string) {
		if force < harsh || force/harsh <= best {
			return
		}
		best, found = force/harsh, "harsh_"+direction
		if force >= severe {
			found = "severe_" + direction
		}
	}
	consider(-g.X, 0.30, 0.45, "braking")
	consider(g.X, 0.30, 0.45, "acceleration")
	consider(g.Y, 0.35, 0.50, "left_turn")
	consider(-g.Y, 0.35, 0.50, "right_turn")
	if bump := math.Abs(g.Z - 1); bump >= 0.60 && bump/0.60 > best {
		found = "severe_bump"
	}
	return found
}

func severityOf(e events.DeviceEvent, label string) int {
	switch {
	case strings.HasPrefix(label, "severe_"), e.Type == "collision", e.Type == "adas_pcw_alert":
		return Severe
	case strings.HasPrefix(label, "harsh_"), label == "eyes_closed":
		return Harsh
	}
	switch e.Type {
	case "dmsfatiguealert", "dmsmobileuseagealert", "adas_fcw_alert", "low_speed_potential_impact":
		return Harsh
	case "ioalert":
		return Plain
	default:
		return Moderate
	}
}
