package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/audit"
)

func TestNoteExport(t *testing.T) {
	for _, tc := range []struct {
		body, detail string
		want         int
	}{
		{`{"name":"Vehicles","format":"csv","rows":12}`, `Table "Vehicles" saved as csv: 12 rows`, http.StatusNoContent},
		{`{"name":"","format":"csv","rows":12}`, "", http.StatusUnprocessableEntity},
		{`{"name":"Vehicles","format":"exe","rows":12}`, "", http.StatusUnprocessableEntity},
		{`{"name":"Vehicles","format":"csv","rows":-1}`, "", http.StatusUnprocessableEntity},
		{`{"name":"V\u0000","format":"csv","rows":1}`, "", http.StatusUnprocessableEntity},
		{`{`, "", http.StatusBadRequest},
	} {
		record := &audit.Record{}
		r := httptest.NewRequestWithContext(audit.With(t.Context(), record), http.MethodPost, "/api/org/demo/exports", strings.NewReader(tc.body))
		answer := httptest.NewRecorder()
		noteExport(answer, r)
		if answer.Code != tc.want || record.Detail != tc.detail {
			t.Errorf("%s: %d, recorded %q; want %d, %q", tc.body, answer.Code, record.Detail, tc.want, tc.detail)
		}
	}
}
