package events

import (
	"gorm.io/gorm"
)

// AlertRaised is something that a plugin found out about a vehicle and that is an alert. Subject "event.<plugin>.raised"; sdk/events/schema has its JSON Schema. Of what
// lasts, an event is published when it begins and, with the same ID, when it ends, in any order. Each ID is one alert.
type AlertRaised struct {
	ID            string   `json:"id"`         // of what happened, unique within the plugin and organisation
	Type          string   `json:"type"`       // id of one of the manifest's alert_types
	VehicleID     string   `json:"vehicle_id"` // where it happened
	DeviceID      string   `json:"device_id,omitempty"`
	TimeMs        int64    `json:"time_ms"`            // Unix milliseconds, of the alert
	StartMs       int64    `json:"start_ms,omitempty"` // of what lasts
	EndMs         int64    `json:"end_ms,omitempty"`   // 0: it goes on, or does not last
	Lat           *float64 `json:"lat,omitempty"`
	Lng           *float64 `json:"lng,omitempty"`
	SpeedKmh      *float64 `json:"speed_kmh,omitempty"` // of what lasts, the highest
	SpeedLimitKmh *float64 `json:"speed_limit_kmh,omitempty"`
	HeadingDeg    *float64 `json:"heading_deg,omitempty"`
	Subtype       string   `json:"subtype,omitempty"`  // what the plugin tells apart within the type
	Severity      string   `json:"severity,omitempty"` // plain, moderate, harsh or severe; empty: that of the type

	// Emails are mailed about the alert besides those that the alerts plugin knows.
	Emails []string `json:"emails,omitempty"`
	// Withdrawn takes an alert back that was published with the same ID: what came late shows that it was none.
	Withdrawn bool `json:"withdrawn,omitempty"`

	About  *AlertAbout    `json:"about,omitempty"`  // what it is about besides the vehicle
	Shape  *AlertShape    `json:"shape,omitempty"`  // where that is, as it was then
	Values map[string]any `json:"values,omitempty"` // of the keys that the type declares
}

// AlertAbout is the thing that an alert is about besides its vehicle, by the name that it had then: a geofence, a tank.
type AlertAbout struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// AlertShape is a circle with Center and RadiusM (10 to 100,000), or a polygon of 3 to 500 Points.
type AlertShape struct {
	Type    string  `json:"type"` // circle or polygon
	Center  *Place  `json:"center,omitempty"`
	RadiusM float64 `json:"radius_m,omitempty"`
	Points  []Place `json:"points,omitempty"`
}

// RaiseAlert publishes an alert in the transaction that keeps what it is about: both are there or neither is. pluginID is the manifest's id.
func RaiseAlert(tx *gorm.DB, orgID, pluginID string, a AlertRaised) error {
	return Publish(tx, orgID, "event."+pluginID+".raised", a)
}

// RaiseAlerts is RaiseAlert for many, in their order, in few statements.
func RaiseAlerts(tx *gorm.DB, orgID, pluginID string, list []AlertRaised) error {
	return PublishAll(tx, orgID, "event."+pluginID+".raised", list)
}
