package driver

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web"
)

// at is who drives a vehicle at a time (Unix milliseconds); nobody's name is empty. What cannot be read is not told.
func (a *API) at(ctx context.Context, orgID, vehicleID string, ms int64) Drive {
	found, err := a.store.Drives(ctx, orgID, scope.Of(ctx), vehicleID, ms, ms+1)
	if err != nil || len(found) == 0 {
		return Drive{}
	}
	return found[0]
}

// tellChange says for the audit log who drives a vehicle now, and who did before.
func tellChange(ctx context.Context, before, after Drive) {
	for _, one := range []Drive{after, before} {
		if one.VehicleName != "" {
			web.AuditValue(ctx, "vehicle", one.VehicleName)
			web.AuditValue(ctx, "driver_name", one.DriverName)
			break
		}
	}
	web.AuditChange(ctx, "driver", before.DriverName, after.DriverName)
}
