package fleet_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/fleet"
)

// TestDateTime compares with what Intl.DateTimeFormat writes in browsers (medium dates, short times).
func TestDateTime(t *testing.T) {
	at := time.Date(2026, 3, 5, 14, 2, 7, 0, time.UTC)
	for language, want := range map[string]string{
		"en": "5 Mar 2026, 14:02", "en-US": "Mar 5, 2026, 2:02 PM", "de": "05.03.2026, 14:02", "es": "5 mar 2026, 14:02", "fr": "5 mars 2026, 14:02", "nl": "5 mrt 2026, 14:02", "xx": "5 Mar 2026, 14:02",
	} {
		if got := fleet.DateTime(language, at); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
	if got := fleet.Date("fr", at.AddDate(0, 4, 0)); got != "5 juil. 2026" {
		t.Errorf("July is %q", got)
	}
}
