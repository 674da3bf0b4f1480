package api_test

import (
	"testing"

	"outrider.dev/outrider/plugins/users/internal/api"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, "../..", func(r *web.Router) {
		api.New(nil, nil, nil, nil).Register(r)
		api.NewIntegrations(nil, nil).Register(r)
	})
}
