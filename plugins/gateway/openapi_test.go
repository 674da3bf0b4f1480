package main

import (
	"testing"

	"outrider.dev/outrider/plugins/gateway/internal/broker"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		broker.NewAPI(nil).Register(r)
		quota.NewAPI(nil, nil, quota.Bounds{}, nil, nil).Register(r)
	})
}
