package api_test

import (
	"encoding/json"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

// TestRaised_Withdrawn has a plugin take an alert back, and raise it again: it is archived and says why, and then it is one again.
func TestRaised_Withdrawn(t *testing.T) {
	w := newWorld(t)
	in := events.AlertRaised{ID: "w1", Type: "boundary_geo_alert", Values: map[string]any{"entry_exit_indicator": "boundary_in"}}
	must(t, w.fence(in))
	list := func() (alerts []map[string]any) {
		answer := webtest.Do(t, w.Router, admin, "POST /api/org/demo/alerts/elastic?page_num=1", `{"filters":{"kind":"geofence"}}`, nil)
		var page struct{ Alerts []map[string]any }
		must(t, json.Unmarshal(answer.Body.Bytes(), &page))
		return page.Alerts
	}
	if found := list(); len(found) != 1 || found[0]["withdrawn"] != nil || found[0]["archived"] != false && found[0]["archived"] != "False" {
		t.Fatalf("raised: %v", found)
	}
	id, _ := list()[0]["alert_id"].(string)
	back := in
	back.Withdrawn, back.Values = true, nil
	for range 2 {
		must(t, w.fence(back))
	}
	webtest.Scenario{Name: "withdrawn", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, WantBody: []string{`"withdrawn":true`}}.Run(t, w.Router)
	must(t, w.fence(in))
	webtest.Scenario{Name: "one again", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, NotBody: []string{`"withdrawn"`}}.Run(t, w.Router)
	stranger := in
	stranger.ID, stranger.Withdrawn = "never raised", true
	must(t, w.fence(stranger))
	if found := list(); len(found) != 1 {
		t.Errorf("%d alerts after one was taken back that was never raised", len(found))
	}
}
