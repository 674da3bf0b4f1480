package edge_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

type journalLine struct {
	Phase  string
	Record audit.Record
}

// written reads the journal.
func written(t *testing.T, dir string) (lines []journalLine) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) != 1 {
		t.Fatalf("the journal has %v, %v", names, err)
	}
	file, err := os.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var l journalLine
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestEdge_WritesWhatChangesIntoTheJournal(t *testing.T) {
	dir := t.TempDir()
	journal, err := audit.Open(dir, "h1", false)
	if err != nil {
		t.Fatal(err)
	}
	e := newEdge(t, func(c *edge.Config) { c.Audit = journal })
	reads := needs("POST /api/org/{orgId}/search", "viewVehicle")
	update := op("PUT /api/org/{orgId}/vehicles/{id}", &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{"viewVehicle"}})
	update.IdKinds = map[string]string{"id": "vehicle"}
	set(t, e, edge.Plugin{
		ID: "vehicles", Sentences: []manifest.AuditSentence{{Operation: "PUT /api/org/{orgId}/vehicles/{id}", Text: manifest.Text{"en": "{actor} moved {vehicle} to {group}, {colour}"}}},
		OpenAPI:    []byte(`{"paths":{"/api/org/{orgId}/search":{"post":{"x-outrider-reads-only":true}}}}`),
		Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/vehicles", "viewVehicle"), needs("POST /api/org/{orgId}/vehicles", "viewVehicle"), update, reads},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost { // begun before the plugin hears of it, ended before the client does
				if last := written(t, dir); last[len(last)-1].Phase != "begin" && r.URL.Path != "/api/org/demo/search" {
					t.Errorf("the plugin was asked before the journal: %+v", last)
				}
			}
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				t.Error(err)
			}
			if r.Method == http.MethodPut {
				w.Header().Set(web.AuditDetailHeader, base64.RawURLEncoding.EncodeToString([]byte(`{"values":{"vehicle":"VAN-101"},"changes":[{"field":"group","before":"Leeds","after":"Crewe"}]}`)))
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = io.WriteString(w, `{"id":"v9"}`)
		}),
	})
	const secret = "hunter2hunter2"
	ask(t, e, "ann", "GET /api/org/demo/vehicles", "")
	ask(t, e, "ann", "POST /api/org/demo/search", "{}")
	ask(t, e, "", "POST /api/org/demo/vehicles", "{}") // nobody: not recorded
	ask(t, e, "ann", "POST /api/org/demo/vehicles", `{"name":"`+secret+`","device":{"key":"`+secret+`"}}`, "Content-Type", "application/json")
	if answer := ask(t, e, "ann", "PUT /api/org/demo/vehicles/v7", `{"group":"Crewe","other":"`+secret+`"}`, "Content-Type", "application/json"); answer.Header().Get(web.AuditDetailHeader) != "" {
		t.Error("what was told to the host went to the client")
	}
	ask(t, e, "bob", "PUT /api/org/demo/vehicles/v7", `{}`)

	var ends []audit.Record
	for _, l := range written(t, dir) {
		if l.Phase == "end" {
			ends = append(ends, l.Record)
		}
	}
	if len(ends) != 3 {
		t.Fatalf("%d calls were recorded, want 3: %+v", len(ends), ends)
	}
	made, changed, refused := ends[0], ends[1], ends[2]
	if made.ActorID != "ann" || made.OrgID != "demo" || made.Status != 201 || made.Result != audit.Done || made.ObjectKind != "vehicle" || made.ObjectID != "v9" ||
		len(made.Fields) != 2 || made.Fields[0] != "device.key" || made.RequestID == "" || made.Trace == "" {
		t.Errorf("what was made is recorded as %+v", made)
	}
	if told := changed.Told; told == nil || told.Values["vehicle"] != "VAN-101" || told.Values["group"] != "Crewe" || len(told.Values) != 2 || len(told.Changes) != 1 {
		t.Errorf("what was told is recorded as %+v", changed.Told)
	}
	if changed.ObjectKind != "vehicle" || changed.ObjectID != "v7" {
		t.Errorf("what was changed is recorded as %+v", changed)
	}
	if refused.ActorID != "bob" || refused.Status != 403 || refused.Result != audit.Refused {
		t.Errorf("what was refused is recorded as %+v", refused)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if content, err := os.ReadFile(names[0]); err != nil || contains(content, secret) {
		t.Errorf("a value of the body is in the journal (%v)", err)
	}
	if traffic := e.Traffic("vehicles", time.Now()); traffic.All.Count != 6 || traffic.UnderWay != 0 || traffic.Operations["PUT /api/org/{orgId}/vehicles/{id}"].Count != 2 {
		t.Errorf("the traffic is %+v", traffic)
	}
}

// Where nothing can be recorded nothing may be changed.
func TestEdge_RefusesChangesWithoutAJournal(t *testing.T) {
	journal, err := audit.Open(t.TempDir(), "h1", false)
	if err != nil {
		t.Fatal(err)
	}
	e := newEdge(t, func(c *edge.Config) { c.Audit = journal })
	asked := false
	set(t, e, edge.Plugin{
		ID: "vehicles", Operations: []*pluginv1.Operation{needs("POST /api/org/{orgId}/vehicles", "viewVehicle"), needs("GET /api/org/{orgId}/vehicles", "viewVehicle")},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) { asked = asked || r.Method == http.MethodPost }),
	})
	if err := journal.Close(); err != nil {
		t.Fatal(err)
	}
	if answer := ask(t, e, "ann", "POST /api/org/demo/vehicles", "{}"); answer.Code != http.StatusServiceUnavailable || asked {
		t.Errorf("a change = %d, asked %v; want 503 and not asked", answer.Code, asked)
	}
	if answer := ask(t, e, "ann", "GET /api/org/demo/vehicles", ""); answer.Code != http.StatusOK {
		t.Errorf("a look = %d, want 200", answer.Code)
	}
}

func contains(content []byte, text string) bool { return bytes.Contains(content, []byte(text)) }
