package manifest

import (
	"slices"
	"time"
)

// Accepts reports whether a value that came as JSON is of the field's kind. null, a value that is not known, is of every kind.
func (f Field) Accepts(value any) bool {
	if value == nil {
		return true
	}
	text, isText := value.(string)
	switch f.Kind {
	case KindBoolean:
		_, ok := value.(bool)
		return ok
	case KindTime:
		_, err := time.Parse(time.RFC3339, text)
		return isText && err == nil
	case KindDay:
		_, err := time.Parse(time.DateOnly, text)
		return isText && err == nil
	case KindChoice:
		return isText && slices.ContainsFunc(f.Choices, func(c Choice) bool { return c.Value == text })
	case KindPlace:
		place, ok := value.(map[string]any)
		_, lat := place["lat"].(float64)
		_, lng := place["lng"].(float64)
		return ok && lat && lng
	case KindText, KindVehicle, KindDriver, KindGroup, KindAlert:
		return isText
	default:
		_, ok := value.(float64)
		return ok
	}
}
