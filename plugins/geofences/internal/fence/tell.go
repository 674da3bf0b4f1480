package fence

import (
	"context"
	"strconv"

	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a geofence.
func tellChange(ctx context.Context, before, after Fence) {
	switch {
	case !before.Disabled && after.Disabled:
		web.AuditValue(ctx, "disabled_geofence", before.Name)
	case before.Disabled && !after.Disabled:
		web.AuditValue(ctx, "enabled_geofence", before.Name)
	}
	web.AuditValue(ctx, "geofence", before.Name)
	for _, field := range []struct{ name, before, after string }{
		{"name", before.Name, after.Name},
		{"description", before.Description, after.Description},
		{"colour", before.Colour, after.Colour},
		{"disabled", strconv.FormatBool(before.Disabled), strconv.FormatBool(after.Disabled)},
		{"all_vehicles", strconv.FormatBool(before.All), strconv.FormatBool(after.All)},
		{"vehicles", strconv.Itoa(len(before.VehicleIDs)), strconv.Itoa(len(after.VehicleIDs))},
		{"groups", strconv.Itoa(len(before.GroupIDs)), strconv.Itoa(len(after.GroupIDs))},
	} {
		web.AuditChange(ctx, field.name, field.before, field.after)
	}
}
