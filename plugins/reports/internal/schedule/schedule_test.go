package schedule

import (
	"errors"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
)

// TestDraft_NeedsWhatAReportNeeds has a schedule say a value of each filter that its report cannot do without.
func TestDraft_NeedsWhatAReportNeeds(t *testing.T) {
	report := manifest.ReportType{Filters: []manifest.Filter{{
		Field: manifest.Field{Key: "geofence_ids", Kind: manifest.KindText}, Multiple: true, Needed: manifest.Text{"en": "No geofence selected"},
	}}}
	for _, tc := range []struct {
		name    string
		filters map[string]any
		want    string // what is wrong; empty: nothing
	}{
		{"nothing said", nil, "No geofence selected"},
		{"an empty text", map[string]any{"geofence_ids": ""}, "No geofence selected"},
		{"an empty list", map[string]any{"geofence_ids": []any{}}, "No geofence selected"},
		{"one", map[string]any{"geofence_ids": []any{"a"}}, ""},
		{"a number", map[string]any{"geofence_ids": []any{7.0}}, "There is no such value."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := Draft{}
			d.Filters = tc.filters
			got := ""
			var refused *fault.Error
			if err := d.checkReport(report, ""); errors.As(err, &refused) {
				got = refused.Fields[0].Message
			}
			if got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// TestSchedule_Follow has schedules follow the reports that are offered, and keep the title of one that is not.
func TestSchedule_Follow(t *testing.T) {
	belts, fresh := manifest.Text{"en": "Belts", "de": "Gurte"}, manifest.Text{"en": "Seat belts"}
	on := kind.Offer{Plugin: "seatbelt", Title: belts, Available: true, Enabled: true}
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name    string
		of      Offered
		paused  string // why it is before
		offer   *kind.Offer
		enabled []string
		want    string // why it is paused then
		title   string
	}{
		{"offered for the first time", Offered{}, "", &on, nil, "", "Belts"},
		{"called otherwise by a new release", Offered{"seatbelt", belts}, "", &kind.Offer{Plugin: "seatbelt", Title: fresh, Available: true, Enabled: true}, nil, "", "Seat belts"},
		{"its module off", Offered{"seatbelt", belts}, "", &kind.Offer{Plugin: "seatbelt", Title: belts, Enabled: true}, nil, "module_off", "Belts"},
		{"its plugin disabled", Offered{"seatbelt", belts}, "", &kind.Offer{Plugin: "seatbelt", Title: belts}, []string{"reports"}, "report_gone", "Belts"},
		{"its plugin uninstalled", Offered{"seatbelt", belts}, "", nil, []string{"reports"}, "report_gone", "Belts"},
		{"its plugin starting", Offered{"seatbelt", belts}, "", nil, []string{"reports", "seatbelt"}, "", "Belts"},
		{"not declared, and nobody said why", Offered{"seatbelt", belts}, "", nil, nil, "", "Belts"},
		{"never offered", Offered{}, "", nil, []string{"reports"}, "", ""},
		{"installed again", Offered{"seatbelt", belts}, "report_gone", &on, []string{"reports", "seatbelt"}, "", "Belts"},
		{"on again", Offered{"seatbelt", belts}, "module_off", &on, nil, "", "Belts"},
		{"paused by somebody", Offered{"seatbelt", belts}, PausedByUser, nil, []string{"reports"}, PausedByUser, "Belts"},
		{"paused by somebody, installed again", Offered{"seatbelt", belts}, PausedByUser, &on, nil, PausedByUser, "Belts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := Schedule{Offered: tc.of, PauseReason: tc.paused, Next: now.Add(-time.Hour)}
			s.Report, s.Times = "belts", calendar.Times{Frequency: "daily", Period: calendar.PreviousDay, RunAt: "06:00", Zone: "UTC"}
			if tc.paused != "" {
				s.Paused = now.Add(-time.Hour)
			}
			offers := map[string]kind.Offer{}
			if tc.offer != nil {
				offers["belts"] = *tc.offer
			}
			s.follow(offers, tc.enabled, now)
			if s.PauseReason != tc.want || s.isPaused() != (tc.want != "") || s.Offered.Title["en"] != tc.title {
				t.Errorf("paused %v for %q, called %q; want %q, %q", s.isPaused(), s.PauseReason, s.Offered.Title["en"], tc.want, tc.title)
			}
			if tc.paused != "" && tc.want == "" && !s.Next.After(now) {
				t.Errorf("goes on at %v, which is over", s.Next)
			}
			if s.follow(offers, tc.enabled, now) {
				t.Error("the second time changes something")
			}
		})
	}
}
