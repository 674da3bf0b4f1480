package edge_test

import (
	"context"
	"io"
	"net/http"
	"testing"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// absent decides for people who are not there; gone of them are disabled.
type absent struct {
	people
	gone map[string]bool
}

func (a absent) DecideAbsent(ctx context.Context, userID, orgID string) (edge.Subject, edge.Grant, error) {
	if a.gone[userID] {
		return edge.Subject{}, edge.Grant{}, fault.New(fault.SignedOut, "Your session is over.")
	}
	subject := edge.Subject{UserID: userID, HomeOrg: "demo", Role: "FLEET_MANAGER"}
	grant, err := a.Decide(ctx, subject, orgID)
	return subject, grant, err
}

// TestActFor lets a plugin act for a user who is not there: by the operations of report types alone, as long as the user may, and never without a record.
func TestActFor(t *testing.T) {
	who := absent{gone: map[string]bool{}}
	dir := t.TempDir()
	journal, err := audit.Open(dir, "h1", false)
	if err != nil {
		t.Fatal(err)
	}
	e := newEdge(t, func(c *edge.Config) { c.Absent, c.Audit = who, journal })
	const report = "POST /api/org/{orgId}/alerts/report"
	set(t, e, edge.Plugin{
		ID: "alerts", Reports: []string{report},
		Operations: []*pluginv1.Operation{needs(report, "viewVehicle"), needs("GET /api/org/{orgId}/alerts", "viewVehicle"), op("GET /api/time", &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "it is no secret"})},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			caller, _ := web.DecodeCaller(r.Header.Get(web.CallerHeader))
			_, _ = io.WriteString(w, caller.UserID+" sees "+caller.Scope.Path)
		}),
	})
	set(t, e, edge.Plugin{ID: "reports"})
	header, done, err := e.ActFor(t.Context(), edge.Act{Plugin: "reports", OrgID: "demo", UserID: "ann", ObjectKind: "schedule", ObjectID: "s1"}, []string{"viewVehicle", "scheduleReports"})
	if err != nil {
		t.Fatal(err)
	}
	if caller, _ := web.DecodeCaller(header); caller.UserID != "ann" || !caller.Has("viewVehicle") || caller.Has("scheduleReports") || caller.SessionID != "" {
		t.Errorf("acts as %+v", caller)
	}
	call := func(as, request, path string) (int, string) {
		answer, err := e.Call(t.Context(), edge.Call{Plugin: as, Method: request, Path: path, Caller: header})
		if err != nil {
			return 0, string(fault.KindOf(err))
		}
		return answer.Status, string(answer.Body)
	}
	for _, tc := range []struct {
		name, as, method, path string
		status                 int
		body                   string
	}{
		{"a report", "reports", "POST", "/api/org/demo/alerts/report", 200, "ann sees /demo/"},
		{"another operation", "reports", "GET", "/api/org/demo/alerts", 403, ""},
		{"a public operation", "reports", "GET", "/api/time", 403, ""},
		{"another organisation", "reports", "POST", "/api/org/rival/alerts/report", 404, ""},
		{"another plugin with the header", "alerts", "POST", "/api/org/demo/alerts/report", 0, "denied"},
	} {
		if status, body := call(tc.as, tc.method, tc.path); status != tc.status || tc.body != "" && body != tc.body {
			t.Errorf("%s = %d %s, want %d %s", tc.name, status, body, tc.status, tc.body)
		}
	}
	who.gone["ann"] = true
	if status, _ := call("reports", "POST", "/api/org/demo/alerts/report"); status != http.StatusUnauthorized {
		t.Errorf("a user who was disabled meanwhile = %d", status)
	}
	if _, _, err := e.ActFor(t.Context(), edge.Act{Plugin: "reports", OrgID: "demo", UserID: "ann"}, nil); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("for a disabled user: %v", err)
	}
	who.gone["ann"] = false
	done()
	if status, kind := call("reports", "POST", "/api/org/demo/alerts/report"); status != 0 || kind != string(fault.Denied) {
		t.Errorf("after the end = %d %s", status, kind)
	}
	var records []audit.Record
	for _, l := range written(t, dir) {
		records = append(records, l.Record)
	}
	if len(records) == 0 || records[0].Operation != edge.OperationActFor || records[0].ActorID != "ann" || records[0].Plugin != "reports" || records[0].ObjectID != "s1" {
		t.Errorf("recorded: %+v", records)
	}
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.ActFor(t.Context(), edge.Act{Plugin: "reports", OrgID: "demo", UserID: "ann"}, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("unrecorded: %v", err)
	}
}
