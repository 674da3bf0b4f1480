package plugintest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Pair is a thing of one kind in organisation alpha, and one of the same kind in beta.
type Pair struct{ Own, Foreign string }

// Fixtures are what the suite must know about a plugin.
type Fixtures struct {
	// Dir is the plugin's folder.
	Dir string
	// Options start the host.
	Options []Option
	// Plant makes a thing of every kind that the plugin's operations name (web.IDs), in alpha and in beta, and returns their ids. nil:
	// there are none.
	Plant func(t *testing.T, h *Host) map[string]Pair
	// Bodies are good bodies of the operations that have one, by Operation.Key. "{vehicle}" in one stands for the id of a thing of
	// that kind.
	Bodies map[string]string
	// Queries are queries that an operation cannot do without, by Operation.Key: "from=2026-01-01&to=2026-01-02".
	Queries map[string]string
	// Values are good values of path parameters that name no thing ("kind" -> "image").
	Values map[string]string
	// Events are events that the plugin handles, at least one for each subject that it consumes.
	Events []Event
	// Ignore are tables and columns ("table", "table.column") that may change when an event comes for the second time, and why.
	Ignore map[string]string
	// CheckedElsewhere are permissions of the manifest that no operation and no part of the remote names, and why.
	CheckedElsewhere map[string]string
	// RaisedElsewhere are alert types of the manifest that nothing in the suite raises, and which test does.
	RaisedElsewhere map[string]string
	// OfHost chooses, by template, operations of the host's own that belong to the plugin's screens: they are swept like the plugin's.
	OfHost func(template string) bool
	// OfOthers are permissions that operations need and other plugins define, and why.
	OfOthers map[string]string
}

// Conformance is what every plugin passes: its manifest is true, every operation refuses who may not use it in the promised order, and every change to who sees the portal as somebody else, no
// input makes it answer 5xx, things of other organisations do not exist, an event that comes twice changes nothing, and it stops
// when asked.
func Conformance(t *testing.T, f Fixtures) {
	h := Start(t, f.Dir, f.Options...)
	s := &suite{host: h, fixtures: f, operations: h.Operations(f.OfHost), things: map[string]Pair{}}
	if f.Plant != nil {
		s.things = f.Plant(t, h)
	}
	t.Run("permissions", s.permissions)
	t.Run("kinds", s.kinds)
	for _, o := range s.operations {
		t.Run(strings.ReplaceAll(o.Key(), "/", "·"), func(t *testing.T) {
			t.Run("signed out", func(t *testing.T) { s.signedOut(t, o) })
			t.Run("another organisation", func(t *testing.T) { s.otherOrganisation(t, o) })
			t.Run("module off", func(t *testing.T) { s.moduleOff(t, o) })
			t.Run("without permission", func(t *testing.T) { s.withoutPermission(t, o) })
			t.Run("things of others", func(t *testing.T) { s.foreignThings(t, o) })
			t.Run("garbage", func(t *testing.T) { s.garbage(t, o) })
		})
	}
	t.Run("seen as somebody else", s.seenAs)
	t.Run("push", s.push)
	t.Run("switched off and on", s.switching)
	t.Run("events twice", s.eventsTwice)
	t.Run("event schemas", s.schemas)
	t.Run("contributions", s.contributions)
	t.Run("stops when asked", func(t *testing.T) {
		if err := h.Stop(); err != nil {
			t.Error(err)
		}
	})
}

type suite struct {
	host       *Host
	fixtures   Fixtures
	operations []Operation
	things     map[string]Pair
}

// permissions compares what the manifest declares with what is used.
func (s *suite) permissions(t *testing.T) {
	m := s.host.Manifest
	declared, used := map[string]bool{}, map[string]bool{}
	for _, p := range m.Permissions {
		declared[p.Name] = true
	}
	for _, o := range s.operations {
		for _, name := range o.Lock.Permissions {
			used[name] = true
			if _, excused := s.fixtures.OfOthers[name]; !declared[name] && !excused {
				t.Errorf("%s needs %s, which the manifest does not declare", o.Key(), name)
			}
		}
	}
	if r := m.Remote; r != nil {
		for _, x := range r.Routes {
			used[x.Permission] = true
		}
		for _, x := range r.Navigation {
			used[x.Permission] = true
		}
		for _, x := range r.Widgets {
			used[x.Permission] = true
		}
		for _, x := range r.Slots {
			used[x.Permission] = true
		}
	}
	for _, x := range m.Operations() { // an empty permission is nobody's
		used[x.Permission] = true
	}
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if _, excused := s.fixtures.CheckedElsewhere[name]; !used[name] && !excused {
			t.Errorf("the manifest declares %s, which nothing needs", name)
		}
	}
}

// kinds demands a kind for every path parameter, and things of every kind.
func (s *suite) kinds(t *testing.T) {
	for _, o := range s.operations {
		for _, name := range o.pathParams() {
			if _, plain := s.fixtures.Values[name]; name != "orgId" && !plain && o.IDs[name] == "" {
				t.Errorf("%s: {%s} has no kind; say web.IDs(%q, …), or give it a value in Fixtures.Values", o.Key(), name, name)
			}
		}
		for where, kind := range o.IDs {
			if pair := s.things[kind]; pair.Own == "" || pair.Foreign == "" {
				t.Errorf("%s: %s names a %s, of which Fixtures.Plant makes none in alpha and beta", o.Key(), where, kind)
			}
		}
		if _, given := s.fixtures.Bodies[o.Key()]; o.takesJSON() && !given {
			t.Errorf("%s takes a body, and Fixtures.Bodies has none", o.Key())
		}
	}
}

// eventsTwice delivers every event, looks at the plugin's tables, and delivers it again.
func (s *suite) eventsTwice(t *testing.T) {
	covered := map[string]bool{}
	for _, e := range s.fixtures.Events {
		covered[s.host.consumed(e.Subject)] = true
	}
	for _, subject := range s.host.Manifest.Events.Consumes {
		if !covered[subject] {
			t.Errorf("the plugin consumes %s, and Fixtures.Events has none", subject)
		}
	}
	if len(s.fixtures.Events) == 0 || s.host.Manifest.Postgres == nil {
		return
	}
	conn, js := s.host.Database(t), s.host.JetStream(t)
	s.host.awaitQuiet(t, conn, js)
	for i, e := range s.fixtures.Events {
		if e.ID == "" {
			e.ID = fmt.Sprintf("conformance-%d", i)
		}
		s.host.Deliver(t, js, e)
		before := s.host.Fingerprint(t, conn, s.fixtures.Ignore)
		s.host.Deliver(t, js, e)
		after := s.host.Fingerprint(t, conn, s.fixtures.Ignore)
		for _, table := range slices.Sorted(maps.Keys(after)) {
			if before[table] != after[table] {
				t.Errorf("%s for the second time changes table %s: %s, then %s", e.Subject, table, before[table], after[table])
			}
		}
	}
}
