package rules

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
)

func TestCovers(t *testing.T) {
	at := func(text string) int64 {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return when.UnixMilli()
	}
	office := Rule{Days: []int{1, 2, 3, 4, 5}, FromMinute: 8 * 60, ToMinute: 18 * 60, Zone: "Europe/Berlin"}
	night := Rule{Days: []int{5}, FromMinute: 22 * 60, ToMinute: 6 * 60, Zone: "Europe/Berlin"}
	always := Rule{ToMinute: dayMinutes, Zone: "UTC"}
	for _, tc := range []struct {
		name string
		rule Rule
		when string
		want bool
	}{
		{"within", office, "2026-07-20T06:00:00Z", true}, // a Monday, 08:00
		{"a minute early", office, "2026-07-20T05:59:00Z", false},
		{"the end is out", office, "2026-07-20T16:00:00Z", false},
		{"in winter the clock is another one", office, "2026-01-19T06:30:00Z", false},
		{"Sunday", office, "2026-07-19T10:00:00Z", false},
		{"Friday night", night, "2026-07-24T21:00:00Z", true},
		{"belongs to Friday", night, "2026-07-25T03:59:00Z", true},
		{"Saturday night", night, "2026-07-25T21:00:00Z", false},
		{"Friday before dawn is Thursday's", night, "2026-07-24T02:00:00Z", false},
		{"always", always, "2026-07-24T23:59:59Z", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.rule.Covers(alert.Alert{EventMs: at(tc.when)}); got != tc.want {
				t.Errorf("covers %s: %v", tc.when, got)
			}
		})
	}
	always.AlertTypes, always.Severity = []string{"collision"}, 2
	if always.Covers(alert.Alert{AlertType: "imualert", Severity: 3}) || always.Covers(alert.Alert{AlertType: "collision", Severity: 1}) ||
		!always.Covers(alert.Alert{AlertType: "collision", Severity: 3}) {
		t.Error("type and severity are not asked for")
	}
}
