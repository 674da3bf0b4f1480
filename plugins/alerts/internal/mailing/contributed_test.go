package mailing_test

import (
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/raised"
	"outrider.dev/sdk/events"
)

// TestContributed mails about a type of another plugin, by a vehicle's list and by a configuration.
func TestContributed(t *testing.T) {
	w := newWorld(t)
	w.Do(admin, "PUT /api/org/demo/vehicles/email_list/alerts", `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"boundary_geo_alert","emails":["yard@example.com"]}]}]`, 200)
	w.Do(admin, "POST /api/org/demo/alerts/notifications/configs", `{"notification":{"alert_types":["boundary_geo_alert"],"nodes":["demo"],"recipients":["boss@example.com"]}}`, 200)
	w.Do(admin, "PUT /api/org/demo/vehicles/email_list/alerts", `[{"vehicle_id":"van","alert_email_list":[{"alert_type":"sunset_alert","emails":["yard@example.com"]}]}]`, 422, "There is no such kind of alert.")
	now := w.Now().UnixMilli()
	a, err := raised.AlertOf("demo", "fences", *w.Types.Find("boundary_geo_alert"), events.AlertRaised{
		ID: "1", Type: "boundary_geo_alert", VehicleID: "van", TimeMs: now, About: &events.AlertAbout{ID: "g", Name: "Yard"}, Values: map[string]any{"entry_exit_indicator": "boundary_in", "geofence_id": "g-1"},
	}, now)
	alertstest.Must(t, err)
	w.Take(a)
	for _, m := range w.posted(2) {
		if !strings.HasPrefix(m.Subject, "Geofence-Grenze · Van") || !strings.Contains(m.Text, "Geofence: Yard") || !strings.Contains(m.Text, "Was geschah: Eingefahren") || strings.Contains(m.Text, "g-1") {
			t.Errorf("the mail says %q: %s", m.Subject, m.Text)
		}
	}
}
