package polltest

import (
	"net/http"
	"strings"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestTest_AsksForReadings: an address that only fails where its readings are does not work.
func TestTest_AsksForReadings(t *testing.T) {
	w := newWorld(t)
	answers := good()
	endless := false
	w.fake.answer = func(path, cursor string) (int, any) {
		if endless && strings.HasSuffix(path, "/readings") {
			return 200, map[string]any{"readings": []any{}, "more": true}
		}
		return answers(path, cursor)
	}
	router := web.NewRouter("Integrations", "0.1.0")
	w.polled.Register(router)
	for _, endless = range []bool{false, true} {
		answer := webtest.Do(t, router, web.CallerInfo{UserID: "ann", OrgID: "demo", Permissions: []string{"editIntegrations"}}, "POST /api/org/demo/integrations/connection/test", "", nil)
		want := `"ok":true,"problem":""`
		if endless {
			want = `"ok":false,"problem":"bad_answer"`
		}
		if body := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("readings without end: %v: %d %s", endless, answer.Code, body)
		}
	}
}
