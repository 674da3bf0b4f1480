// Package config is which alerts people want of a vehicle, how grave one has to be, and what its inputs are called.
package config

import (
	"encoding/json"
	"math"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
)

// The units of thresholds.
const (
	UnitG           = "g"
	UnitProbability = "probability" // 0 to 1
	UnitSpeed       = "km/h"        // above the limit
)

// Input is the kind of all inputs, told apart by their pin.
const Input = "io"

// Kind is a kind of alert as it is configured and mailed about.
type Kind struct {
	Name    string
	Unit    string   // of its threshold; empty: it has none
	Default *float64 // the threshold without a choice; nil: none
	Mailed  bool     // a vehicle's e-mail list may name it
}

func at(value float64) *float64 { return &value }

// Kinds are all kinds in the order in which they are shown. Their names are those of the e-mail lists where they are on one.
var Kinds = []Kind{
	{"imu_collision", UnitG, at(1.5), true},
	{"imu_harsh_braking", UnitG, at(0.30), true},
	{"imu_harsh_acceleration", UnitG, at(0.30), false},
	{"imu_harsh_steering", UnitG, at(0.35), true},
	{"imu_bump", UnitG, at(0.60), false},
	{"low_speed_potential_impact", "", nil, false},
	{"dms_distraction", UnitProbability, nil, true},
	{"dms_fatigue", UnitProbability, nil, true},
	{"dms_phone_usage", UnitProbability, nil, true},
	{"dms_smoking", UnitProbability, nil, true},
	{"dms_occlusion", UnitProbability, nil, false},
	{"adas_fcw_alert", UnitProbability, nil, false},
	{"adas_fpw_alert", UnitProbability, nil, false},
	{"adas_ldw_alert", UnitProbability, nil, false},
	{"adas_pcw_alert", UnitProbability, nil, false},
	{"speedingalert", UnitSpeed, nil, false},
	{Input, "", nil, true},
}

// KindNamed finds a kind.
func KindNamed(name string) (Kind, bool) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

var kindOfType = map[string]string{
	"collision": "imu_collision", "dmsdistractionalert": "dms_distraction", "dmsfatiguealert": "dms_fatigue", "dmssmokingalert": "dms_smoking",
	"dmsmobileuseagealert": "dms_phone_usage", "dmsocclusionalert": "dms_occlusion", "ioalert": Input,
}

// KindOf is the kind of an alert; empty for one that cannot be configured.
func KindOf(a alert.Alert) string {
	if a.AlertType == "imualert" {
		return kindOfLabel(a.PredictionLabel)
	}
	if kind, ok := kindOfType[a.AlertType]; ok {
		return kind
	}
	if _, ok := KindNamed(a.AlertType); ok {
		return a.AlertType
	}
	return ""
}

// kindOfLabel is the kind of a jolt, severe and harsh alike.
func kindOfLabel(label string) string {
	_, direction, _ := strings.Cut(label, "_")
	switch direction {
	case "braking":
		return "imu_harsh_braking"
	case "acceleration":
		return "imu_harsh_acceleration"
	case "left_turn", "right_turn":
		return "imu_harsh_steering"
	case "bump":
		return "imu_bump"
	default:
		return ""
	}
}

// below reports whether an alert is known to be below a threshold of its kind. What the device did not measure is not below.
func below(a alert.Alert, kind Kind, threshold float64) bool {
	switch kind.Unit {
	case UnitG:
		var g *events.Acceleration
		if len(a.AccelG) == 0 || json.Unmarshal(a.AccelG, &g) != nil || g == nil {
			return false
		}
		return force(kind.Name, a.PredictionLabel, *g) < threshold
	case UnitProbability:
		var labels []events.EventLabel
		if json.Unmarshal(a.Predictions, &labels) != nil || len(labels) == 0 {
			return false
		}
		return labels[0].Probability < threshold // the surest comes first
	case UnitSpeed:
		return a.SpeedKmh != nil && a.SpeedLimitKmh != nil && *a.SpeedKmh-*a.SpeedLimitKmh < threshold
	default:
		return false
	}
}

// force is how strong a jolt was in the direction that counts, in g.
func force(kind, label string, g events.Acceleration) float64 {
	switch kind {
	case "imu_harsh_braking":
		return -g.X
	case "imu_harsh_acceleration":
		return g.X
	case "imu_harsh_steering":
		if strings.HasSuffix(label, "right_turn") {
			return -g.Y
		}
		return g.Y
	case "imu_bump":
		return math.Abs(g.Z - 1)
	default:
		return math.Sqrt(g.X*g.X + g.Y*g.Y + (g.Z-1)*(g.Z-1))
	}
}
