// Package evidence asks for the files that belong to an alert.
package evidence

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/eventdata"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/sdk/events"
)

// Filesets keeps filesets.
type Filesets interface {
	Add(ctx context.Context, f fileset.Fileset) (fileset.Fileset, error)
	VehicleName(ctx context.Context, orgID, vehicleID string) (string, error)
}

// Zones knows which clock a vehicle goes by.
type Zones interface {
	Of(ctx context.Context, orgID, vehicleID string) (*time.Location, error)
}

// Clerk keeps the filesets of alerts.
type Clerk struct {
	filesets Filesets
	zones    Zones
}

// New returns a clerk.
func New(filesets Filesets, zones Zones) *Clerk { return &Clerk{filesets, zones} }

// Take keeps the fileset of an alert, once. It is called after the vehicle and the alert's time, as if a person had asked for it.
func (c *Clerk) Take(ctx context.Context, e events.Event[eventdata.AlertEvidence]) error {
	f := fileset.Fileset{
		ID: "alert-" + e.Data.AlertID, OrgID: e.OrgID, AlertID: e.Data.AlertID, VehicleID: e.Data.VehicleID, DeviceID: e.Data.DeviceID,
	}
	for _, wanted := range e.Data.Files {
		w := fileset.Wanted{Type: wanted.FileType, Channel: wanted.Channel, StartMs: wanted.StartMs, DurationMs: wanted.DurationMs}
		if err := w.Check(); err != nil {
			return events.Permanent(fmt.Errorf("evidence of alert %s: %w", e.Data.AlertID, err))
		}
		f.Files = append(f.Files, fileset.File{Wanted: w})
	}
	vehicle, err := c.filesets.VehicleName(ctx, e.OrgID, e.Data.VehicleID)
	if err != nil {
		return err
	}
	zone, err := c.zones.Of(ctx, e.OrgID, e.Data.VehicleID)
	if err != nil {
		return err
	}
	f.Description = fileset.Title(cmp.Or(vehicle, e.Data.DeviceID), time.UnixMilli(e.Data.TimeMs), zone)
	_, err = c.filesets.Add(ctx, f)
	return err
}
