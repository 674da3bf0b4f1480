package main

import (
	"testing"

	"outrider.dev/outrider/plugins/users/internal/activity"
	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/outrider/plugins/users/internal/group"
	plugin "outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	own, err := plugin.Parse(manifest)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Document(t, ".", func(r *web.Router) {
		activity.New(nil).Register(r, own)
		group.New(nil, nil, nil).Register(r)
		avatar.New(nil, nil).Register(r)
	})
}
