package plugintest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Switch switches the plugin's module on or off for an organisation, as its administrator does, and waits until it is in effect.
func (h *Host) Switch(t testing.TB, org string, on bool) {
	t.Helper()
	admin := As(org, "ORG_ADMIN")
	type module struct {
		ID      string
		Version int
	}
	var list struct{ Modules []module }
	path := "/api/org/" + org + "/modules"
	h.Do(admin, "GET "+path, nil).Decode(t, &list)
	i := slices.IndexFunc(list.Modules, func(m module) bool { return m.ID == h.Manifest.ID })
	if i < 0 {
		t.Fatalf("%s is not among the modules of %s", h.Manifest.ID, org)
	}
	body := fmt.Sprintf(`{"modules":[{"id":%q,"on":%t,"version":%d}]}`, h.Manifest.ID, on, list.Modules[i].Version)
	if answer := h.Do(admin, "PUT "+path, body); answer.Status != http.StatusOK {
		t.Fatalf("switch %s in %s = %d: %s", h.Manifest.ID, org, answer.Status, answer.Body)
	}
	Eventually(t, "the switch has no effect", func() bool { return h.offers(t, admin) == on })
}

// offers reports whether the shell of somebody has the plugin.
func (h *Host) offers(t testing.TB, actor Actor) bool {
	t.Helper()
	var shell struct{ Plugins []struct{ ID string } }
	h.Do(actor, "GET /api/shell", nil).Decode(t, &shell)
	return slices.ContainsFunc(shell.Plugins, func(p struct{ ID string }) bool { return p.ID == h.Manifest.ID })
}

// switching switches a module off while it is used, and on again: there is nothing of it in between, and all of it afterwards.
func (s *suite) switching(t *testing.T) {
	if !s.host.Manifest.Module.Optional {
		t.Skip("always on")
	}
	admin := As("alpha", "ORG_ADMIN")
	var open []*Subscription
	for _, topic := range s.host.Manifest.Push {
		if granted, all := s.host.permissions(admin); all || !slices.ContainsFunc(topic.Permissions, func(p string) bool { return !granted[p] }) {
			open = append(open, s.host.Subscribe(t, admin, topic))
		}
	}
	s.host.Switch(t, "alpha", false)
	for _, o := range s.operations {
		if o.Lock.Kind == "PUBLIC" || s.ofHost(o) {
			continue
		}
		request, body := s.request(o, "alpha", nil)
		s.want(t, admin, request, body, http.StatusNotFound, "not_found")
	}
	for _, subscription := range open {
		subscription.awaitRefusal("not_found")
	}
	if answer := s.host.Do(admin, "GET /api/contributions", nil); strings.Contains(string(answer.Body), `"plugin":"`+s.host.Manifest.ID+`"`) {
		t.Errorf("contributions of a module that is off: %s", answer.Body)
	}
	s.host.Switch(t, "alpha", true)
	for _, o := range s.operations {
		if o.Method != http.MethodGet || o.Lock.Kind == "PUBLIC" || s.ofHost(o) {
			continue
		}
		actor := s.allowed(t, o)
		request, _ := s.request(o, "alpha", nil)
		if answer := s.host.Do(actor, request, nil); answer.Status >= http.StatusBadRequest {
			t.Errorf("%s = %d when the module is on again: %s", request, answer.Status, answer.Body)
		}
	}
}

// ofHost reports whether an operation is one of the host's own.
func (s *suite) ofHost(o Operation) bool {
	return s.fixtures.OfHost != nil && s.fixtures.OfHost(o.Template)
}

// awaitRefusal reads until the subscription is ended with a kind.
func (s *Subscription) awaitRefusal(kind string) {
	s.t.Helper()
	for {
		if m := s.read(); m.Action == "error" && m.Type == s.kind {
			if m.Kind != kind {
				s.t.Errorf("the subscription to %s ended with %s, want %s", s.kind, m.Kind, kind)
			}
			return
		}
	}
}
