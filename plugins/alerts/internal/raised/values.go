package raised

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/plugin/manifest"
)

// valuesOf are the values of an event, each of the kind that its type declares. Times are written as RFC 3339. A value of null is not known, and left out.
func valuesOf(t alert.Type, given map[string]any) (map[string]any, error) {
	values := map[string]any{}
	for key, value := range given {
		field, ok := t.Value(key)
		if !ok {
			return nil, fmt.Errorf("the type declares no value %q", key)
		}
		if value == nil {
			continue
		}
		known, ok := valueOf(field, value)
		if !ok {
			return nil, fmt.Errorf("the value %q is not of the kind %s", key, field.Kind)
		}
		values[key] = known
	}
	return values, nil
}

// valueOf is a value of a field as it is kept.
func valueOf(f manifest.Field, value any) (kept any, ok bool) {
	switch f.Kind {
	case manifest.KindBoolean:
		kept, ok = value.(bool)
		return kept, ok
	case manifest.KindTime:
		return timeOf(value)
	case manifest.KindChoice:
		text, _ := value.(string)
		return text, slices.ContainsFunc(f.Choices, func(c manifest.Choice) bool { return c.Value == text })
	case manifest.KindPlace:
		kept, ok = value.(map[string]any)
		return kept, ok
	case manifest.KindText, manifest.KindDay, manifest.KindVehicle, manifest.KindDriver, manifest.KindGroup, manifest.KindAlert:
		kept, ok = value.(string)
		return kept, ok
	default:
		return numberOf(value)
	}
}

func numberOf(value any) (float64, bool) {
	switch n := value.(type) {
	case float64:
		return n, true
	case json.Number:
		parsed, err := n.Float64()
		return parsed, err == nil
	default:
		return 0, false
	}
}

// timeOf reads Unix milliseconds or RFC 3339.
func timeOf(value any) (string, bool) {
	const layout = "2006-01-02T15:04:05.000Z"
	if text, ok := value.(string); ok {
		at, err := time.Parse(time.RFC3339, text)
		return at.UTC().Format(layout), err == nil
	}
	ms, ok := numberOf(value)
	return time.UnixMilli(int64(ms)).UTC().Format(layout), ok && ms > 0
}
