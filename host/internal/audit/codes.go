package audit

import (
	"cmp"
	"strings"
)

// sameCodes are fields whose values are those of another.
var sameCodes = map[string]string{"new_role": "role", "two_step_roles": "role"}

// value is a value of a field in words; of a list with commas each of them. What has no words stays as it is.
func (w *Words) value(operation, field, text string) string {
	parts := strings.Split(text, ", ")
	for i, one := range parts {
		parts[i] = cmp.Or(w.say(operation, field, one), one)
	}
	return strings.Join(parts, ", ")
}

// say is a code in words: those of the operation's own plugin, of the host, or the title of a module or report; empty without any.
func (w *Words) say(operation, field, code string) string {
	field = cmp.Or(sameCodes[field], field)
	if code == "" {
		return ""
	}
	if place, known := w.owner[operation]; known {
		values := w.values[place]
		if said := cmp.Or(values[field][code].In(w.language), values[unnumbered(field)][code].In(w.language)); said != "" {
			return said
		}
	}
	return cmp.Or(w.own[field][code].In(w.language), w.titles[field][code].In(w.language))
}

// unnumbered is the field that one of several is of: io of io_3.
func unnumbered(field string) string {
	return strings.TrimSuffix(strings.TrimRight(field, "0123456789"), "_")
}

// isTruth reports whether a value is a truth, or that nobody said it.
func isTruth(text string) bool { return text == "true" || text == "false" || text == "" }
