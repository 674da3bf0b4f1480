package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"outrider.dev/fleetsim"
)

func TestOnce_ContinuesAHistoryAndSendsNoneThatWasSent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fleet-history")
	began := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	first := start(t, file, began)
	first.HistoryShare(0.429)
	wantNote(t, file, "2026-03-01T08:00:00Z 42%\n")

	second := start(t, file, began.Add(time.Hour)) // after an interruption
	if !second.HistoryUntil.Equal(began) || second.History == 0 {
		t.Errorf("the second start sends up to %v, want %v", second.HistoryUntil, began)
	}
	second.HistorySent()
	second.HistoryShare(1) // a report that was under way
	wantNote(t, file, "2026-03-01T08:00:00Z done\n")
	if third := start(t, file, began.Add(2*time.Hour)); third.History != 0 {
		t.Error("what was sent is sent again")
	}
}

func start(t *testing.T, file string, from time.Time) fleetsim.Options {
	t.Helper()
	o := fleetsim.Options{From: from, History: 24 * time.Hour}
	if err := once(file, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

func wantNote(t *testing.T, file, want string) {
	t.Helper()
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("the note is %q (%v), want %q", got, err, want)
	}
}
