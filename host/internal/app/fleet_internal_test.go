package app

import (
	"strings"
	"testing"
)

func TestHistoryArguments(t *testing.T) {
	for given, want := range map[string]string{
		"": "-history 14d -history-once note", "2": "-history 2d -history-once note", "36h": "-history 36h -history-once note", "1.5d": "-history 1.5d -history-once note", "0": "", "0d": "",
	} {
		if got, err := historyArguments(given, "note"); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q becomes %v, %v; want %s", given, got, err, want)
		}
	}
	for _, wrong := range []string{"two weeks", "-1d", "401d", "d"} {
		if _, err := historyArguments(wrong, "note"); err == nil || !strings.Contains(err.Error(), "plugins.vehicles.demo_history") {
			t.Errorf("%q is refused by %v", wrong, err)
		}
	}
}
