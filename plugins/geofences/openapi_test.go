package main

import (
	"testing"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/trial"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	declared "outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	m, err := declared.Parse(manifest)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Document(t, ".", func(r *web.Router) {
		fence.NewAPI(nil, nil, nil, nil).Register(r)
		trial.NewAPI(nil, nil, nil, nil, nil).Register(r)
		visit.NewAPI(nil, nil).Register(r, m)
	})
}
