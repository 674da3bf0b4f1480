package api_test

import (
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

// fileset is what the footage plugin says of the evidence of an alert.
func fileset(alertID, status string, progress int, sequence uint64) events.Event[eventdata.FilesetChanged] {
	return events.Event[eventdata.FilesetChanged]{OrgID: "demo", Sequence: sequence, Data: eventdata.FilesetChanged{
		FilesetRequestID: "alert-" + alertID, AlertID: alertID, VehicleID: "v-north", DeviceID: "d1", Status: status, Progress: progress,
		Files: []eventdata.FileChanged{{FileRequestID: "f1", FileType: "alert_video", Channel: 2, Status: status, Progress: progress, Reason: "<i>late</i>"}},
	}}
}

// TestEvidence_NewestCounts has words of filesets come late, twice and in the wrong order.
func TestEvidence_NewestCounts(t *testing.T) {
	w := newWorld(t)
	one, two := w.raise("e1", "imualert", 10*time.Minute), w.raise("e2", "collision", 20*time.Minute)
	follower := evidence.NewFollower(w.store, w.notifier.Updated)
	take := func(e events.Event[eventdata.FilesetChanged]) {
		t.Helper()
		must(t, follower.Take(t.Context(), e))
	}
	w.pushed = nil
	take(fileset(one, "in progress", 40, 7))
	take(fileset(one, "created", 0, 5))
	take(fileset(one, "in_progress", 40, 7))
	if len(w.pushed) != 1 {
		t.Errorf("%d pushes of one change", len(w.pushed))
	}
	shows := func(id string, parts ...string) {
		t.Helper()
		webtest.Scenario{Name: "shows", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, WantBody: parts}.Run(t, w.Router)
	}
	shows(one, `"fileset_request_id":"alert-`+one+`"`, `"evidence_request":"in_progress","evidence_progress":40`)
	webtest.Scenario{Name: "files", As: admin, Request: "GET /api/org/demo/alerts/" + one + "/evidence", WantStatus: 200, WantBody: []string{
		`"status":"in_progress"`, `"file_type":"alert_video","channel":2`, `"location":""`, `<i>late</i>`,
	}}.Run(t, w.Router)
	for filter, want := range map[string][]any{"pending": {one}, "none": {two}, "ready": nil, "in_progress": {one}} {
		if got, _ := w.found(admin, "page_num=1", `{"filters":{"evidence":"`+filter+`"}}`, "alert_id"); !slices.Equal(got, want) {
			t.Errorf("evidence %s: %v, want %v", filter, got, want)
		}
	}
	gone := fileset(one, "canceled", 100, 9)
	gone.Data.Deleted = true
	take(gone)
	take(fileset(one, "in_progress", 80, 8))
	shows(one, `"fileset_request_id":""`, `"evidence_request":""`)
	for _, s := range []webtest.Scenario{
		{Name: "out of scope", As: south, Request: "GET /api/org/demo/alerts/" + one + "/evidence", WantStatus: 404},
		{Name: "none", As: admin, Request: "GET /api/org/demo/alerts/" + two + "/evidence", WantStatus: 200, WantBody: []string{`"files":[]`}},
		{Name: "nothing to download", As: admin, Request: "GET /api/org/demo/alerts/" + two + "/media", WantStatus: 404, WantBody: []string{"no files to download"}},
		{Name: "media out of scope", As: south, Request: "GET /api/org/demo/alerts/" + two + "/media", WantStatus: 404, WantBody: []string{"There is no such alert."}},
		{Name: "media need a permission", As: reader, Request: "GET /api/org/demo/alerts/" + two + "/media", WantStatus: 403},
		{Name: "no such word", As: admin, Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"filters":{"evidence":"lost"}}`, WantStatus: 422},
	} {
		s.Run(t, w.Router)
	}
	take(fileset(two, "canceled", 100, 20))
	webtest.Scenario{Name: "none is there", As: admin, Request: "GET /api/org/demo/alerts/" + two + "/media/contents", WantStatus: 404, WantBody: []string{"no files found to download"}}.Run(t, w.Router)
}

// TestEvidence_OfNobody has filesets that are no alert's, and a status that nobody knows.
func TestEvidence_OfNobody(t *testing.T) {
	w := newWorld(t)
	follower := evidence.NewFollower(w.store, w.notifier.Updated)
	must(t, follower.Take(t.Context(), fileset("", "created", 0, 1)))
	must(t, follower.Take(t.Context(), fileset("a1", "created", 0, 2)))
	must(t, follower.Take(t.Context(), fileset("5b0d3f9e-6f0c-5d7e-9a43-2b1f6f6f7a11", "success", 100, 3))) // of no alert that is known
	if err := follower.Take(t.Context(), fileset("5b0d3f9e-6f0c-5d7e-9a43-2b1f6f6f7a11", "vanished", 0, 4)); err == nil {
		t.Error("a status that nobody knows is taken")
	}
}
