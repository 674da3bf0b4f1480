package visit

import (
	"fmt"

	fastjson "github.com/goccy/go-json"
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

// raised is an event as a statement takes it.
type raised struct {
	VisitID    string   `json:"visit_id"`
	Trigger    string   `json:"trigger"`
	GeofenceID string   `json:"geofence_id"`
	VehicleID  string   `json:"vehicle_id"`
	AtMs       int64    `json:"at_ms"`
	EndMs      int64    `json:"end_ms"`
	Lat        float64  `json:"lat"`
	Lng        float64  `json:"lng"`
	SpeedKmh   *float64 `json:"speed_kmh"`
	Threshold  float64  `json:"threshold"`
}

// saveEvents keeps what visits have raised, each trigger of a visit once, and tells of what is new or has ended, in the order of the visits.
func saveEvents(tx *gorm.DB, orgID string, list []Changed, fences Definitions) error {
	var rows []raised
	for _, c := range list {
		for _, e := range c.Events {
			rows = append(rows, raised{c.ID, e.Trigger, c.FenceID, c.VehicleID, e.AtMs, e.EndMs, e.At.Lat, e.At.Lng, e.SpeedKmh, e.Threshold})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	raw, err := fastjson.Marshal(rows)
	if err != nil {
		return fmt.Errorf("write down what visits raised: %w", err)
	}
	written, err := store.Rows[struct {
		VisitID, Trigger string
		IsNew            bool
	}](tx, `INSERT INTO geofences.visit_event AS old (org_id, visit_id, trigger, geofence_id, vehicle_id, at_ms, end_ms, lat, lng, speed_kmh, threshold)
		SELECT ?, r.* FROM jsonb_to_recordset(?::jsonb) AS r (visit_id uuid, trigger text, geofence_id text, vehicle_id text, at_ms bigint, end_ms bigint, lat double precision, lng double precision,
			speed_kmh double precision, threshold double precision)
		ON CONFLICT (org_id, visit_id, trigger) DO UPDATE SET at_ms = excluded.at_ms, end_ms = excluded.end_ms, lat = excluded.lat, lng = excluded.lng, speed_kmh = excluded.speed_kmh
		WHERE (old.at_ms, old.end_ms, old.speed_kmh) IS DISTINCT FROM (excluded.at_ms, excluded.end_ms, excluded.speed_kmh)
		RETURNING visit_id::text AS visit_id, trigger, xmax = 0 AS is_new`, orgID, string(raw))
	if err != nil {
		return fmt.Errorf("keep what visits raised: %w", err)
	}
	type key struct{ visitID, trigger string }
	isNew := make(map[key]bool, len(written)) // of those that were written
	for _, w := range written {
		isNew[key{w.VisitID, w.Trigger}] = w.IsNew
	}
	var alerts []events.AlertRaised
	for _, c := range list {
		for _, e := range c.Events {
			fresh, changed := isNew[key{c.ID, e.Trigger}]
			if f := definitionOf(c, e, fences); f != nil && changed && (fresh || e.EndMs != 0) { // nil: its definition is not kept any more
				alerts = append(alerts, alertOf(c, e, f.Definition))
			}
		}
	}
	return events.RaiseAlerts(tx, orgID, "geofences", alerts)
}

// definitionOf is the geofence as it was when it raised an event, or when the visit began.
func definitionOf(c Changed, e watch.Event, fences Definitions) *watch.Fence {
	if f := fences.Of(c.FenceID, e.AtMs); f != nil {
		return f
	}
	return fences.Of(c.FenceID, c.ArrivalMs)
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
