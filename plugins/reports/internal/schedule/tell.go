package schedule

import (
	"context"
	"strconv"
	"strings"

	"outrider.dev/outrider/plugins/reports/internal/calendar"
	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a schedule.
func tellChange(ctx context.Context, before, after Schedule) {
	web.AuditValue(ctx, "schedule", before.Name)
	web.AuditChange(ctx, "name", before.Name, after.Name)
	web.AuditChange(ctx, "report", before.Report, after.Report)
	web.AuditChange(ctx, "frequency", before.Frequency, after.Frequency)
	web.AuditChange(ctx, "day", dayOf(before.Times), dayOf(after.Times))
	web.AuditChange(ctx, "run_at", before.RunAt, after.RunAt)
	web.AuditChange(ctx, "zone", before.Zone, after.Zone)
	web.AuditChange(ctx, "period", before.Period, after.Period)
	web.AuditChange(ctx, "all_vehicles", strconv.FormatBool(before.All), strconv.FormatBool(after.All))
	web.AuditChange(ctx, "vehicles", strconv.Itoa(len(before.VehicleIDs)), strconv.Itoa(len(after.VehicleIDs)))
	web.AuditChange(ctx, "groups", strconv.Itoa(len(before.GroupIDs)), strconv.Itoa(len(after.GroupIDs)))
	web.AuditChange(ctx, "formats", strings.Join(before.Formats, ", "), strings.Join(after.Formats, ", "))
	web.AuditChange(ctx, "compared_with", strconv.FormatBool(before.Compared != ""), strconv.FormatBool(after.Compared != ""))
	web.AuditChange(ctx, "recipients", namesOf(before.Recipients), namesOf(after.Recipients))
	web.AuditChange(ctx, "paused", strconv.FormatBool(before.isPaused()), strconv.FormatBool(after.isPaused()))
}

// dayOf is the day of the week, weekday_1 is Monday, or of the month; empty for a daily one.
func dayOf(t calendar.Times) string {
	switch t.Frequency {
	case calendar.Weekly:
		return "weekday_" + strconv.Itoa(t.Weekday)
	case calendar.Monthly:
		return strconv.Itoa(t.MonthDay)
	default:
		return ""
	}
}

// namesOf are recipients as people read them; who has no name is an address.
func namesOf(recipients []Recipient) string {
	names := make([]string, len(recipients))
	for i, one := range recipients {
		if names[i] = one.Name; names[i] == "" {
			names[i] = one.ID
		}
	}
	return strings.Join(names, ", ")
}
