package rows_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

var plugin = manifest.Manifest{ReportTypes: []manifest.ReportType{{
	Operation: "POST /api/org/{orgId}/doors/report",
	Filters: []manifest.Filter{{Multiple: true, Field: manifest.Field{
		Key: "door", Kind: manifest.KindChoice, Choices: []manifest.Choice{{Value: "rear"}, {Value: "side"}},
	}}},
	Columns: []manifest.Column{{Field: manifest.Field{Key: "at", Kind: manifest.KindTime}}, {Field: manifest.Field{Key: "open_s", Kind: manifest.KindDuration}}},
}}}

var caller = web.CallerInfo{UserID: "u", OrgID: "demo", Permissions: []string{"viewDoors"}}

const good = `{"from":"2026-03-01T00:00:00Z","to":"2026-03-02T00:00:00Z"}`

func router(h func(context.Context, rows.Query, *rows.Writer) error) *web.Router {
	r := web.NewRouter("Doors", "0.1.0")
	rows.Handle(r, plugin, "POST /org/{orgId}/doors/report", web.Needs("viewDoors"), h)
	return r
}

func ask(t *testing.T, h func(context.Context, rows.Query, *rows.Writer) error) *httptest.ResponseRecorder {
	t.Helper()
	return webtest.Do(t, router(h), caller, "POST /api/org/demo/doors/report", good, nil)
}

// TestHandle streams more than fits into one batch, and reads it again.
func TestHandle(t *testing.T) {
	const n = 5_000
	from := time.Date(2026, 3, 1, 0, 0, 0, 0, time.FixedZone("here", 3600))
	answer := ask(t, func(_ context.Context, q rows.Query, out *rows.Writer) error {
		for i := range n {
			if err := out.Add(from.Add(time.Duration(i)*time.Second), i); err != nil {
				return err
			}
		}
		return nil
	})
	if answer.Code != http.StatusOK || answer.Header().Get("Content-Type") != rows.ContentType || !answer.Flushed {
		t.Fatalf("answered %d %s, flushed %t", answer.Code, answer.Header().Get("Content-Type"), answer.Flushed)
	}
	batches, next := 0, 0
	count, err := rows.Read(answer.Body, func(batch [][]any) error {
		batches++
		for _, row := range batch {
			if at, _ := row[0].(string); at != from.Add(time.Duration(next)*time.Second).UTC().Format(time.RFC3339Nano) || row[1] != float64(next) {
				return fmt.Errorf("row %d is %v", next, row)
			}
			next++
		}
		return nil
	})
	if err != nil || count != n || batches < 2 {
		t.Errorf("%d rows in %d batches, %v", count, batches, err)
	}
}

func TestHandle_Problems(t *testing.T) {
	none := fault.New(fault.NotFound, "There is no such vehicle.")
	early := ask(t, func(context.Context, rows.Query, *rows.Writer) error { return none })
	if early.Code != http.StatusNotFound || !strings.Contains(early.Body.String(), `"kind":"not_found"`) {
		t.Errorf("what goes wrong before the first row is %d %s", early.Code, early.Body)
	}
	late := ask(t, func(_ context.Context, _ rows.Query, out *rows.Writer) error {
		for range 5_000 {
			if err := out.Add(nil, 1); err != nil {
				return err
			}
		}
		return none
	})
	if _, err := rows.Read(late.Body, func([][]any) error { return nil }); fault.KindOf(err) != fault.NotFound {
		t.Errorf("what goes wrong on the way is read as %v", err)
	}
	narrow := ask(t, func(_ context.Context, _ rows.Query, out *rows.Writer) error { return out.Add(1) })
	if narrow.Code != http.StatusInternalServerError {
		t.Errorf("a row that does not fit the columns is answered %d", narrow.Code)
	}
	if _, err := rows.Read(strings.NewReader(`{"rows":[[1,2]]}`+"\n"), func([][]any) error { return nil }); !errors.Is(err, rows.ErrCutOff) {
		t.Errorf("rows without an end are read as %v", err)
	}
	if _, err := rows.Read(strings.NewReader(`{"done":true,"count":2}`+"\n"), func([][]any) error { return nil }); !errors.Is(err, rows.ErrCutOff) {
		t.Errorf("rows that lack some are read as %v", err)
	}
}

func TestHandle_BadInput(t *testing.T) {
	r := router(func(context.Context, rows.Query, *rows.Writer) error { return nil })
	for name, tc := range map[string]struct{ body, want string }{
		"ends before it begins": {`{"from":"2026-03-02T00:00:00Z","to":"2026-03-01T00:00:00Z"}`, `"location":"body.to"`},
		"400 days and one":      {`{"from":"2025-01-01T00:00:00Z","to":"2026-03-01T00:00:00Z"}`, `"location":"body.to"`},
		"no such zone":          {`{"from":"2026-03-01T00:00:00Z","to":"2026-03-02T00:00:00Z","zone":"Mars/North"}`, `"location":"body.zone"`},
		"no such filter":        {`{"from":"2026-03-01T00:00:00Z","to":"2026-03-02T00:00:00Z","filters":{"wall":"rear"}}`, `"location":"body.filters.wall"`},
		"no such value":         {`{"from":"2026-03-01T00:00:00Z","to":"2026-03-02T00:00:00Z","filters":{"door":["rear","top"]}}`, `"location":"body.filters.door"`},
	} {
		webtest.Scenario{Name: name, As: caller, Request: "POST /api/org/demo/doors/report", Body: tc.body, WantStatus: 422, WantBody: []string{tc.want}}.Run(t, r)
	}
	webtest.Scenario{Name: "no permission", As: web.CallerInfo{UserID: "u", OrgID: "demo"}, Request: "POST /api/org/demo/doors/report", Body: good, WantStatus: 403}.Run(t, r)
}

func TestHandle_OfNoReport(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an operation that the manifest does not name is registered")
		}
	}()
	rows.Handle(web.NewRouter("Doors", "0.1.0"), plugin, "POST /org/{orgId}/doors/other", web.Needs("viewDoors"), nil)
}
