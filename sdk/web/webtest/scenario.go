// Package webtest tests operations as a caller meets them: one request, who sends it, and what must come back.
package webtest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"outrider.dev/sdk/web"
)

// Scenario is one request and the answer it must get.
type Scenario struct {
	Name    string
	As      web.CallerInfo // the zero value is a guest
	Request string         // "GET /api/org/demo/vehicles"
	Body    string
	Headers map[string]string

	WantStatus int
	WantBody   []string // parts that the answer holds
	NotBody    []string // parts that it must not hold
}

// Run sends the request to a router and compares.
func (s Scenario) Run(t *testing.T, h http.Handler) {
	t.Helper()
	t.Run(s.Name, func(t *testing.T) {
		t.Helper()
		answer := Do(t, h, s.As, s.Request, s.Body, s.Headers)
		body := answer.Body.String()
		if answer.Code != s.WantStatus {
			t.Errorf("%s = %d, want %d: %s", s.Request, answer.Code, s.WantStatus, body)
		}
		for _, part := range s.WantBody {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not answer %s: %s", s.Request, part, body)
			}
		}
		for _, part := range s.NotBody {
			if strings.Contains(body, part) {
				t.Errorf("%s must not answer %s: %s", s.Request, part, body)
			}
		}
	})
}

// Do sends one request as caller and returns the answer.
func Do(t *testing.T, h http.Handler, caller web.CallerInfo, request, body string, headers map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	method, path, ok := strings.Cut(request, " ")
	if !ok {
		t.Fatalf("%q is not a request such as \"GET /api/org/demo/vehicles\"", request)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if caller.SignedIn() {
		header, err := web.EncodeCaller(caller)
		if err != nil {
			t.Fatalf("encode the caller: %v", err)
		}
		r.Header.Set(web.CallerHeader, header)
	}
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, r)
	return answer
}
