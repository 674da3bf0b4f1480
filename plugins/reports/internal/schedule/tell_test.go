package schedule

import (
	"context"
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// The audit log is told when a schedule runs otherwise, whom it tells, and that it was paused.
func TestTellChange(t *testing.T) {
	before := Schedule{Draft: Draft{
		Name: "Weekly mileage", Times: calendar.Times{Frequency: calendar.Weekly, RunAt: "06:00", Weekday: 1, Zone: "Europe/London"},
		Recipients: []Recipient{{Kind: "address", ID: "boss@customer.test"}},
	}}
	after := before
	after.Frequency, after.MonthDay, after.Paused = calendar.Monthly, 28, time.Unix(1, 0)
	after.Recipients = []Recipient{{Kind: "address", ID: "boss@customer.test"}, {Kind: "user", ID: "u1", Name: "Ann Lee"}}
	told := webtest.AuditDetail(t, func(ctx context.Context) { tellChange(ctx, before, after) })
	want := []web.Change{
		{Field: "frequency", Before: "weekly", After: "monthly"},
		{Field: "day", Before: "weekday_1", After: "28"},
		{Field: "recipients", Before: "boss@customer.test", After: "boss@customer.test, Ann Lee"},
		{Field: "paused", Before: "false", After: "true"},
	}
	if told.Values["schedule"] != "Weekly mileage" || !slices.Equal(told.Changes, want) {
		t.Errorf("it tells %v", told)
	}
}
