package api_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/geofence"
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

func (w *world) cross(c events.GeofenceCrossing) error {
	lat, lng := 53.3, -2.4
	c.GeofenceID, c.Name, c.VehicleID, c.DeviceID, c.Lat, c.Lng = "g1", "Trafford <b>yard</b>", "v-north", "d1", &lat, &lng
	if c.TimeMs == 0 {
		c.TimeMs = w.now.Add(-10 * time.Minute).UnixMilli()
	}
	return geofence.NewWatch(w.store, w, w.teller).Take(w.t.Context(), events.Event[events.GeofenceCrossing]{OrgID: "demo", At: w.now, Data: c})
}

// TestGeofence has the three kinds happen, last, end, and come in the wrong order.
func TestGeofence(t *testing.T) {
	w := newWorld(t)
	begin, end := w.now.Add(-10*time.Minute).UnixMilli(), w.now.Add(-4*time.Minute).UnixMilli()
	threshold, slow, fast, parked := 50.0, 60.0, 71.5, int64(300)
	yard := &events.GeofenceShape{Type: "circle", Center: &events.Place{Lat: 53.3, Lng: -2.4}, RadiusM: 120}
	in := events.GeofenceCrossing{ID: "c1", Shape: yard, Kind: "boundary", Direction: "boundary_in", TimeMs: w.now.Add(-20 * time.Minute).UnixMilli()}
	speeding := events.GeofenceCrossing{ID: "c2", Kind: "speeding", Indicator: "over", StartMs: begin, SpeedKmh: &slow, SpeedThresholdKmh: &threshold}
	parking := events.GeofenceCrossing{ID: "c3", Kind: "parking", Indicator: "over", StartMs: begin, EndMs: end, ParkedForS: &parked}
	for _, c := range []events.GeofenceCrossing{in, in, speeding, parking} {
		must(t, w.cross(c))
	}
	ended, open := speeding, parking
	ended.EndMs, ended.SpeedKmh, open.EndMs = end, &fast, 0
	must(t, w.cross(ended))
	must(t, w.cross(open)) // its beginning comes after its end
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

func TestGeofence_RefusesWhatNoAlertIs(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]events.GeofenceCrossing{
		"an unknown kind": {ID: "c", Kind: "hovering", Indicator: "over"}, "no id": {Kind: "boundary", Direction: "boundary_in"}, "neither in nor out": {ID: "c", Kind: "boundary"},
		"neither over nor under": {ID: "c", Kind: "parking"}, "an end before its beginning": {ID: "c", Kind: "speeding", Indicator: "over", StartMs: 9, EndMs: 8},
		"a circle without a middle": {ID: "c", Kind: "boundary", Direction: "boundary_in", Shape: &events.GeofenceShape{Type: "circle", RadiusM: 50}},
		"a polygon of two points":   {ID: "c", Kind: "boundary", Direction: "boundary_in", Shape: &events.GeofenceShape{Type: "polygon", Points: make([]events.Place, 2)}},
		"a point off the earth":     {ID: "c", Kind: "boundary", Direction: "boundary_in", Shape: &events.GeofenceShape{Type: "polygon", Points: []events.Place{{Lat: 91}, {}, {}}}},
	} {
		if err := w.cross(c); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
