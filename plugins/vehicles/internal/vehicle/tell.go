package vehicle

import (
	"context"
	"strconv"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web"
)

// tellChange says for the audit log what became of a vehicle.
func tellChange(ctx context.Context, before, after Vehicle) {
	switch {
	case before.GroupID != after.GroupID:
		web.AuditValue(ctx, "moved", before.Name)
		web.AuditValue(ctx, "from_group", before.Group)
		web.AuditValue(ctx, "to_group", after.Group)
	case !before.Disabled && after.Disabled:
		web.AuditValue(ctx, "disabled_vehicle", before.Name)
	case before.Disabled && !after.Disabled:
		web.AuditValue(ctx, "enabled_vehicle", before.Name)
	}
	web.AuditValue(ctx, "vehicle_name", before.Name)
	for _, field := range []struct{ name, before, after string }{
		{"name", before.Name, after.Name},
		{"type", before.Type, after.Type},
		{"group", before.Group, after.Group},
		{"key", before.Key, after.Key},
		{"make", before.Make, after.Make},
		{"model", before.Model, after.Model},
		{"year", number(before.Year), number(after.Year)},
		{"fuel", before.Fuel, after.Fuel},
		{"displacement", number(before.Displacement), number(after.Displacement)},
		{"VIN", before.VIN, after.VIN},
		{"notes", before.Notes, after.Notes},
		{"disabled", strconv.FormatBool(before.Disabled), strconv.FormatBool(after.Disabled)},
	} {
		web.AuditChange(ctx, field.name, field.before, field.after)
	}
}

// number is a number as a text; nil is empty.
func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// tellMove says for the audit log where vehicles went; of a single one also where it was.
func (a *API) tellMove(ctx context.Context, in *moveInput, before Vehicle) {
	after, err := a.store.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.Body.VehicleIDs[0])
	if err != nil {
		return // the move is done; its sentence is then without the group
	}
	web.AuditValue(ctx, "to_group", after.Group)
	if len(in.Body.VehicleIDs) == 1 {
		web.AuditValue(ctx, "vehicle", after.Name)
		web.AuditValue(ctx, "from_group", before.Group)
		web.AuditChange(ctx, "group", before.Group, after.Group)
	}
}
