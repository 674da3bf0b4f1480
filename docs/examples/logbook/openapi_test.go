package main

import (
	"testing"

	"outrider.dev/outrider/docs/examples/logbook/internal/note"
	declared "outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestOpenAPI keeps openapi.json, of which the types of the screens are made: `make types` writes both anew.
func TestOpenAPI(t *testing.T) {
	m, err := declared.Parse(manifest)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Document(t, ".", func(r *web.Router) { note.New(nil, nil, nil, nil).Register(r, m) })
}
