package api_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/web/webtest"
)

// TestRanking: the world's now is 21 July, 14:32 UTC.
func TestRanking(t *testing.T) {
	w := newWorld(t)
	w.drives("1", "v-north", "dora", 50*time.Minute, 30*time.Minute)
	w.raise("e1", "imualert", 40*time.Minute, "severe_braking")
	w.raise("e2", "imualert", 20*time.Minute, "severe_braking")
	w.raise("e3", "imualert", 50*time.Hour)
	const request = "POST /api/org/demo/alerts/ranking"
	body := func(by, more string) string {
		return `{"by":"` + by + `","before_timestamp":"2026-07-19T00:00:00Z","start_timestamp":"2026-07-21T00:00:00Z","end_timestamp":"2026-07-22T00:00:00Z"` + more + `}`
	}
	for _, s := range []webtest.Scenario{
		{Name: "of vehicles", As: admin, Request: request, Body: body("vehicle", ""), WantStatus: 200, WantBody: []string{`"alerts":2,"alerts_before":0`}},
		{Name: "of drivers", As: admin, Request: request, Body: body("driver", ""), WantStatus: 200, WantBody: []string{`"id":"dora"`, `"alerts":1,"alerts_before":0`}},
		{Name: "filtered", As: admin, Request: request, Body: body("vehicle", `,"filters":{"alert_type":["ioalert"]}`), WantStatus: 200, WantBody: []string{`{"ranking":[]}`}},
		{Name: "of nobody's", As: rival, Request: "POST /api/org/rival/alerts/ranking", Body: body("vehicle", ""), WantStatus: 200, WantBody: []string{`{"ranking":[]}`}},
		{Name: "of planets", As: admin, Request: request, Body: body("planet", ""), WantStatus: 422, WantBody: []string{"body.by"}},
		{Name: "not in order", As: admin, Request: request, Body: `{"by":"driver","before_timestamp":"2026-07-19","start_timestamp":"2026-07-18","end_timestamp":"2026-07-22"}`, WantStatus: 422, WantBody: []string{"body.start_timestamp"}},
		{Name: "too long", As: admin, Request: request, Body: `{"by":"driver","before_timestamp":"2026-01-19","start_timestamp":"2026-07-18","end_timestamp":"2026-07-22"}`, WantStatus: 422, WantBody: []string{"62 days"}},
	} {
		s.Run(t, w.Router)
	}
}
