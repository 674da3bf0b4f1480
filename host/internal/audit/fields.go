package audit

import (
	"encoding/json"
	"regexp"
	"slices"
)

var fieldName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// FieldsOf are the names of the fields in a JSON body, those of objects in it as "Profile.firstname", in alphabetical order. Names that look
// like data are left out.
func FieldsOf(body []byte) []string {
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		return nil
	}
	var names []string
	for name, value := range top {
		if !fieldName.MatchString(name) {
			continue
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(value, &inner) != nil || len(inner) == 0 {
			names = append(names, name)
			continue
		}
		for child := range inner {
			if fieldName.MatchString(child) {
				names = append(names, name+"."+child)
			}
		}
	}
	slices.Sort(names)
	return names
}
