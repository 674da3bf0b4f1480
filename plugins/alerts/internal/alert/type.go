package alert

import (
	"slices"

	"outrider.dev/sdk/plugin/manifest"
)

// Type is an alert type that another plugin contributes.
type Type struct {
	Plugin    string
	Available bool // the plugin is switched on
	manifest.AlertType
}

// Kind is the list that such alerts are in.
func (t Type) Kind() string {
	if t.List == "" {
		return Driving
	}
	return t.List
}

var severities = map[string]int{"plain": Plain, "moderate": Moderate, "harsh": Harsh, "severe": Severe}

// SeverityNamed is a severity by its word in manifests and events.
func SeverityNamed(word string) (severity int, ok bool) {
	severity, ok = severities[word]
	return severity, ok
}

// Value is the field with which the type declares a value.
func (t Type) Value(key string) (manifest.Field, bool) {
	i := slices.IndexFunc(t.Values, func(f manifest.Field) bool { return f.Key == key })
	if i < 0 {
		return manifest.Field{}, false
	}
	return t.Values[i], true
}

// Contributed knows the alert types that other plugins contribute.
type Contributed interface {
	// Find is the type with an id, as far as is known without asking; nil for none.
	Find(id string) *Type
	// All are those that are known without asking, of plugins that are switched off as well.
	All() []Type
}

// IsKnown reports whether there is an alert type, of this plugin or of another.
func IsKnown(types Contributed, id string) bool {
	return slices.Contains(Types, id) || types.Find(id) != nil
}
