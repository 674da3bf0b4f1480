package api

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
)

// maxValues bounds the values of one filter.
const maxValues = 5_000

// readFilters reads the filters of a search: a list of {attribute, value}, or an object of attributes, each with a value or a list.
func (a *API) readFilters(filters any, units fleet.Units, q *postgres.Query) error {
	switch f := filters.(type) {
	case nil:
		return nil
	case map[string]any:
		for attribute, value := range f {
			if err := a.readFilter("body.filters."+attribute, attribute, value, units, q); err != nil {
				return err
			}
		}
		return nil
	case []any:
		for i, one := range f {
			at := fmt.Sprintf("body.filters[%d]", i)
			entry, ok := one.(map[string]any)
			attribute, named := entry["attribute"].(string)
			if !ok || !named {
				return invalid(at, "A filter has an attribute and a value.")
			}
			if err := a.readFilter(at, attribute, entry["value"], units, q); err != nil {
				return err
			}
		}
		return nil
	default:
		return invalid("body.filters", "Filters are a list or an object.")
	}
}

func (a *API) readFilter(at, attribute string, value any, units fleet.Units, q *postgres.Query) (err error) {
	list := values(value)
	if len(list) > maxValues {
		return invalid(at, "There are too many values.")
	}
	switch attribute {
	case "alert_type", "alert_types":
		q.Types, err = texts(at, list, a.typeNames())
	case "kind":
		q.Kinds, err = texts(at, list, []string{alert.Driving, alert.Speeding, alert.Geofence})
	case "user_driving_quality":
		q.Qualities, err = texts(at, list, alert.Qualities)
	case "vehicle", "vehicles", "vehicle_id":
		q.Vehicles, err = texts(at, list, nil)
	case "device", "devices", "device_id":
		q.Devices, err = texts(at, list, nil)
	case "driver", "drivers", "driver_id":
		q.Drivers, err = texts(at, list, nil)
	case "group", "groups", "node":
		q.Groups, err = texts(at, list, nil)
	case "prediction_label":
		q.Labels, err = texts(at, list, nil)
	case "evidence", "evidence_request":
		q.Evidence, err = statuses(at, list)
	case "overspeed":
		q.Over, err = overspeed(at, value, units)
	case "speeding_bands":
		q.Bands, err = typedBands(at, list, units)
	case "speeding_level":
		q.Levels, err = typedBands(at, list, units)
	case "severity":
		q.Severities, err = numbers(at, list, 0, 3)
	case "pin":
		q.Pins, err = numbers(at, list, 1, 8)
	case "read":
		q.Read, err = yesNo(at, list)
	case "archived":
		q.Archived, err = yesNo(at, list)
	case "flagged":
		q.Flagged, err = yesNo(at, list)
	case "q":
		err = readText(at, list, q)
	default:
		err = invalid(at, "There is no such attribute.")
	}
	return err
}

// statuses reads the words of the filter of evidence.
func statuses(at string, list []any) (found []string, err error) {
	words, err := texts(at, list, evidence.Words)
	for _, word := range words {
		found = append(found, evidence.StatusesOf(word)...)
	}
	return found, err
}

func readText(at string, list []any, q *postgres.Query) error {
	found, err := texts(at, list, nil)
	if err != nil {
		return err
	}
	q.Text = strings.Join(found, " ")
	if len(q.Text) > 200 || strings.ContainsRune(q.Text, 0) || len(strings.Fields(q.Text)) > 8 {
		return invalid(at, "The text is too long.")
	}
	return nil
}

func values(value any) []any {
	if value == nil {
		return nil
	}
	if list, ok := value.([]any); ok {
		return list
	}
	return []any{value}
}

// texts reads texts, of a known set if there is one.
func texts(at string, list []any, known []string) ([]string, error) {
	found := make([]string, len(list))
	for i, v := range list {
		s, ok := v.(string)
		if !ok || strings.ContainsRune(s, 0) || (known != nil && !slices.Contains(known, s)) {
			return nil, invalid(at, "There is no such value.")
		}
		found[i] = s
	}
	return found, nil
}

func numbers(at string, list []any, least, most int) ([]int, error) {
	found := make([]int, len(list))
	for i, v := range list {
		var n float64
		switch v := v.(type) {
		case float64:
			n = v
		case json.Number:
			n, _ = v.Float64() // NaN and text are below least, or no whole number
		default:
			return nil, invalid(at, "This field has to be a number")
		}
		if n != math.Trunc(n) || n < float64(least) || n > float64(most) {
			return nil, invalid(at, "There is no such value.")
		}
		found[i] = int(n)
	}
	return found, nil
}

// yesNo reads a boolean, or the texts True and False.
func yesNo(at string, list []any) (*bool, error) {
	if len(list) == 0 {
		return nil, nil // no value asks for nothing
	}
	if len(list) == 1 {
		if value, ok := truth(list[0]); ok {
			return &value, nil
		}
	}
	return nil, invalid(at, "This field is True or False.")
}

func truth(value any) (yes, ok bool) {
	switch v := value.(type) {
	case bool:
		return v, true
	case string:
		lower := strings.ToLower(v)
		return lower == "true", lower == "true" || lower == "false"
	default:
		return false, false
	}
}

func invalid(at, message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: at, Message: message})
}
