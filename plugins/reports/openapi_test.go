package main

import (
	"testing"

	"outrider.dev/outrider/plugins/reports/internal/letterhead"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/outrider/plugins/reports/internal/schedule"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		report.New(nil, nil, nil, nil, nil, nil, nil).Register(r)
		letterhead.NewAPI(nil).Register(r)
		schedule.NewAPI(nil, nil, nil, nil, schedule.Fleet{}, nil, nil).Register(r)
		schedule.NewHealth(nil, nil).Register(r)
		run.NewAPI(nil, nil, nil, nil, nil).Register(r)
	})
}
