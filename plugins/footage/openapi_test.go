package main

import (
	"testing"

	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/recording"
	"outrider.dev/outrider/plugins/footage/internal/stream"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		stream.NewAPI(stream.Deps{}).Register(r)
		recording.NewAPI(nil, nil, nil, nil).Register(r)
		fileset.NewAPI(fileset.Deps{}).Register(r)
		policy.NewAPI(nil).Register(r)
	})
}
