package api_test

import (
	"os"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/mailing"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/reportrows"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/outrider/plugins/alerts/internal/tracking"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	content, err := os.ReadFile("../../manifest.json")
	if err != nil {
		t.Fatalf("read the manifest: %v", err)
	}
	own, err := manifest.Parse(content)
	if err != nil {
		t.Fatalf("read the manifest: %v", err)
	}
	webtest.Document(t, "../..", func(r *web.Router) {
		api.New(api.Deps{}).Register(r)
		tracking.NewAPI(nil, own).Register(r)
		config.NewAPI(nil).Register(r)
		upload.NewAPI(nil, nil).Register(r)
		mailing.NewAPI(nil, nil, nil).Register(r)
		notice.NewAPI(nil, nil).Register(r)
		rules.NewAPI(nil, nil, nil, nil).Register(r)
		rules.NewSpeeding(nil, nil, nil).Register(r)
		reportrows.New(nil).Register(r, own)
	})
}
