package admin_test

import (
	"os"
	"path/filepath"
	"testing"

	"outrider.dev/outrider/host/internal/admin"
)

func TestDemonstration_SaysHowMuchOfThePastIsThere(t *testing.T) {
	note := filepath.Join(t.TempDir(), "fleet-history")
	probe := admin.Demonstration(note)
	for text, want := range map[string]float64{"2026-03-01T08:00:00Z 0%\n": 0, "2026-03-01T08:00:00Z 42%\n": 42, "2026-03-01T08:00:00Z done\n": 100} {
		if err := os.WriteFile(note, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		facts, err := probe.Look(t.Context())
		if err != nil || len(facts.Values) != 1 || facts.Values[0].Value != want || facts.Values[0].Of != 100 {
			t.Errorf("%q: %+v (%v), want %v of 100", text, facts.Values, err, want)
		}
	}
	if err := os.WriteFile(note, []byte("2026-03"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := probe.Look(t.Context()); err == nil {
		t.Error("a note without a share is read as one")
	}
}
