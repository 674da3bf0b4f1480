package plugintest

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// oddities are values that no id, number or word of a query should be.
var oddities = []string{
	"%", "'", "\x00", "\xff\xfe", "..", "-1", "9223372036854775808", "1e999", "NaN", "null", "true", "[]", "{}", "\u202e", "💥",
	strings.Repeat("x", 3000), "a/b", "'; DROP TABLE x; --", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
}

// garbage sends nonsense in every place as somebody who may: the answer is never 5xx, and 4xx where it cannot be anything else.
func (s *suite) garbage(t *testing.T, o Operation) {
	actor := s.allowed(t, o)
	for name := range o.IDs {
		if strings.Contains(name, ".") {
			continue
		}
		for _, odd := range oddities {
			request, body := s.request(o, "alpha", map[string]string{name: odd})
			s.wantRefusal(t, actor, request, body)
		}
		request, body := s.request(o, "alpha", map[string]string{name: "v\x00"})
		answer := s.host.Do(actor, request, nilIfEmpty(body))
		if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(string(answer.Body), `"location":"path.`+name+`"`) {
			t.Errorf("%s = %d, want 422 that names the parameter: %s", request, answer.Status, answer.Body)
		}
	}
	s.wantRefusalOfOrganisation(t, o, actor)
	if o.Method == http.MethodGet {
		s.oddQueries(t, o, actor)
	}
	if o.takesJSON() {
		s.oddBodies(t, o, actor)
	}
}

// oddQueries gives every query parameter every oddity. A search for nonsense may find nothing; it must not break.
func (s *suite) oddQueries(t *testing.T, o Operation, actor Actor) {
	request, _ := s.request(o, "alpha", nil)
	base, query, _ := strings.Cut(request, "?")
	for _, p := range o.Params {
		if p.In != "query" {
			continue
		}
		for _, odd := range oddities {
			values, err := url.ParseQuery(query)
			if err != nil {
				t.Fatalf("Fixtures.Queries of %s: %v", o.Key(), err)
			}
			values.Set(p.Name, odd)
			if answer := s.host.Do(actor, base+"?"+values.Encode(), nil); answer.Status >= http.StatusInternalServerError {
				t.Errorf("%s?%s=%.40q = %d: %s", base, p.Name, odd, answer.Status, answer.Body)
			}
		}
	}
}

// oddBodies sends what is no JSON, JSON of the wrong shape, and the good body with one field at a time of the wrong type.
func (s *suite) oddBodies(t *testing.T, o Operation, actor Actor) {
	request, good := s.request(o, "alpha", nil)
	for _, odd := range []string{"{", "not JSON", "\xff", strings.Repeat("[", 20_000)} {
		s.want(t, actor, request, odd, http.StatusBadRequest, "invalid")
	}
	for _, odd := range []string{`{"a":"\u0000"}`, `{"a":"\ud800"}`, "{\"a\":\"\xff\"}"} {
		answer := s.host.Do(actor, request, odd)
		if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(string(answer.Body), `"location":"body.a"`) {
			t.Errorf("%s with %q: %d, want 422 that names the field: %s", request, odd, answer.Status, answer.Body)
		}
	}
	for _, odd := range []string{`null`, `17`, `"text"`} {
		s.wantRefusal(t, actor, request, odd)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(good), &fields); err != nil {
		return // the body is no object
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, odd := range wrongTypes(fields[name]) {
			changed := maps.Clone(fields)
			changed[name] = odd
			body, err := json.Marshal(changed)
			if err != nil {
				t.Fatalf("write body: %v", err)
			}
			answer := s.host.Do(actor, request, string(body))
			if answer.Status != http.StatusUnprocessableEntity || !strings.Contains(string(answer.Body), name) {
				t.Errorf("%s with %s = %T: %d, want 422 that names the field: %s", request, name, odd, answer.Status, answer.Body)
			}
		}
	}
}

// wrongTypes are values of types other than the good one's.
func wrongTypes(good any) []any {
	switch good.(type) {
	case string:
		return []any{17, []any{}, map[string]any{}}
	case float64:
		return []any{"text", []any{}, map[string]any{}}
	case bool:
		return []any{"text", 17, []any{}}
	case []any:
		return []any{"text", 17, map[string]any{}}
	case map[string]any:
		return []any{"text", 17, []any{}}
	}
	return nil
}

// wantRefusalOfOrganisation asks for an organisation that cannot be called so: it is not there.
func (s *suite) wantRefusalOfOrganisation(t *testing.T, o Operation, actor Actor) {
	t.Helper()
	if o.Lock.Kind == "PUBLIC" || !strings.Contains(o.Template, "{orgId}") {
		return
	}
	for _, org := range []string{"\x00", "alpha\x00", "\xff"} {
		request, body := s.request(o, org, nil)
		s.want(t, actor, request, body, http.StatusNotFound, "not_found")
	}
}

func (s *suite) wantRefusal(t *testing.T, actor Actor, request, body string) {
	t.Helper()
	answer := s.host.Do(actor, request, nilIfEmpty(body))
	if answer.Status < http.StatusBadRequest || answer.Status >= http.StatusInternalServerError {
		t.Errorf("%.200s with %.100q = %d, want 4xx: %s", request, body, answer.Status, answer.Body)
	}
}
