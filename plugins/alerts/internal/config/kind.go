// Package config is which alerts people want of a vehicle, how grave one has to be, and what its inputs are called.
package config

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
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
	// Of a type that another plugin contributes; its name is the type's id.
	Label manifest.Text // empty: the screen has its text
	Icon  string
	Off   bool // not kept where nobody chose
}

func at(value float64) *float64 { return &value }

// Kinds are the kinds of the plugin's own types in the order in which they are shown. Their names are those of the e-mail lists where they are on one.
var Kinds = []Kind{
	{Name: "imu_collision", Unit: UnitG, Default: at(1.5), Mailed: true},
	{Name: "imu_harsh_braking", Unit: UnitG, Default: at(0.30), Mailed: true},
	{Name: "imu_harsh_acceleration", Unit: UnitG, Default: at(0.30)},
	{Name: "imu_harsh_steering", Unit: UnitG, Default: at(0.35), Mailed: true},
	{Name: "imu_bump", Unit: UnitG, Default: at(0.60)},
	{Name: "low_speed_potential_impact"},
	{Name: "dms_distraction", Unit: UnitProbability, Mailed: true},
	{Name: "dms_fatigue", Unit: UnitProbability, Mailed: true},
	{Name: "dms_phone_usage", Unit: UnitProbability, Mailed: true},
	{Name: "dms_smoking", Unit: UnitProbability, Mailed: true},
	{Name: "dms_occlusion", Unit: UnitProbability},
	{Name: "adas_fcw_alert", Unit: UnitProbability},
	{Name: "adas_fpw_alert", Unit: UnitProbability},
	{Name: "adas_ldw_alert", Unit: UnitProbability},
	{Name: "adas_pcw_alert", Unit: UnitProbability},
	{Name: "speedingalert", Unit: UnitSpeed},
	{Name: Input, Mailed: true},
}

// kindNamed finds a kind among the plugin's own.
func kindNamed(name string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return Kinds[i], true
}

// IsMailed reports whether a vehicle's e-mail list may name a kind.
func IsMailed(types alert.Contributed, name string) bool {
	kind, ok := kindNamed(name)
	return ok && kind.Mailed || types.Find(name) != nil
}

// kindOf is the kind of a type that another plugin contributes.
func kindOf(t alert.Type) Kind {
	return Kind{Name: t.ID, Mailed: true, Label: t.Title, Icon: t.Icon, Off: !t.OnByDefault()}
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
	if _, ok := kindNamed(a.AlertType); ok || a.Declared != nil {
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
