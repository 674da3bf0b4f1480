package visit

import (
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Definitions finds a geofence as it was.
type Definitions interface {
	Of(id string, atMs int64) *watch.Fence
}

// saveEvents keeps what a visit has raised, each trigger once, and tells of what is new or has ended.
func saveEvents(tx *gorm.DB, orgID string, c Changed, fences Definitions) error {
	for _, e := range c.Events {
		changed, err := store.Rows[bool](tx, `INSERT INTO geofences.visit_event AS old (org_id, visit_id, trigger, geofence_id, vehicle_id, at_ms, end_ms, lat, lng, speed_kmh, threshold)
			VALUES (?, ?::uuid, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, visit_id, trigger) DO UPDATE SET at_ms = excluded.at_ms, end_ms = excluded.end_ms, lat = excluded.lat, lng = excluded.lng, speed_kmh = excluded.speed_kmh
			WHERE (old.at_ms, old.end_ms, old.speed_kmh) IS DISTINCT FROM (excluded.at_ms, excluded.end_ms, excluded.speed_kmh) RETURNING xmax = 0`,
			orgID, c.ID, e.Trigger, c.FenceID, c.VehicleID, e.AtMs, e.EndMs, e.At.Lat, e.At.Lng, e.SpeedKmh, e.Threshold)
		if err != nil {
			return fmt.Errorf("keep what visit %s raised: %w", c.ID, err)
		}
		if len(changed) == 0 || (!changed[0] && e.EndMs == 0) {
			continue
		}
		f := fences.Of(c.FenceID, e.AtMs)
		if f == nil {
			f = fences.Of(c.FenceID, c.ArrivalMs)
		}
		if f == nil {
			continue // its definition is not kept any more
		}
		if err := events.RaiseAlert(tx, orgID, "geofences", alertOf(c, e, f.Definition)); err != nil {
			return err
		}
	}
	return nil
}

// alertOf is the alert of an event.
func alertOf(c Changed, e watch.Event, d fence.Definition) events.AlertRaised {
	lat, lng := e.At.Lat, e.At.Lng
	a := events.AlertRaised{
		ID: c.ID + ":" + e.Trigger, VehicleID: c.VehicleID, DeviceID: c.DeviceID, TimeMs: e.AtMs, Lat: &lat, Lng: &lng, SpeedKmh: e.SpeedKmh,
		About: &events.AlertAbout{ID: d.ID, Name: d.Name}, Shape: shapeOf(d.Shape), Values: map[string]any{"geofence_id": d.ID},
	}
	ended := func(key string) {
		if a.EndMs = e.EndMs; a.EndMs > 0 {
			a.Values[key] = e.EndMs
		}
	}
	switch e.Trigger {
	case watch.Enter:
		a.Type, a.Subtype, a.Values["entry_exit_indicator"] = fence.BoundaryAlert, "boundary_in", "boundary_in"
	case watch.Leave:
		a.Type, a.Subtype, a.Values["entry_exit_indicator"] = fence.BoundaryAlert, "boundary_out", "boundary_out"
	case watch.ParkInside:
		a.Type, a.StartMs = fence.ParkingAlert, e.AtMs-int64(e.Threshold)*1000
		a.Values["parking_start_time"], a.Values["parked_for"] = a.StartMs, e.Threshold
		ended("parking_end_time")
	default:
		limit := e.Threshold
		a.Type, a.Subtype, a.StartMs, a.SpeedLimitKmh = fence.SpeedingAlert, "over", e.AtMs, &limit
		if e.Trigger == watch.SpeedBelow {
			a.Subtype = "under"
		}
		a.Values["over_under_indicator"], a.Values["speed_threshold"], a.Values["speed_start_time"] = a.Subtype, limit, a.StartMs
		ended("speed_end_time")
	}
	a.Emails = d.Emails[a.Type]
	return a
}

func shapeOf(s shape.Shape) *events.AlertShape {
	out := &events.AlertShape{Type: s.Type, RadiusM: s.RadiusM}
	if s.Center != nil {
		out.Center = &events.Place{Lat: s.Center.Lat, Lng: s.Center.Lng}
	}
	for _, p := range s.Points {
		out.Points = append(out.Points, events.Place{Lat: p.Lat, Lng: p.Lng})
	}
	return out
}
