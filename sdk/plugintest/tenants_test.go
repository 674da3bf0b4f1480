package plugintest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"outrider.dev/sdk/plugintest"
)

// What an organisation sets reaches the plugin while it runs, secrets and all, and no other organisation.
func TestTenants(t *testing.T) {
	h := plugintest.Start(t, "testdata/rooms")
	alpha, beta := plugintest.As("alpha", "ORG_ADMIN"), plugintest.As("beta", "ORG_ADMIN")
	opening := func(actor plugintest.Actor, org string) string {
		return string(h.Do(actor, "GET /api/org/"+org+"/opening", nil).Body)
	}
	if got := opening(alpha, "alpha"); !strings.Contains(got, `"opens":8,"code":""`) {
		t.Errorf("by default %s", got)
	}
	answer := h.Do(alpha, "PUT /api/org/alpha/settings/rooms", `{"version":0,"values":{"opens":9,"code":"1234"}}`)
	if answer.Status != http.StatusOK || strings.Contains(string(answer.Body), "1234") {
		t.Fatalf("set = %d: %s", answer.Status, answer.Body)
	}
	plugintest.Eventually(t, "the plugin does not hear of its settings", func() bool { return strings.Contains(opening(alpha, "alpha"), `"opens":9,"code":"1234"`) })
	if got := opening(beta, "beta"); !strings.Contains(got, `"opens":8,"code":""`) {
		t.Errorf("another organisation's %s", got)
	}
	h.Switch(t, "alpha", false)
	h.Switch(t, "alpha", true)
	plugintest.Eventually(t, "settings are gone after the module was off", func() bool { return strings.Contains(opening(alpha, "alpha"), `"opens":9,"code":"1234"`) })
}

// What is done just after saving goes by what was saved, whenever the plugin hears of it.
func TestTenants_Fresh(t *testing.T) {
	h := plugintest.Start(t, "testdata/rooms")
	alpha := plugintest.As("alpha", "ORG_ADMIN")
	for version := range 20 {
		opens := version % 12
		if answer := h.Do(alpha, "PUT /api/org/alpha/settings/rooms", fmt.Sprintf(`{"version":%d,"values":{"opens":%d,"code":"c%d"}}`, version, opens, version)); answer.Status != http.StatusOK {
			t.Fatalf("set = %d: %s", answer.Status, answer.Body)
		}
		if got := string(h.Do(alpha, "GET /api/org/alpha/opening/saved", nil).Body); !strings.Contains(got, fmt.Sprintf(`"opens":%d,"code":"c%d"`, opens, version)) {
			t.Fatalf("just after version %d was saved it is %s", version, got)
		}
	}
	if got := string(h.Do(plugintest.As("beta", "ORG_ADMIN"), "GET /api/org/beta/opening/saved", nil).Body); !strings.Contains(got, `"opens":8,"code":""`) {
		t.Errorf("another organisation's %s", got)
	}
}
