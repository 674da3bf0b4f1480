package main

import (
	"testing"

	"outrider.dev/outrider/plugins/integrations/internal/catalogue"
	"outrider.dev/outrider/plugins/integrations/internal/connection"
	"outrider.dev/outrider/plugins/integrations/internal/mapping"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		connections := connection.New(nil, nil, nil, provider.Simulated{}, nil)
		connections.Register(r)
		mapping.NewAPI(nil, nil, nil, nil).Register(r)
		catalogue.NewAPI(nil, nil, connections, provider.Simulated{}).Register(r)
	})
}
