package api_test

import (
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/mailing"
	"outrider.dev/outrider/plugins/alerts/internal/notice"
	"outrider.dev/outrider/plugins/alerts/internal/rules"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, "../..", func(r *web.Router) {
		api.New(api.Parts{}).Register(r)
		config.NewAPI(nil).Register(r)
		upload.NewAPI(nil, nil).Register(r)
		mailing.NewAPI(nil, nil, nil).Register(r)
		notice.NewAPI(nil, nil).Register(r)
		rules.NewAPI(nil, nil, nil, nil).Register(r)
		rules.NewSpeeding(nil, nil, nil).Register(r)
	})
}
