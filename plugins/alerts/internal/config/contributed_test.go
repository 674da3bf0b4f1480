package config_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/raised"
	"outrider.dev/sdk/events"
)

// TestContributed switches types of other plugins on and off as any other kind of alert.
func TestContributed(t *testing.T) {
	w := newWorld(t)
	admin := alertstest.Caller("u", "/demo/", "viewAlertEmailList", "editAlertConfig")
	const at = "/api/org/demo/vehicles/v-north/config/alerts"
	w.Do(admin, "GET "+at, "", 200,
		`{"alert_type":"boundary_geo_alert","label":"Geofence-Grenze","icon":"geofencing","pin":0,"pin_name":"","enabled":true,`,
		`{"alert_type":"fuel_theft_alert","label":"Kraftstoffdiebstahl","icon":"warning","pin":0,"pin_name":"","enabled":false,`)
	n := 0
	kept := func(plugin, kind string) bool {
		n++
		now := w.Now().UnixMilli()
		a, err := raised.AlertOf("demo", plugin, *w.Types.Find(kind), events.AlertRaised{ID: kind + time.Duration(n).String(), Type: kind, VehicleID: "v-north", TimeMs: now}, now)
		alertstest.Must(t, err)
		return len(w.Take(a)) == 1
	}
	if !kept("fences", "boundary_geo_alert") || kept("tanks", "fuel_theft_alert") {
		t.Error("what nobody chose is not as the types say: boundaries are on, thefts are off")
	}
	w.Do(admin, "PUT "+at, `{"alerts":[{"alert_type":"fuel_theft_alert","enabled":true},{"alert_type":"boundary_geo_alert","enabled":false}]}`, 200)
	if kept("fences", "boundary_geo_alert") || !kept("tanks", "fuel_theft_alert") {
		t.Error("what somebody chose does not count: boundaries are off, thefts are on")
	}
	w.Do(admin, "PUT "+at, `{"alerts":[{"alert_type":"sunset_alert","enabled":true}]}`, 422, "There is no such kind of alert.")

	w.Types[3].Available = false // the plugin is switched off
	w.Do(admin, "PUT "+at, `{"alerts":[{"alert_type":"fuel_theft_alert","enabled":false}]}`, 422, "There is no such kind of alert.")
	if found, err := w.Alerts.ByID(t.Context(), "demo", []string{alert.IDOfEvent("demo", "raised tanks", "fuel_theft_alert4ns")}); err != nil || len(found) != 1 || found[0].Declared == nil {
		t.Errorf("what a plugin raised before it was switched off has lost its name: %v %v", found, err)
	}
}
