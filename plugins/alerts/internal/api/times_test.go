package api_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/web/webtest"
)

// TestTimes_WithoutAZone are meant by the organisation's clock, which is two hours ahead of UTC.
func TestTimes_WithoutAZone(t *testing.T) {
	w := newWorld(t)
	id := w.raise("e1", "imualert", 30*time.Minute)
	at := w.now.Add(-30 * time.Minute).UTC()
	local := at.Add(2 * time.Hour).Format("2006-01-02T15:04:05")
	before := at.Add(2*time.Hour - time.Minute).Format("2006-01-02 15:04:05")
	utc := at.Format("2006-01-02T15:04:05")
	webtest.Scenario{Name: "flag", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id, `"comment":"look"`), WantStatus: 200}.Run(t, w.Router)
	for _, s := range []webtest.Scenario{
		{Name: "from the minute before", Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"start_timestamp":"` + before + `"}`, WantBody: []string{id}},
		{Name: "to the minute before", Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"end_timestamp":"` + before + `"}`, NotBody: []string{id}},
		{Name: "read as UTC it would be within", Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"end_timestamp":"` + utc + `"}`, NotBody: []string{id}},
		{Name: "flagged", Request: "GET /api/DriverScoreCoaching/flagged_alerts?start=" + local, WantBody: []string{id, `"page_count":1,"total_records":1`}},
		{Name: "flagged, the second page", Request: "GET /api/DriverScoreCoaching/flagged_alerts?page_num=2&rows_per_page=1", NotBody: []string{id}},
	} {
		s.As, s.WantStatus = admin, 200
		s.Run(t, w.Router)
	}
}

// TestTimes_OfOneVehicle are meant by the clock of where it is; of several by the organisation's.
func TestTimes_OfOneVehicle(t *testing.T) {
	w := newWorld(t)
	id := w.raise("e1", "imualert", 30*time.Minute)
	must(t, w.store.Place(t.Context(), "demo", []alert.Alert{{ID: id, Zone: "America/New_York", Address: "Albany"}}))
	before := w.now.Add(-31 * time.Minute).UTC()
	there, here := before.Add(-4*time.Hour).Format("2006-01-02T15:04:05"), before.Add(2*time.Hour).Format("2006-01-02T15:04:05")
	const ask = "POST /api/org/demo/alerts/elastic?page_num=1"
	for _, s := range []webtest.Scenario{
		{Name: "to the minute before, there", Request: ask, Body: `{"end_timestamp":"` + there + `","filters":{"vehicles":["v-north"]}}`, NotBody: []string{id}},
		{Name: "from the minute before, there", Request: ask, Body: `{"start_timestamp":"` + there + `","end_timestamp":"` + here + `","filters":{"vehicles":["v-north"]}}`, WantBody: []string{id}},
		{Name: "of two vehicles, to the minute before, here", Request: ask, Body: `{"end_timestamp":"` + here + `","filters":{"vehicles":["v-north","v-south"]}}`, NotBody: []string{id}},
		{Name: "the older search", Request: "POST /api/org/demo/alerts", Body: `{"action":"get","filters":{"vehicle":"v-north","end_timestamp":"` + there + `"}}`, NotBody: []string{id}},
	} {
		s.As, s.WantStatus = admin, 200
		s.Run(t, w.Router)
	}
}
