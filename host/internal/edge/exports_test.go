package edge_test

import (
	"io"
	"net/http"
	"testing"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// withJournal is an edge with a journal, and what the journal holds.
func withJournal(t *testing.T) (*edge.Edge, *audit.Journal, func() []audit.Record) {
	t.Helper()
	dir := t.TempDir()
	journal, err := audit.Open(dir, "h1", false)
	if err != nil {
		t.Fatal(err)
	}
	e := newEdge(t, func(c *edge.Config) { c.Audit, c.Entrances = journal, audit.NewEntrances(journal) })
	set(t, e, edge.Plugin{
		ID: "alerts", OpenAPI: []byte(`{"paths":{"/api/org/{orgId}/alerts/{id}/media":{"get":{"x-outrider-exports":true}},"/api/org/{orgId}/alerts/search":{"post":{"x-outrider-reads-only":true}}}}`),
		Operations: []*pluginv1.Operation{
			needs("GET /api/org/{orgId}/alerts", "viewVehicle"), needs("GET /api/org/{orgId}/alerts/{id}/media", "viewVehicle"), needs("POST /api/org/{orgId}/alerts/search", "viewVehicle"),
		},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Has("report") {
				w.Header().Set(web.AuditHeader, "report of 7 alerts")
			}
			_, _ = io.WriteString(w, "{}")
		}),
	})
	return e, journal, func() (ends []audit.Record) {
		for _, l := range written(t, dir) {
			if l.Phase == "end" {
				ends = append(ends, l.Record)
			}
		}
		return ends
	}
}

func TestEdge_RecordsExports(t *testing.T) {
	e, journal, records := withJournal(t)
	ask(t, e, "ann", "GET /api/org/demo/alerts", "")
	ask(t, e, "ann", "GET /api/org/demo/alerts/a7/media", "")
	ask(t, e, "bob", "GET /api/org/demo/alerts/a7/media", "")
	ask(t, e, "ann", "POST /api/org/demo/alerts/search", "{}")
	if answer := ask(t, e, "ann", "POST /api/org/demo/alerts/search?report", "{}"); answer.Header().Get(web.AuditHeader) != "" {
		t.Error("the mark of an export reaches the browser")
	}
	all := records()
	if len(all) != 3 {
		t.Fatalf("%d records, want 3: %+v", len(all), all)
	}
	if got := all[0]; got.ActorID != "ann" || got.ObjectID != "a7" || got.Status != 200 || got.Result != audit.Done {
		t.Errorf("a download is recorded as %+v", got)
	}
	if got := all[1]; got.ActorID != "bob" || got.Status != 403 || got.Result != audit.Refused {
		t.Errorf("a refused download is recorded as %+v", got)
	}
	if got := all[2]; got.Detail != "report of 7 alerts" || got.Operation != "POST /api/org/{orgId}/alerts/search" {
		t.Errorf("a report is recorded as %+v", got)
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	for _, request := range []string{"GET /api/org/demo/alerts/a7/media", "POST /api/org/demo/alerts/search?report"} {
		if answer := ask(t, e, "ann", request, "{}"); answer.Code != http.StatusServiceUnavailable {
			t.Errorf("%s leaves unrecorded: %d", request, answer.Code)
		}
	}
}

// Support that reads elsewhere with the token of home leaves its trace there and at home, before it has read anything.
func TestEdge_RecordsWhoEnters(t *testing.T) {
	e, journal, records := withJournal(t)
	for range 3 {
		ask(t, e, "ann", "GET /api/org/demo/alerts", "")
		ask(t, e, "sam", "GET /api/org/demo/alerts", "")
		if answer := ask(t, e, "sam", "GET /api/org/rival/alerts", ""); answer.Code != http.StatusOK {
			t.Fatalf("support elsewhere: %d %s", answer.Code, answer.Body)
		}
	}
	all := records()
	if len(all) != 2 {
		t.Fatalf("recorded: %+v, want one entrance in both logs", all)
	}
	for i, org := range []string{"rival", "demo"} {
		if r := all[i]; r.Operation != audit.OperationEnter || r.OrgID != org || r.ActorID != "sam" || r.HomeOrgID != "demo" || r.ObjectID != "rival" {
			t.Errorf("in the log of %s: %+v", org, r)
		}
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	e2, journal2, _ := withJournal(t)
	if err := journal2.Close(); err != nil {
		t.Fatal(err)
	}
	if answer := ask(t, e2, "sam", "GET /api/org/rival/alerts", ""); answer.Code != http.StatusServiceUnavailable {
		t.Errorf("support enters unrecorded: %d", answer.Code)
	}
	if answer := ask(t, e2, "sam", "GET /api/org/demo/alerts", ""); answer.Code != http.StatusOK {
		t.Errorf("support at home: %d", answer.Code)
	}
}
