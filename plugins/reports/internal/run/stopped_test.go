package run

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/fault"
)

// A run whose report is switched off cannot be made any more. One whose plugin is not there yet, as just after a start of the host, is tried again.
func TestStoppedBy(t *testing.T) {
	for _, tc := range []struct {
		name   string
		err    error
		reason string // empty: it is tried again
	}{
		{"switched off", kind.ErrNone, ReportGone},
		{"not declared yet", kind.ErrUnlisted, ""},
		{"not declared any more, found while the file was written", fmt.Errorf("write CSV: %w", kind.ErrUnlisted), ""},
		{"signed out", fault.New(fault.SignedOut, "x"), CreatorGone},
		{"denied", fault.New(fault.Denied, "x"), NoPermission},
		{"another organisation", fault.New(fault.NotFound, "x"), CreatorMoved},
		{"not answered", fault.New(fault.Unavailable, "x"), ""},
	} {
		stop, is := errors.AsType[stopped](stoppedBy(tc.err))
		if is != (tc.reason != "") || is && stop.reason != tc.reason {
			t.Errorf("%s: stopped %v for %q, want %q", tc.name, is, stop.reason, tc.reason)
		}
	}
	for before, want := range []time.Duration{startPause, pauses[1], pauses[2], 0} {
		if got := pauseAfter(kind.ErrUnlisted, before); got != want {
			t.Errorf("after %d failures it is tried again in %s, want %s", before, got, want)
		}
	}
	if got := pauseAfter(fault.New(fault.Unavailable, "x"), 0); got != pauses[0] {
		t.Errorf("what is not answered is tried again in %s", got)
	}
	if got := reasonOf(kind.ErrUnlisted); got != ReportGone {
		t.Errorf("meanwhile it is said to fail for %q", got)
	}
}
