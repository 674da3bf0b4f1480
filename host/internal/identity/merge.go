package identity

import (
	"maps"
	"slices"
)

// A change of a list of things with an id names only those that it changes, so that whoever changes others at the same time loses nothing.
const (
	newThing  = "$new"  // first, by id: added unless there is one
	eachThing = "$each" // then, by id: merged with the thing of that id, which is added if there is none; null takes it out
)

// merge applies a change: objects merge, arrays are replaced whole unless the change is of their things, null removes.
func merge(into, change map[string]any) map[string]any {
	if into == nil {
		into = map[string]any{}
	}
	for name, value := range change {
		switch v := value.(type) {
		case nil:
			delete(into, name)
		case map[string]any:
			if each, added, ok := thingsOf(v); ok {
				list, _ := into[name].([]any)
				into[name] = mergeThings(list, each, added)
				continue
			}
			inner, _ := into[name].(map[string]any)
			into[name] = merge(inner, v)
		default:
			into[name] = v
		}
	}
	return into
}

// thingsOf reports whether a change is one of a list's things, and of which.
func thingsOf(change map[string]any) (each, added map[string]any, ok bool) {
	for name, value := range change {
		things, isObject := value.(map[string]any)
		switch {
		case name == eachThing && isObject:
			each = things
		case name == newThing && isObject:
			added = things
		default:
			return nil, nil, false
		}
	}
	return each, added, each != nil || added != nil
}

func mergeThings(list []any, each, added map[string]any) []any {
	for _, id := range missing(list, added) {
		list = append(list, merge(map[string]any{"id": id}, added[id].(map[string]any)))
	}
	for _, id := range missing(list, each) {
		list = append(list, map[string]any{"id": id})
	}
	merged := []any{}
	for _, one := range list {
		thing, _ := one.(map[string]any)
		id, _ := thing["id"].(string)
		change, changes := each[id]
		if change, ok := change.(map[string]any); ok && thing != nil {
			merged = append(merged, merge(thing, change))
		} else if !changes || change != nil { // null takes it out
			merged = append(merged, one)
		}
	}
	return merged
}

// missing are the ids of things that a list does not have, in order.
func missing(list []any, things map[string]any) (ids []string) {
	for _, id := range slices.Sorted(maps.Keys(things)) {
		_, isThing := things[id].(map[string]any)
		if isThing && !slices.ContainsFunc(list, func(one any) bool { known, ok := one.(map[string]any); return ok && known["id"] == id }) {
			ids = append(ids, id)
		}
	}
	return ids
}
