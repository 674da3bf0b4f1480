package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/mail"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

// lists pages, searches and sorts schedules and files beyond what one page holds.
func lists(t *testing.T, l *lab) {
	t.Run("of schedules", func(t *testing.T) { listOfSchedules(t, l.of(t)) })
	t.Run("of files", func(t *testing.T) { listOfFiles(t, l.of(t)) })
	t.Run("compared with the time before", func(t *testing.T) { comparedRun(t, l.of(t)) })
}

type scheduleList struct {
	Scheduled    []struct{ Name, State string }
	TotalRecords int `json:"total_records"`
	PageCount    int `json:"page_count"`
	Counts       struct{ All, Active, Paused, Failed int }
}

func (l *lab) list(query string) (found scheduleList) {
	l.t.Helper()
	answer := l.Do(plugintest.As("beta", "ORG_ADMIN"), "GET /api/reports/scheduled"+query, nil)
	if answer.Status != http.StatusOK {
		l.t.Fatalf("%s: %d %s", query, answer.Status, answer.Body)
	}
	answer.Decode(l.t, &found)
	return found
}

// listOfSchedules copies a schedule 2,500 times: 100 are paused, the last runs of 3 have failed, and one run that failed was followed by another.
func listOfSchedules(t *testing.T, l *lab) {
	admin := plugintest.As("beta", "ORG_ADMIN")
	first := l.save(admin, aSchedule(map[string]any{"name": "First", "recipients": []map[string]string{{"kind": "address", "id": "payroll@beta.test"}}}))
	db := l.Database(t)
	for _, statement := range []string{
		`INSERT INTO reports.schedule SELECT (jsonb_populate_record(s, jsonb_build_object('id', 'copy-' || n, 'name', 'Copy ' || lpad(n::text, 4, '0'), 'next_ms', s.next_ms + n,
			'paused_ms', CASE WHEN n <= 100 THEN 1 ELSE 0 END, 'pause_reason', CASE WHEN n <= 100 THEN 'user' ELSE '' END,
			'recipients', '[{"kind":"address","id":"boss@beta.test"}]'::jsonb))).* FROM reports.schedule s, generate_series(1, 2500) n WHERE s.id = '` + first.ID + `'`,
		`INSERT INTO reports.run (org_id, id, schedule_id, user_id, name, spec, from_ms, to_ms, zone, due_ms, state, made_ms)
			SELECT 'beta', 'r' || n || state, 'copy-' || n, 'u', 'x', '{"report_type":"mileage","formats":["csv"]}', 0, 1, 'UTC', at, state, at
			FROM (VALUES (1, 'failed', 5), (201, 'failed', 5), (202, 'failed', 5), (203, 'failed', 5), (204, 'failed', 5), (204, 'done', 6)) AS v(n, state, at)`,
	} {
		if _, err := db.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	all := l.list("?page_num=51&page_size=50")
	if all.TotalRecords != 2501 || all.PageCount != 51 || len(all.Scheduled) != 1 || all.Scheduled[0].Name != "First" || all.Counts.All != 2501 || all.Counts.Active != 2401 || all.Counts.Paused != 100 || all.Counts.Failed != 3 {
		t.Errorf("the last page: %+v", all)
	}
	for _, tc := range []struct {
		query string
		total int
		first string
	}{
		{"?sort=-name&page_size=10", 2501, "First"},
		{"?sort=-next_run&page_size=10", 2501, "Copy 2500"},
		{"?q=payroll&page_size=10", 1, "First"},
		{"?q=copy+0042&page_size=10", 1, "Copy 0042"},
		{"?filter=state:eq:failed&page_size=10", 3, "Copy 0201"},
		{"?filter=state:eq:paused&page_size=10", 100, "Copy 0001"},
		{"?filter=state:ne:paused&sort=-name&page_size=10", 2401, "First"},
		{"?filter=report_type:eq:trips", 0, ""},
		{"?filter=frequency:eq:weekly&filter=period:eq:last_week&page_size=10", 2501, "Copy 0001"},
	} {
		found := l.list(tc.query)
		if found.TotalRecords != tc.total || found.Counts.All != 2501 || tc.total > 0 && found.Scheduled[0].Name != tc.first {
			t.Errorf("%s: %d in all, the first %+v; want %d and %s", tc.query, found.TotalRecords, found.Scheduled[:min(1, len(found.Scheduled))], tc.total, tc.first)
		}
	}
	if answer := l.Do(admin, "GET /api/reports/scheduled?filter=mood:eq:good", nil); answer.Status != http.StatusUnprocessableEntity {
		t.Errorf("a filter that is not there: %d", answer.Status)
	}
	if answer := l.Do(plugintest.As("alpha", "ORG_ADMIN"), "GET /api/reports/scheduled/"+first.ID, nil); answer.Status != http.StatusNotFound {
		t.Errorf("another organisation reads it by its id: %d", answer.Status)
	}
}

// listOfFiles pages 250 files.
func listOfFiles(t *testing.T, l *lab) {
	admin := plugintest.As("beta", "ORG_ADMIN")
	var made struct{ ID string }
	l.Do(admin, "POST /api/org/beta/reports/mileage/files", `{`+aDay+`,"format":"csv"}`).Decode(t, &made)
	db := l.Database(t)
	plugintest.Within(t, time.Minute, "the file is not made", func() bool {
		var state string
		err := db.QueryRow(t.Context(), `SELECT state FROM reports.run WHERE id = $1`, made.ID).Scan(&state)
		return err == nil && state == "done"
	})
	if _, err := db.Exec(t.Context(), `INSERT INTO reports.run SELECT (jsonb_populate_record(r, jsonb_build_object('id', 'file-' || n, 'made_ms', r.made_ms - n))).* FROM reports.run r, generate_series(1, 249) n WHERE r.id = $1`, made.ID); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for page := 1; page <= 3; page++ {
		var found struct {
			Files        []struct{ ID, Link string }
			TotalRecords int `json:"total_records"`
		}
		l.Do(admin, fmt.Sprintf("GET /api/org/beta/reports/files?page_num=%d&page_size=100", page), nil).Decode(t, &found)
		if found.TotalRecords != 250 || page == 1 && found.Files[0].ID != made.ID {
			t.Fatalf("page %d: %d in all", page, found.TotalRecords)
		}
		for _, f := range found.Files {
			seen[f.ID] = f.Link != ""
		}
	}
	if len(seen) != 250 || !seen[made.ID] {
		t.Errorf("three pages have %d files", len(seen))
	}
	if answer := l.Do(admin, "POST /api/org/beta/reports/mileage/files", `{`+aDay+`,"format":"csv"}`); answer.Status != http.StatusAccepted {
		t.Errorf("one more file beside finished ones: %d %s", answer.Status, answer.Body)
	}
}

// comparedRun makes the file of a schedule that compares: it tells of the week of its run and of the week before.
func comparedRun(t *testing.T, l *lab) {
	admin := plugintest.As("alpha", "ORG_ADMIN")
	draft := aSchedule(map[string]any{"name": "Compared", "compared_with": "previous", "formats": []string{"json"}})
	s := l.save(admin, draft)
	l.Do(admin, "POST /api/reports/scheduled/"+s.ID+"/run", nil)
	r := l.ended(s.ID, 1)
	if r.State != "done" {
		t.Fatalf("the run: %+v", r)
	}
	var before, end, from time.Time
	err := l.Database(t).QueryRow(t.Context(), `SELECT (spec->'compared_with'->>'from')::timestamptz, (spec->'compared_with'->>'to')::timestamptz, to_timestamp(from_ms / 1000) FROM reports.run WHERE id = $1`, r.ID).Scan(&before, &end, &from)
	if err != nil {
		t.Fatal(err)
	}
	if !end.Equal(from) || before.AddDate(0, 0, 7).Sub(end).Abs() > time.Hour {
		t.Errorf("%s to %s is compared with what begins at %s", before, end, from)
	}
	letters := l.mails.to("boss@customer.test")
	var file struct{ Comparison *struct{} }
	if err := json.Unmarshal(attachmentOf(t, letters[len(letters)-1]), &file); err != nil || file.Comparison == nil {
		t.Errorf("the file of the mail compares nothing: %v", err)
	}
	if answer := l.Do(admin, "POST /api/reports/scheduled", aSchedule(map[string]any{"compared_with": "yesterday"})); answer.Status != http.StatusUnprocessableEntity {
		t.Errorf("compared with what is not offered: %d", answer.Status)
	}
}

// attachmentOf is the file that a letter brings.
func attachmentOf(t *testing.T, letter string) []byte {
	t.Helper()
	read, err := mail.ReadMessage(strings.NewReader(letter))
	if err != nil {
		t.Fatal(err)
	}
	_, parameters, err := mime.ParseMediaType(read.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(read.Body, parameters["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			t.Fatalf("the letter has no file: %v", err)
		}
		if part.FileName() == "" {
			continue
		}
		content, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
}
