package polltest

import (
	"net/http"
	"strings"
	"testing"

	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestTest_SaysWhatTheProviderAnswers: a redirect and an error of the provider are not the same thing to mend.
func TestTest_SaysWhatTheProviderAnswers(t *testing.T) {
	w := newWorld(t)
	router := web.NewRouter("Integrations", "0.1.0")
	w.polled.Register(router)
	for status, want := range map[int]string{301: `"problem":"redirected","status":301`, 500: `"problem":"bad_status","status":500`} {
		w.fake.answer = func(string, string) (int, any) { return status, nil }
		answer := webtest.Do(t, router, web.CallerInfo{UserID: "ann", OrgID: "demo", Permissions: []string{"editIntegrations"}}, "POST /api/org/demo/integrations/connection/test", "", nil)
		if body := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("it says %d %s, want %s", answer.Code, body, want)
		}
	}
}

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
