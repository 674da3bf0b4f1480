package api_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/raised"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

// tags are the driver-score tags, the oldest alert first.
func (w *world) tags() (list []string) {
	w.t.Helper()
	must(w.t, w.db.InOrg(w.t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Raw(`SELECT driver_id || ' ' || subcategory || ' ' || tag_id || ' ' || event_time FROM alerts.driving_tag ORDER BY event_time`).Scan(&list).Error
	}))
	return list
}

// fence has the plugin fences raise an alert at a yard.
func (w *world) fence(r events.AlertRaised) error {
	lat, lng := 53.3, -2.4
	r.VehicleID, r.DeviceID, r.Lat, r.Lng, r.About = "v-north", "d1", &lat, &lng, &events.AlertAbout{ID: "g1", Name: "Trafford <b>yard</b>"}
	if r.TimeMs == 0 {
		r.TimeMs = w.now.Add(-10 * time.Minute).UnixMilli()
	}
	return w.raised("fences", r)
}

func (w *world) raised(plugin string, r events.AlertRaised) error {
	return raised.NewIntake(w.store, alertstest.Declared(), w, w.notifier).Take(w.t.Context(), events.Event[events.AlertRaised]{Type: "event." + plugin + ".raised", OrgID: "demo", At: w.now, Data: r})
}

// TestRaised_Geofences has alerts that another plugin raises happen, last, end, and come in the wrong order; the answers are those of the catalogue.
func TestRaised_Geofences(t *testing.T) {
	w := newWorld(t)
	begin, end := w.now.Add(-10*time.Minute).UnixMilli(), w.now.Add(-4*time.Minute).UnixMilli()
	threshold, slow, fast := 50.0, 60.0, 71.5
	yard := &events.AlertShape{Type: "circle", Center: &events.Place{Lat: 53.3, Lng: -2.4}, RadiusM: 120}
	in := events.AlertRaised{ID: "c1", Type: "boundary_geo_alert", Shape: yard, Subtype: "boundary_in", TimeMs: w.now.Add(-20 * time.Minute).UnixMilli(), Values: map[string]any{"geofence_id": "g1", "entry_exit_indicator": "boundary_in"}}
	speeding := events.AlertRaised{ID: "c2", Type: "speeding_geo_alert", StartMs: begin, SpeedKmh: &slow, SpeedLimitKmh: &threshold, Values: map[string]any{"over_under_indicator": "over", "speed_start_time": float64(begin), "speed_threshold": 50.0}}
	parking := events.AlertRaised{ID: "c3", Type: "parking_geo_alert", StartMs: begin, EndMs: end, Values: map[string]any{"over_under_indicator": "over", "parking_start_time": float64(begin), "parking_end_time": float64(end)}}
	for _, r := range []events.AlertRaised{in, in, speeding, parking} {
		must(t, w.fence(r))
	}
	ended, open := speeding, parking
	ended.EndMs, ended.SpeedKmh, open.EndMs = end, &fast, 0
	ended.Values = map[string]any{"over_under_indicator": "over", "speed_start_time": float64(begin), "speed_end_time": float64(end), "speed_threshold": 50.0}
	must(t, w.fence(ended))
	must(t, w.fence(open)) // its beginning comes after its end
	answer := webtest.Do(t, w.Router, admin, "POST /api/org/demo/alerts/elastic?page_num=1&order_by=type", `{"filters":{"kind":"geofence"}}`, nil)
	var page struct{ Alerts []map[string]any }
	must(t, json.Unmarshal(answer.Body.Bytes(), &page))
	if len(page.Alerts) != 3 {
		t.Fatalf("%d alerts: %s", len(page.Alerts), answer.Body)
	}
	for i, want := range []map[string]any{
		{"alert_type": "boundary_geo_alert", "entry_exit_indicator": "boundary_in", "geofence_id": "g1", "sub_header": "Trafford <b>yard</b>", "isGeoAlert": true, "location": "A556, Mere"},
		{"alert_type": "parking_geo_alert", "over_under_indicator": "over", "parking_start_time": "2026-07-21T14:22:07.000Z", "parking_end_time": "2026-07-21T14:28:07.000Z", "duration_ms": 360000.0},
		{"alert_type": "speeding_geo_alert", "over_under_indicator": "over", "speed_start_time": "2026-07-21T14:22:07.000Z", "speed_end_time": "2026-07-21T14:28:07.000Z", "speed_threshold": 50.0, "speed_kmh": 71.5},
	} {
		for field, value := range want {
			if fmt.Sprint(page.Alerts[i][field]) != fmt.Sprint(value) {
				t.Errorf("%s of %s is %v, want %v", field, want["alert_type"], page.Alerts[i][field], value)
			}
		}
	}
	id, _ := page.Alerts[0]["alert_id"].(string)
	webtest.Scenario{Name: "not rated", As: admin, Request: "PUT /api/org/demo/alerts/" + id + "/quality", Body: `{"user_driving_quality":"badDriving"}`, WantStatus: 422}.Run(t, w.Router)
	webtest.Scenario{Name: "shape", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, WantBody: []string{
		`"shape":{"type":"circle","center":{"lat":53.3,"lng":-2.4},"radius_m":120}`, `"localizedLabel":"Geofence Boundary"`, `"What happened":"Entered"`, `"Geofence":"Trafford <b>yard</b>"`,
	}}.Run(t, w.Router)
	webtest.Scenario{Name: "no shape in lists", As: admin, Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{}`, WantStatus: 200, NotBody: []string{`"shape"`}}.Run(t, w.Router)
	webtest.Scenario{Name: "out of scope", As: south, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 404}.Run(t, w.Router)
}

// TestRaised_Values has a type of another plugin answered with its values, in the reader's language and units.
func TestRaised_Values(t *testing.T) {
	w := newWorld(t)
	must(t, w.raised("tanks", events.AlertRaised{ID: "t1", Type: "fuel_theft_alert", VehicleID: "v-north", TimeMs: w.now.Add(-time.Minute).UnixMilli(), Values: map[string]any{"fuel_lost": 54.55, "alert_type": "siphon"}}))
	german := admin
	german.Locale, german.Units = "de-DE", "Imperial GB"
	webtest.Scenario{Name: "answered", As: german, Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"filters":{"alert_type":["fuel_theft_alert"]}}`, WantStatus: 200, WantBody: []string{
		`"kind":"driving"`, `"alert_type":"fuel_theft_alert"`, `"severity":3`, `"plugin":"tanks"`, `"values":{"alert_type":"siphon","fuel_lost":54.55}`,
		`"localizedLabel":"Kraftstoffdiebstahl"`, `"Verlust":"12 gal"`, `"Art":"siphon"`, `"sub_header":"V-NORTH"`,
	}}.Run(t, w.Router)
	webtest.Scenario{Name: "counted", As: admin, Request: "POST /api/org/demo/alerts/counts", Body: `{"starts":["2026-07-21","2026-07-22"]}`, WantStatus: 200, WantBody: []string{`"alert_type":"fuel_theft_alert","alerts":1`}}.Run(t, w.Router)
	webtest.Scenario{Name: "a type of nobody", As: admin, Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"filters":{"alert_type":["sunset_alert"]}}`, WantStatus: 422}.Run(t, w.Router)
}

func TestRaised_RefusesWhatNoAlertIs(t *testing.T) {
	w := newWorld(t)
	in := map[string]any{"entry_exit_indicator": "boundary_in"}
	for name, r := range map[string]events.AlertRaised{
		"a type of nobody": {ID: "c", Type: "hovering"}, "a type of another plugin": {ID: "c", Type: "fuel_theft_alert"}, "no id": {Type: "boundary_geo_alert", Values: in},
		"a value that is not declared": {ID: "c", Type: "boundary_geo_alert", Values: map[string]any{"colour": "red"}},
		"a choice that is not":         {ID: "c", Type: "boundary_geo_alert", Values: map[string]any{"entry_exit_indicator": "above"}},
		"a time that is none":          {ID: "c", Type: "parking_geo_alert", Values: map[string]any{"parking_start_time": "soon"}},
		"an end before its beginning":  {ID: "c", Type: "speeding_geo_alert", StartMs: 9, EndMs: 8},
		"an end without a beginning":   {ID: "c", Type: "speeding_geo_alert", EndMs: 8},
		"a circle without a middle":    {ID: "c", Type: "boundary_geo_alert", Values: in, Shape: &events.AlertShape{Type: "circle", RadiusM: 50}},
		"a polygon of two points":      {ID: "c", Type: "boundary_geo_alert", Values: in, Shape: &events.AlertShape{Type: "polygon", Points: make([]events.Place, 2)}},
		"a point off the earth":        {ID: "c", Type: "boundary_geo_alert", Values: in, Shape: &events.AlertShape{Type: "polygon", Points: []events.Place{{Lat: 91}, {}, {}}}},
	} {
		if err := w.fence(r); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
