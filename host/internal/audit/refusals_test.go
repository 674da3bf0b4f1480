package audit_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/audit"
)

// ended are the records of a journal that will reach the table.
func ended(t *testing.T, dir string) (all []audit.Record) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for text := range strings.Lines(string(content)) {
			var l struct {
				Phase  string       `json:"phase"`
				Record audit.Record `json:"record"`
			}
			if err := json.Unmarshal([]byte(text), &l); err != nil {
				t.Fatal(err)
			}
			if l.Phase == "end" {
				all = append(all, l.Record)
			}
		}
	}
	return all
}

func TestJournal_BoundsRefusals(t *testing.T) {
	dir := t.TempDir()
	j := openJournal(t, dir)
	defer j.Close()
	began := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	end := func(r audit.Record) {
		t.Helper()
		r.ID, r.At = audit.NewID(), began
		if err := j.Begin(r); err != nil {
			t.Fatal(err)
		}
		if err := j.EndBounded(r, true); err != nil {
			t.Fatal(err)
		}
	}
	const flood = 20_000
	for i := range flood {
		end(audit.Record{Operation: "POST /api/auth/sign-in", Status: 401, Address: fmt.Sprintf("10.%d.%d.1", i/250, i%250)})
		end(audit.Record{Operation: fmt.Sprintf("POST /api/public/%d", i%40), Status: 404, Address: "10.0.0.1"})
		if i%100 == 0 {
			end(audit.Record{Operation: "PUT /api/org/{orgId}/vehicles/{id}", Status: 403, ActorID: "bob", OrgID: "demo", Address: "10.0.0.2"})
			end(audit.Record{Operation: "PUT /api/org/{orgId}/vehicles/{id}", Status: 200, ActorID: "ann", OrgID: "demo"})
		}
	}
	kinds := map[string]int{}
	for _, r := range ended(t, dir) {
		kinds[r.ActorID+" "+r.Result]++
	}
	if kinds["ann done"] != flood/100 || kinds["bob refused"] != 20 || kinds[" refused"] != 100 {
		t.Errorf("recorded: %v; want every change, 20 refusals of bob, 100 of strangers", kinds)
	}
	if err := j.Summarise(began.Add(9*time.Minute), false); err != nil {
		t.Fatal(err)
	}
	before := len(ended(t, dir))
	if err := j.Summarise(began.Add(10*time.Minute), false); err != nil {
		t.Fatal(err)
	}
	counted := map[string]string{}
	for _, r := range ended(t, dir)[before:] {
		counted[r.ActorID+" "+r.Operation] = r.Detail
	}
	if got := counted["bob PUT /api/org/{orgId}/vehicles/{id}"]; !strings.HasPrefix(got, "180 more like this until 2026-11-22T12:10:00Z") {
		t.Errorf("bob's other refusals: %q", got)
	}
	if got := counted[" POST /api/auth/sign-in"]; !strings.HasPrefix(got, "199") || !strings.HasSuffix(got, "from 1000 addresses or more") {
		t.Errorf("the strangers' other refusals: %q", got)
	}
	if len(counted) > 42 {
		t.Errorf("%d records of counts", len(counted))
	}
	end(audit.Record{Operation: "POST /api/auth/sign-in", Status: 401})
	if all := ended(t, dir); all[len(all)-1].Detail != "" || all[len(all)-1].Status != 401 {
		t.Errorf("the next window begins with %+v", all[len(all)-1])
	}
}

func TestEntrances(t *testing.T) {
	dir := t.TempDir()
	j := openJournal(t, dir)
	e := audit.NewEntrances(j)
	enter := func(session, org string) error {
		return e.Enter(audit.Record{ActorID: "sam", ActorRole: "SUPPORT_LEAD", HomeOrgID: "demo", OrgID: org, SessionID: session, Operation: "GET /api/org/{orgId}/vehicles"})
	}
	for range 3 {
		for _, visit := range [][2]string{{"s1", "demo"}, {"s1", "rival"}, {"s1", "third"}, {"s2", "rival"}} {
			if err := enter(visit[0], visit[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	var got []string
	for _, r := range ended(t, dir) {
		got = append(got, r.SessionID+" "+r.OrgID+" "+r.Operation+" "+r.Result+" "+r.Detail)
	}
	const how = " ENTER /api/org/{orgId} done First call: GET /api/org/{orgId}/vehicles"
	if want := []string{"s1 rival" + how, "s1 demo" + how, "s1 third" + how, "s1 demo" + how, "s2 rival" + how, "s2 demo" + how}; strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("recorded:\n%s", strings.Join(got, "\n"))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := enter("s3", "rival"); err == nil {
		t.Error("somebody enters unseen")
	}
}
