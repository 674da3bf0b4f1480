package session_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
)

const goodSignIn = `{"email":"org_admin@alpha.test","password":"Outrider1"}`

func TestAPI_RefusesOtherSites(t *testing.T) {
	w := identitytest.Start(t)
	api := newAPI(w, true)
	api.PublicURL = "https://portal.test"
	handler := api.Handler()
	for _, path := range []string{"sign-in", "refresh", "sign-out", "sign-out-everywhere", "leave", "change-password", "first-administrator"} {
		for name, headers := range map[string]map[string]string{
			"another site's page":               {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.test"},
			"another site's page by its origin": {"Origin": "https://evil.test"},
			"a neighbour's page":                {"Sec-Fetch-Site": "same-site", "Origin": "https://blog.portal.test"},
			"a page without an origin":          {"Origin": "null"},
			"this name on another port":         {"Origin": "https://example.com:8443"},
		} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/auth/"+path, strings.NewReader(goodSignIn))
			r.Header.Set("Content-Type", "application/json")
			for header, value := range headers {
				r.Header.Set(header, value)
			}
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, r)
			if answer.Code != http.StatusForbidden || answer.Header().Get("Set-Cookie") != "" || !strings.Contains(answer.Body.String(), `"kind":"denied"`) {
				t.Errorf("%s posts %s: %d %s", name, path, answer.Code, answer.Body)
			}
		}
	}
	for name, headers := range map[string]map[string]string{
		"its own page":                   {"Sec-Fetch-Site": "same-origin", "Origin": "https://example.com"},
		"its own page in an old browser": {"Origin": "https://example.com"},
		"its page behind a proxy":        {"Origin": "https://portal.test"},
		"a program":                      {},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "https://example.com/api/auth/sign-in", strings.NewReader(goodSignIn))
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
		for header, value := range headers {
			r.Header.Set(header, value)
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		if answer.Code != http.StatusOK {
			t.Errorf("%s: %d %s", name, answer.Code, answer.Body)
		}
	}
}

func TestAPI_TakesJSONOnly(t *testing.T) {
	w := identitytest.Start(t)
	handler := newAPI(w, true).Handler()
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain; application/json"} {
		for _, path := range []string{"sign-in", "refresh", "first-administrator"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/auth/"+path, strings.NewReader(goodSignIn))
			r.Header.Set("Content-Type", kind)
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, r)
			if answer.Code != http.StatusUnsupportedMediaType {
				t.Errorf("%s as %q: %d %s", path, kind, answer.Code, answer.Body)
			}
		}
	}
}

func TestAPI_NamesWhatCannotBeStored(t *testing.T) {
	w := identitytest.Start(t)
	api := newAPI(w, true)
	for _, tc := range []struct{ path, body, field string }{
		{"sign-in", `{"email":"a\u0000@alpha.test","password":"Outrider1"}`, "body.email"},
		{"sign-in", `{"email":"org_admin@alpha.test","password":"Out\u0000rider1"}`, "body.password"},
		{"sign-in", `{"email":"support_lead@alpha.test","password":"Outrider1","org_id":"be\u0000ta"}`, "body.org_id"},
		{"sign-in", "{\"email\":\"a\xff@alpha.test\",\"password\":\"Outrider1\"}", "body.email"},
		{"sign-in", `{"email":"a\ud800@alpha.test","password":"Outrider1"}`, "body.email"},
		{"refresh", `{"org_id":"be\u0000ta"}`, "body.org_id"},
		{"first-administrator", `{"setup":"x","organisation":{"name":"a\u0000"}}`, "body.organisation.name"},
	} {
		answer := send(t, api, tc.path, tc.body, "", "")
		if answer.Code != http.StatusUnprocessableEntity || !strings.Contains(answer.Body.String(), `"location":"`+tc.field+`"`) {
			t.Errorf("%s %q: %d %s, want 422 that names %s", tc.path, tc.body, answer.Code, answer.Body, tc.field)
		}
	}
}
