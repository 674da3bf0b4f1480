package schedule

import (
	"errors"
	"testing"

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
