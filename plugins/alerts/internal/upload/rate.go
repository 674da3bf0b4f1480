package upload

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
)

// Disabled is the type of the alert that tells of an upload that the system switched off.
const Disabled = "DisabledAlert"

const (
	// MaxAnHour is how many alerts of one type a device may raise within an hour before their upload is switched off.
	MaxAnHour = 60
	hourMs    = 60 * 60 * 1000
	// rateVersion is written into every alert that the rule makes.
	rateVersion = 1
)

// counted reports whether an alert counts towards a highest rate: jolts, all labels together, and each input.
func counted(a alert.Alert) bool { return a.AlertType == "imualert" || a.AlertType == "ioalert" }

// disabledType is the type as the alert tells it.
func disabledType(a alert.Alert) string {
	if a.AlertType == "ioalert" {
		return "ioalert"
	}
	return "Driving"
}

// exceeded looks whether a device raised more than MaxAnHour alerts like a within an hour of their own times, in whatever order they came, since a person
// last chose the setting. It returns when the first alert too many happened.
func exceeded(tx *gorm.DB, orgID string, a alert.Alert, sinceMs int64) (atMs int64, yes bool, err error) {
	var found []int64
	found, err = store.Rows[int64](tx, `SELECT event_ms FROM (
			SELECT event_ms, event_ms - lag(event_ms, ?::integer) OVER (ORDER BY event_ms) AS span FROM alerts.alert
			WHERE org_id = ? AND device_id = ? AND alert_type = ? AND pin = ? AND event_ms > ? AND event_ms < ? AND event_ms >= ?
		) last WHERE span < ? ORDER BY event_ms LIMIT 1`,
		MaxAnHour, orgID, a.DeviceID, a.AlertType, a.Pin, a.EventMs-hourMs, a.EventMs+hourMs, sinceMs, hourMs)
	if err != nil || len(found) == 0 {
		return 0, false, err
	}
	return found[0], true, nil
}

type disabledDetails struct {
	DisabledAlertType string `json:"disabled_alert_type"` // ioalert or Driving
	Key               string `json:"key"`
	Rule              struct {
		Name    string `json:"name"`
		Version int    `json:"version"`
		Max     int    `json:"max"`
		WindowS int    `json:"window_s"`
	} `json:"rule"`
}

// disabledAlert tells that the upload of alerts like a was switched off. There is one for each time that a person switched it on.
func disabledAlert(orgID string, a alert.Alert, s Setting, atMs, nowMs int64) alert.Alert {
	d := disabledDetails{DisabledAlertType: disabledType(a), Key: s.Key}
	d.Rule.Name, d.Rule.Version, d.Rule.Max, d.Rule.WindowS = "upload_rate", rateVersion, MaxAnHour, hourMs/1000
	raw, _ := json.Marshal(d) // plain texts and numbers
	return alert.Alert{
		ID: alert.IDOfRule(orgID, fmt.Sprintf("upload_rate %s", s.Key), a.DeviceID, s.SinceMs), Kind: alert.Driving, AlertType: Disabled, AlertSubtype: d.DisabledAlertType,
		Severity: alert.Moderate, Pin: a.Pin, DeviceID: a.DeviceID, VehicleID: a.VehicleID, EventMs: atMs, Lat: a.Lat, Lng: a.Lng, Zone: a.Zone, Address: a.Address,
		Placed: a.Placed, Details: raw, Quality: "none", ReceivedMs: nowMs,
	}
}
