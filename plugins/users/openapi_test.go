package main

import (
	"testing"

	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/outrider/plugins/users/internal/group"
	"outrider.dev/outrider/plugins/users/internal/integration"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		group.New(nil, nil, nil).Register(r)
		avatar.New(nil, nil).Register(r)
		integration.NewIntegrations(nil, nil).Register(r)
	})
}
