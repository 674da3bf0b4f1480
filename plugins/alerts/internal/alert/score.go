package alert

import "strings"

// TagIDs are how ratings count in a driver's score.
var TagIDs = map[string]int{"goodDriving": 1, "misdemeanour": 2, "badDriving": 3, "nonevent": 4, "none": 5}

// Subcategories are all that a tag may name.
var Subcategories = []string{"Potential Collision", "Speeding", "Distraction", "DMS Fatigue", "HarshBraking", "HarshSteering", "Driving"}

// Subcategory is what an alert counts as in a driver's score; empty for what does not count.
func (a Alert) Subcategory() string {
	switch a.AlertType {
	case "collision":
		return "Potential Collision"
	case "speedingalert":
		return "Speeding"
	case "dmsdistractionalert":
		return "Distraction"
	case "dmsfatiguealert":
		return "DMS Fatigue"
	case "imualert":
		switch label := strings.TrimPrefix(strings.TrimPrefix(a.PredictionLabel, "severe_"), "harsh_"); label {
		case "braking":
			return "HarshBraking"
		case "left_turn", "right_turn":
			return "HarshSteering"
		default:
			return "Driving"
		}
	default:
		return ""
	}
}
