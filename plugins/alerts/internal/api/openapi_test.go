package api_test

import (
	"encoding/json"
	"os"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/mailing"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/outrider/plugins/alerts/internal/tracking"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// declared is the plugin's manifest.
func declared(t *testing.T) (m manifest.Manifest) {
	t.Helper()
	raw, err := os.ReadFile("../../manifest.json")
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, "../..", func(r *web.Router) {
		api.New(api.Parts{}).Register(r)
		tracking.NewAPI(nil, declared(t)).Register(r)
		config.NewAPI(nil).Register(r)
		upload.NewAPI(nil, nil).Register(r)
		mailing.NewAPI(nil, nil, nil).Register(r)
		notice.NewAPI(nil, nil).Register(r)
		rules.NewAPI(nil, nil, nil, nil).Register(r)
		rules.NewSpeeding(nil, nil, nil).Register(r)
	})
}
