package scim

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	scimerrors "github.com/elimity-com/scim/errors"

	"outrider.dev/sdk/fault"
)

func TestErrorOf_WhatIsAwayIsTriedAgain(t *testing.T) {
	away, ok := errors.AsType[scimerrors.ScimError]((&Service{}).errorOf(fault.New(fault.Unavailable, "Access cannot be checked right now.")))
	if !ok || away.Status != http.StatusServiceUnavailable {
		t.Errorf("the status is %d, want 503", away.Status)
	}
	recorded := httptest.NewRecorder()
	held := &answer{ResponseWriter: recorded}
	held.WriteHeader(away.Status)
	if err := held.send(httptest.NewRequestWithContext(t.Context(), http.MethodGet, Base+"/Users", http.NoBody), ""); err != nil {
		t.Fatal(err)
	}
	if recorded.Code != http.StatusServiceUnavailable || recorded.Header().Get("Retry-After") == "" {
		t.Errorf("%d with the headers %v", recorded.Code, recorded.Header())
	}
}
