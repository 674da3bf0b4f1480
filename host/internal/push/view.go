package push

import (
	"slices"
	"strings"
)

// maxValues bounds the filter of one subscription.
const maxValues = 1000

// view decides which items of a topic a subscription gets. Views with equal keys are served by one group.
type view struct {
	topic    Topic
	scope    Scope
	vehicles map[string]bool
	values   map[string]bool // empty: everything in scope
}

func newView(t Topic, s Scope, values []string) view {
	return view{topic: t, scope: s, vehicles: setOf(s.VehicleIDs), values: setOf(values)}
}

// key is equal for views that see the same.
func (v view) key() string {
	var b strings.Builder
	if v.scope.All {
		b.WriteString("all")
	}
	b.WriteString("\x00" + v.scope.Path + "\x00")
	writeSorted(&b, v.vehicles)
	b.WriteString("\x00")
	writeSorted(&b, v.values)
	return b.String()
}

// sees reports whether an item that is for nobody in particular is in scope and asked for.
func (v view) sees(i *item) bool { return v.inScope(i) && v.wants(i) }

func (v view) inScope(i *item) bool {
	switch {
	case v.scope.All:
		return true
	case i.VehicleID != "" && v.vehicles[i.VehicleID]:
		return true
	case i.Path != "":
		return v.scope.Path != "" && strings.HasPrefix(i.Path, v.scope.Path)
	default:
		return i.VehicleID == "" && v.topic.OrgWide
	}
}

// wants applies the subscription's own filter: groups for the context node, else keys or vehicles.
func (v view) wants(i *item) bool {
	if len(v.values) == 0 || v.topic.Context == "org" {
		return true
	}
	if v.topic.Context == "node" {
		return slices.ContainsFunc(strings.Split(i.Path, "/"), func(id string) bool { return v.values[id] })
	}
	return v.values[i.Key] || v.values[i.VehicleID]
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		if s != "" {
			set[s] = true
		}
	}
	return set
}

func writeSorted(b *strings.Builder, set map[string]bool) {
	list := make([]string, 0, len(set))
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	for _, s := range list {
		b.WriteString(s)
		b.WriteByte('\x01')
	}
}
