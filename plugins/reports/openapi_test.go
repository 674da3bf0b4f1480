package main

import (
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) { report.New(nil, nil, nil, nil).Register(r) })
}
