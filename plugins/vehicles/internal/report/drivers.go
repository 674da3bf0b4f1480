package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// past is what a vehicle did in the range of a report.
type past struct {
	trip.Past
	drives []drive // who drove it, where that is asked for
}

// drive is a time in which somebody drove a vehicle.
type drive struct {
	VehicleID, DriverName string
	FromMs                int64
	ToMs                  *int64 // nil: it goes on
}

// inMs is how long somebody drove within a trip.
func (d drive) inMs(t trip.Trip) int64 {
	end := t.EndMs
	if d.ToMs != nil {
		end = min(end, *d.ToMs)
	}
	return max(0, end-max(t.StartMs, d.FromMs))
}

const selectDrives = `SELECT vehicle_id, driver_name, from_ms, to_ms FROM vehicles.driver_assignment
WHERE org_id = ? AND vehicle_id = ANY(?) AND from_ms < ? AND (to_ms IS NULL OR to_ms > ?) ORDER BY vehicle_id, from_ms`

// readDriven reads as read does, and who drove.
func (r *Reports) readDriven(ctx context.Context, q rows.Query, vehicles []vehicleRow) (map[string]past, error) {
	pasts, err := r.read(ctx, q, vehicles)
	if err != nil || len(pasts) == 0 {
		return pasts, err
	}
	org, lastMs := web.Caller(ctx).OrgID, q.To.UnixMilli()
	for _, one := range pasts {
		for _, t := range one.Trips {
			lastMs = max(lastMs, t.EndMs) // a trip counts as a whole
		}
	}
	var found []drive
	err = r.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		found, err = store.Rows[drive](tx, selectDrives, org, store.List(slices.Collect(maps.Keys(pasts))), lastMs, q.From.UnixMilli())
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list who drove: %w", err)
	}
	for _, d := range found {
		one := pasts[d.VehicleID]
		one.drives = append(one.drives, d)
		pasts[d.VehicleID] = one
	}
	return pasts, nil
}

// longest is who drove for the longest of some times, by name; nil: nobody is known.
func longest(drove map[string]int64) any {
	if len(drove) == 0 {
		return nil
	}
	return slices.MinFunc(slices.Collect(maps.Keys(drove)), func(a, b string) int { return cmp.Or(cmp.Compare(drove[b], drove[a]), cmp.Compare(a, b)) })
}
