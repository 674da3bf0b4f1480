package main

import (
	"testing"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		fence.NewAPI(nil, nil, nil).Register(r)
		visit.NewAPI(nil, nil).Register(r)
	})
}
