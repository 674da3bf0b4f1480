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
	answer := httptest.NewRecorder()
	retryLater{answer}.WriteHeader(away.Status)
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" {
		t.Errorf("%d with the headers %v", answer.Code, answer.Header())
	}
}
