package api_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/web/webtest"
)

// TestCounts: the world's now is 21 July, 14:32 UTC; its days are those of Madrid.
func TestCounts(t *testing.T) {
	w := newWorld(t)
	w.raise("e1", "imualert", 10*time.Minute, "severe_braking")
	w.raise("e2", "imualert", 20*time.Minute, "severe_braking")
	w.raise("e3", "ioalert", 30*time.Minute)
	w.raise("e4", "imualert", 17*time.Hour) // 23:32 by the clocks there
	w.raise("e5", "imualert", 50*time.Hour)
	const request = "POST /api/org/demo/alerts/counts"
	days := func(filters string) string {
		return `{"starts":["2026-07-19T22:00:00Z","2026-07-20T22:00:00Z","2026-07-21T22:00:00Z"]` + filters + `}`
	}
	all := `{"counts":[{"day":0,"alert_type":"imualert","alerts":1},{"day":1,"alert_type":"imualert","alerts":2},{"day":1,"alert_type":"ioalert","alerts":1}]}`
	for _, s := range []webtest.Scenario{
		{Name: "by day and type", As: admin, Request: request, Body: days(""), WantStatus: 200, WantBody: []string{all}},
		{Name: "of a type", As: admin, Request: request, Body: days(`,"filters":{"alert_type":["ioalert"]}`), WantStatus: 200, WantBody: []string{`{"counts":[{"day":1,"alert_type":"ioalert","alerts":1}]}`}},
		{Name: "of the group's own vehicle", As: south, Request: request, Body: days(""), WantStatus: 200, WantBody: []string{`{"counts":[{"day":0,"alert_type":"imualert","alerts":1}]}`}},
		{Name: "of nobody's", As: rival, Request: "POST /api/org/rival/alerts/counts", Body: days(""), WantStatus: 200, WantBody: []string{`{"counts":[]}`}},
		{Name: "one start", As: admin, Request: request, Body: `{"starts":["2026-07-19"]}`, WantStatus: 422, WantBody: []string{"body.starts"}},
		{Name: "no time", As: admin, Request: request, Body: `{"starts":["2026-07-19","soon"]}`, WantStatus: 422, WantBody: []string{"body.starts[1]"}},
		{Name: "not in order", As: admin, Request: request, Body: `{"starts":["2026-07-19","2026-07-19"]}`, WantStatus: 422, WantBody: []string{"body.starts[1]"}},
		{Name: "too long", As: admin, Request: request, Body: `{"starts":["2026-05-19","2026-07-21"]}`, WantStatus: 422, WantBody: []string{"62 days"}},
		{Name: "unknown attribute", As: admin, Request: request, Body: days(`,"filters":{"mood":"x"}`), WantStatus: 422, WantBody: []string{"body.filters.mood"}},
	} {
		s.Run(t, w.Router)
	}
}
