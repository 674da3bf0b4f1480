package plugintest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// request fills in the operation's path and body. Where a parameter or field of IDs is in swap, its value is used instead.
func (s *suite) request(o Operation, org string, swap map[string]string) (request, body string) {
	path := o.Template
	for _, name := range o.pathParams() {
		value := s.fixtures.Values[name]
		if kind := o.IDs[name]; kind != "" {
			value = s.things[kind].Own
		}
		if name == "orgId" {
			value = org
		}
		if other, ok := swap[name]; ok {
			value = other
		}
		path = strings.Replace(path, "{"+name+"}", url.PathEscape(value), 1)
	}
	query := s.fill(s.fixtures.Queries[o.Key()], o, "query.", swap)
	if query != "" {
		path += "?" + query
	}
	if o.takesJSON() {
		body = s.fill(s.fixtures.Bodies[o.Key()], o, "body.", swap)
	}
	return o.Method + " " + path, body
}

// fill replaces "{vehicle}" by the id of one's own vehicle, or by another where swap says so.
func (s *suite) fill(text string, o Operation, prefix string, swap map[string]string) string {
	for where, value := range swap {
		if strings.HasPrefix(where, prefix) {
			text = strings.ReplaceAll(text, "{"+o.IDs[where]+"}", value)
		}
	}
	for kind, pair := range s.things {
		text = strings.ReplaceAll(text, "{"+kind+"}", pair.Own)
	}
	return text
}

func (s *suite) signedOut(t *testing.T, o Operation) {
	if o.Lock.Kind == "PUBLIC" {
		t.Skip("public")
	}
	request, body := s.request(o, "alpha", nil)
	s.want(t, Actor{}, request, body, http.StatusUnauthorized, "signed_out")
	method, path, _ := strings.Cut(request, " ")
	if answer := s.host.send(method, path, "not.a.token", []byte(body)); answer.Status != http.StatusUnauthorized {
		t.Errorf("%s with a made-up token = %d, want 401: %s", request, answer.Status, answer.Body)
	}
}

func (s *suite) otherOrganisation(t *testing.T, o Operation) {
	if o.Lock.Kind == "PUBLIC" || !strings.Contains(o.Template, "{orgId}") {
		t.Skip("not of an organisation")
	}
	for _, org := range []string{"beta", "nowhere"} {
		request, body := s.request(o, org, nil)
		s.want(t, As("alpha", "ORG_ADMIN"), request, body, http.StatusNotFound, "not_found")
	}
}

func (s *suite) moduleOff(t *testing.T, o Operation) {
	if o.Lock.Kind == "PUBLIC" || !s.host.Manifest.Module.Optional {
		t.Skip("always on")
	}
	request, body := s.request(o, "gamma", nil)
	s.want(t, As("gamma", "ORG_ADMIN"), request, body, http.StatusNotFound, "not_found")
}

func (s *suite) withoutPermission(t *testing.T, o Operation) {
	for _, role := range Roles {
		granted, all := s.host.permissions(As("alpha", role))
		if o.Lock.opens(granted, all) {
			continue
		}
		request, body := s.request(o, "alpha", nil)
		s.want(t, As("alpha", role), request, body, http.StatusForbidden, "denied")
		return
	}
	t.Skip("every role may")
}

// allowed is a user of alpha who gets past the lock, the least powerful first.
func (s *suite) allowed(t *testing.T, o Operation) Actor {
	t.Helper()
	for _, role := range []string{"ORG_ADMIN", "SYS_ADMIN"} {
		if granted, all := s.host.permissions(As("alpha", role)); o.Lock.opens(granted, all) {
			return As("alpha", role)
		}
	}
	t.Fatalf("nobody may %s", o.Key())
	return Actor{}
}

// foreignThings puts the id of beta's thing in every place, one after the other.
func (s *suite) foreignThings(t *testing.T, o Operation) {
	if o.Lock.Kind == "PUBLIC" || len(o.IDs) == 0 {
		t.Skip("names nothing")
	}
	actor := s.allowed(t, o)
	for where, kind := range o.IDs {
		for _, id := range []string{s.things[kind].Foreign, "no-such-" + kind} {
			request, body := s.request(o, "alpha", map[string]string{where: id})
			s.want(t, actor, request, body, http.StatusNotFound, "not_found")
		}
	}
}

// want sends a request and compares status and kind.
func (s *suite) want(t *testing.T, actor Actor, request, body string, status int, kind string) {
	t.Helper()
	answer := s.host.Do(actor, request, nilIfEmpty(body))
	var problem struct {
		Kind string `json:"kind"`
	}
	_ = json.Unmarshal(answer.Body, &problem) // what is no problem has no kind
	if answer.Status != status || problem.Kind != kind {
		t.Errorf("%s as %s = %d %s, want %d %s: %s", request, actor, answer.Status, problem.Kind, status, kind, answer.Body)
	}
}

func nilIfEmpty(body string) any {
	if body == "" {
		return nil
	}
	return body
}

// String is the actor's address, or "nobody".
func (a Actor) String() string {
	if a == (Actor{}) {
		return "nobody"
	}
	return a.Email()
}
