package audit

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"outrider.dev/sdk/web"
)

// mostTold bounds the values, and the changes, of a record.
const mostTold = 30

// ValuesIn finds values by their paths ("metadata.label") in JSON documents, of which the first that has one counts. Texts, numbers and truths are as they
// are written; a list is how many entries it has. What is not there, empty or of another kind is left out.
func ValuesIn(paths []string, documents ...[]byte) map[string]string {
	values := map[string]string{}
	for _, document := range documents {
		decoder := json.NewDecoder(bytes.NewReader(document))
		decoder.UseNumber()
		var whole any
		if len(paths) == 0 || decoder.Decode(&whole) != nil {
			continue
		}
		for _, path := range paths {
			if values[path] == "" {
				values[path] = valueAt(whole, path)
			}
		}
	}
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" })
	return values
}

func valueAt(within any, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		object, _ := within.(map[string]any)
		within = object[name]
	}
	switch v := within.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return strconv.Itoa(len(v))
	}
	return ""
}

// Say adds what is told of the call. What the handler tells comes before what was found.
func (r *Record) Say(told web.AuditDetail, found map[string]string) {
	if len(found) == 0 && len(told.Values) == 0 && len(told.Changes) == 0 {
		return
	}
	if r.Told == nil {
		r.Told = &web.AuditDetail{}
	}
	values := maps.Clone(found)
	if values == nil {
		values = map[string]string{}
	}
	maps.Copy(values, r.Told.Values)
	maps.Copy(values, told.Values)
	r.Told.Values, r.Told.Changes = values, append(r.Told.Changes, told.Changes...)
}

// cleanTold makes what was told storable, in bounds, and the same after it has been read back: nothing is nil, not empty.
func cleanTold(told *web.AuditDetail) *web.AuditDetail {
	if told == nil || len(told.Values) == 0 && len(told.Changes) == 0 {
		return nil
	}
	cleaned := &web.AuditDetail{}
	for _, name := range slices.Sorted(maps.Keys(told.Values)) {
		if len(cleaned.Values) == mostTold {
			break
		}
		if cleaned.Values == nil {
			cleaned.Values = map[string]string{}
		}
		cleaned.Values[clip(name)] = clip(told.Values[name])
	}
	for _, c := range told.Changes[:min(len(told.Changes), mostTold)] {
		cleaned.Changes = append(cleaned.Changes, web.Change{Field: clip(c.Field), Before: clip(c.Before), After: clip(c.After)})
	}
	return cleaned
}

// toldWith is told with every text replaced.
func toldWith(told *web.AuditDetail, replace func(string) string) *web.AuditDetail {
	if told == nil {
		return nil
	}
	after := &web.AuditDetail{}
	for name, value := range told.Values {
		if after.Values == nil {
			after.Values = map[string]string{}
		}
		after.Values[name] = replace(value)
	}
	for _, c := range told.Changes {
		after.Changes = append(after.Changes, web.Change{Field: c.Field, Before: replace(c.Before), After: replace(c.After)})
	}
	return after
}
