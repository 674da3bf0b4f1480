// Package geofence makes alerts of what the geofences plugin notices: a border crossed, too fast or too long within one.
package geofence

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// Subject is the event of crossings.
const Subject = "event.geofences.crossing"

// types are the alert types of the kinds of crossings.
var types = map[string]string{"boundary": "boundary_geo_alert", "speeding": "speeding_geo_alert", "parking": "parking_geo_alert"}

// Details are what only these alerts have. Times are Unix milliseconds, 0 while they are open.
type Details struct {
	GeofenceID     string   `json:"geofence_id"`
	GeofenceName   string   `json:"geofence_name"`
	Direction      string   `json:"entry_exit_indicator,omitempty"` // boundary_in or boundary_out
	Indicator      string   `json:"over_under_indicator,omitempty"` // over or under
	StartMs        int64    `json:"start_ms,omitempty"`
	EndMs          int64    `json:"end_ms,omitempty"`
	SpeedThreshold *float64 `json:"speed_threshold,omitempty"` // km/h
	ParkedForS     *int64   `json:"parked_for_s,omitempty"`
}

// AlertOf is the alert of a crossing, on the vehicle that the event names. An error says what no alert can be made of.
func AlertOf(orgID string, c events.GeofenceCrossing, receivedMs int64) (alert.Alert, error) {
	kind, ok := types[c.Kind]
	switch {
	case !ok:
		return alert.Alert{}, fmt.Errorf("there is no kind of crossing %q", c.Kind)
	case c.ID == "" || c.GeofenceID == "" || c.VehicleID == "" || c.TimeMs <= 0:
		return alert.Alert{}, fmt.Errorf("crossing %q lacks its id, geofence, vehicle or time", c.ID)
	case c.Kind == "boundary" && !slices.Contains([]string{"boundary_in", "boundary_out"}, c.Direction):
		return alert.Alert{}, fmt.Errorf("crossing %s goes neither in nor out", c.ID)
	case c.Kind != "boundary" && !slices.Contains([]string{"over", "under"}, c.Indicator):
		return alert.Alert{}, fmt.Errorf("crossing %s is neither over nor under", c.ID)
	case c.EndMs != 0 && c.EndMs < c.StartMs:
		return alert.Alert{}, fmt.Errorf("crossing %s ends before it begins", c.ID)
	}
	var shape json.RawMessage
	if c.Shape != nil {
		if !isShape(*c.Shape) {
			return alert.Alert{}, fmt.Errorf("the shape of crossing %s is neither a circle nor a polygon", c.ID)
		}
		shape, _ = json.Marshal(c.Shape) // plain texts and numbers
	}
	raw, err := json.Marshal(Details{
		GeofenceID: c.GeofenceID, GeofenceName: c.Name, Direction: c.Direction, Indicator: c.Indicator, StartMs: c.StartMs, EndMs: c.EndMs,
		SpeedThreshold: c.SpeedThresholdKmh, ParkedForS: c.ParkedForS,
	})
	if err != nil {
		return alert.Alert{}, fmt.Errorf("write down crossing %s: %w", c.ID, err)
	}
	a := alert.Alert{
		ID: alert.IDOfEvent(orgID, "geofence "+c.GeofenceID, c.ID), Kind: alert.Geofence, AlertType: kind, AlertSubtype: c.Direction + c.Indicator, Severity: alert.Moderate,
		DeviceID: c.DeviceID, VehicleID: c.VehicleID, EventMs: c.TimeMs, Lat: c.Lat, Lng: c.Lng, SpeedKmh: c.SpeedKmh, SpeedLimitKmh: c.SpeedThresholdKmh,
		Details: raw, Shape: shape, Quality: "none", ReceivedMs: receivedMs,
	}
	if c.Kind == "speeding" {
		a.Severity = alert.Harsh
	}
	if c.EndMs != 0 {
		lasted := c.EndMs - c.StartMs
		a.DurationMs = &lasted
	}
	return a, nil
}

// Store keeps alerts.
type Store interface {
	// Cross keeps the alert of a crossing, or how it ended, and reports what that changed.
	Cross(ctx context.Context, orgID string, a alert.Alert) (created, updated bool, err error)
}

// Placer writes zone and address into alerts.
type Placer interface {
	Fill(ctx context.Context, orgID string, list []alert.Alert)
}

// Teller tells open browsers.
type Teller interface {
	Created(ctx context.Context, orgID string, ids []string)
	Updated(ctx context.Context, orgID string, ids []string)
}

// Watch takes the events of crossings.
type Watch struct {
	store  Store
	placer Placer
	teller Teller
}

// NewWatch returns a watch.
func NewWatch(store Store, placer Placer, teller Teller) *Watch { return &Watch{store, placer, teller} }

// Take takes one event.
func (w *Watch) Take(ctx context.Context, e events.Event[events.GeofenceCrossing]) error {
	a, err := AlertOf(e.OrgID, e.Data, e.At.UnixMilli())
	if err != nil {
		return events.Permanent(err)
	}
	list := []alert.Alert{a}
	w.placer.Fill(ctx, e.OrgID, list)
	created, updated, err := w.store.Cross(ctx, e.OrgID, list[0])
	switch {
	case fault.KindOf(err) == fault.NotFound: // the organisation is gone
	case err != nil:
		return err
	case created:
		w.teller.Created(ctx, e.OrgID, []string{a.ID})
	case updated:
		w.teller.Updated(ctx, e.OrgID, []string{a.ID})
	}
	return nil
}
