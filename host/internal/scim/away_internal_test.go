package scim

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	scim2 "github.com/elimity-com/scim"
	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/sdk/fault"
)

// gone refuses everything because something is away for a moment.
type gone struct{ Service }

func (a *gone) refusal(r *http.Request) error {
	return a.errorOf(r, fault.New(fault.Unavailable, "Access cannot be checked right now."))
}

func (a *gone) Create(r *http.Request, _ scim2.ResourceAttributes) (scim2.Resource, error) {
	return scim2.Resource{}, a.refusal(r)
}

func (a *gone) Get(r *http.Request, _ string) (scim2.Resource, error) {
	return scim2.Resource{}, a.refusal(r)
}

func (a *gone) GetAll(r *http.Request, _ scim2.ListRequestParams) (scim2.Page, error) {
	return scim2.Page{}, a.refusal(r)
}

func (a *gone) Replace(r *http.Request, _ string, _ scim2.ResourceAttributes) (scim2.Resource, error) {
	return scim2.Resource{}, a.refusal(r)
}

func (a *gone) Delete(r *http.Request, _ string) error { return a.refusal(r) }

func (a *gone) Patch(r *http.Request, _ string, _ []scim2.PatchOperation) (scim2.Resource, error) {
	return scim2.Resource{}, a.refusal(r)
}

// busy refuses everything because the organisation's lock was not to be had in time.
type busy struct{ gone }

func (b *busy) Delete(r *http.Request, _ string) error {
	return b.errorOf(r, fmt.Errorf("wait for lock identity demo: %w", &pgconn.PgError{Code: "55P03"}))
}

// TestServeHTTP_WhoWaitsTooLongComesAgain deletes while somebody else changes the organisation.
func TestServeHTTP_WhoWaitsTooLongComesAgain(t *testing.T) {
	b := &busy{gone{Service{Config: Config{Site: func() string { return "https://portal.test" }, Log: slog.New(slog.DiscardHandler)}}}}
	answer := httptest.NewRecorder()
	b.serve(answer, httptest.NewRequest(http.MethodDelete, Base+"/Users/1", nil), b, b)
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" || !strings.Contains(answer.Body.String(), "try again soon") {
		t.Errorf("%d, %v, %s", answer.Code, answer.Header(), answer.Body)
	}
}

func TestServeHTTP_WhatIsAwayIsTriedAgain(t *testing.T) {
	s := &gone{Service{Config: Config{Site: func() string { return "https://portal.test" }}}}
	for request, body := range map[string]string{
		"GET /Groups/1":    ``,
		"PUT /Groups/1":    `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"Drivers"}`,
		"POST /Groups":     `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"Drivers"}`,
		"DELETE /Groups/1": ``,
	} {
		method, path, _ := strings.Cut(request, " ")
		answer := httptest.NewRecorder()
		s.serve(answer, httptest.NewRequest(method, Base+path, strings.NewReader(body)), s, s)
		if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" || !strings.Contains(answer.Body.String(), `"detail":"Access cannot be checked right now."`) {
			t.Errorf("%s: %d, %v, %s", request, answer.Code, answer.Header(), answer.Body)
		}
	}
}
