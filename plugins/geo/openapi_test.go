package main

import (
	"testing"

	"outrider.dev/outrider/plugins/geo/internal/naming"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) { (*naming.Service)(nil).Register(r) })
}
