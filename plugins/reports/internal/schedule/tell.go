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
	web.Tell(ctx, "schedule", before.Name)
	web.TellChange(ctx, "name", before.Name, after.Name)
	web.TellChange(ctx, "report", before.Report, after.Report)
	web.TellChange(ctx, "frequency", before.Frequency, after.Frequency)
	web.TellChange(ctx, "day", dayOf(before.Times), dayOf(after.Times))
	web.TellChange(ctx, "run_at", before.RunAt, after.RunAt)
	web.TellChange(ctx, "zone", before.Zone, after.Zone)
	web.TellChange(ctx, "period", before.Period, after.Period)
	web.TellChange(ctx, "all_vehicles", strconv.FormatBool(before.All), strconv.FormatBool(after.All))
	web.TellChange(ctx, "vehicles", strconv.Itoa(len(before.VehicleIDs)), strconv.Itoa(len(after.VehicleIDs)))
	web.TellChange(ctx, "groups", strconv.Itoa(len(before.GroupIDs)), strconv.Itoa(len(after.GroupIDs)))
	web.TellChange(ctx, "formats", strings.Join(before.Formats, ", "), strings.Join(after.Formats, ", "))
	web.TellChange(ctx, "recipients", namesOf(before.Recipients), namesOf(after.Recipients))
	web.TellChange(ctx, "paused", strconv.FormatBool(before.isPaused()), strconv.FormatBool(after.isPaused()))
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
