package record

import (
	"encoding/json"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/geofence"
)

// Geofence is what only alerts of geofences have; times are RFC 3339 in UTC, speeds km/h. Which are there depends on the type.
type Geofence struct {
	GeofenceID     string   `json:"geofence_id,omitempty"`
	EntryExit      string   `json:"entry_exit_indicator,omitempty" enum:"boundary_in,boundary_out"`
	OverUnder      string   `json:"over_under_indicator,omitempty" enum:"over,under"`
	ParkingStart   string   `json:"parking_start_time,omitempty"`
	ParkingEnd     string   `json:"parking_end_time,omitempty"`
	SpeedStart     string   `json:"speed_start_time,omitempty"`
	SpeedEnd       string   `json:"speed_end_time,omitempty"`
	SpeedThreshold *float64 `json:"speed_threshold,omitempty"`

	Shape json.RawMessage `json:"shape,omitempty" doc:"In the answer of one alert, where the geofence was: {type: circle, center: {lat, lng}, radius_m} or {type: polygon, points: [{lat, lng}]}"`
}

// geofenceOf is what the details of an alert say, and the geofence's name.
func geofenceOf(a alert.Alert) (g *Geofence, name string) {
	var d geofence.Details
	if json.Unmarshal(a.Details, &d) != nil { // written by this plugin
		return nil, ""
	}
	g = &Geofence{GeofenceID: d.GeofenceID, EntryExit: d.Direction, OverUnder: d.Indicator, SpeedThreshold: d.SpeedThreshold}
	switch a.AlertType {
	case "parking_geo_alert":
		g.ParkingStart, g.ParkingEnd = utc(d.StartMs), utc(d.EndMs)
	case "speeding_geo_alert":
		g.SpeedStart, g.SpeedEnd = utc(d.StartMs), utc(d.EndMs)
	}
	return g, d.GeofenceName
}

// utc is a time in Unix milliseconds; empty for none.
func utc(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}
