package main

import (
	"testing"

	"outrider.dev/outrider/plugins/ev/internal/usage"
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
		usage.NewAPI(nil, nil, nil).Register(r, m)
	})
}
