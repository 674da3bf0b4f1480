package app_test

import (
	"testing"

	"outrider.dev/outrider/host/internal/admin"
	"outrider.dev/outrider/host/internal/apikeys"
	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/modules"
	"outrider.dev/outrider/host/internal/settings"
	"outrider.dev/outrider/host/internal/webhooks"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestOpenAPI keeps openapi.json, of which the types of the shell, the remotes of people and operators and the SDK are made.
func TestOpenAPI(t *testing.T) {
	const version = "0.1.0"
	var documents [][]byte
	for _, r := range []*web.Router{
		(*identity.Service)(nil).Router(version), (*modules.Service)(nil).Router(version), (*settings.Service)(nil).Router(version),
		(*apikeys.Service)(nil).Router(version), (*webhooks.Service)(nil).Router(version), (&admin.Admin{Config: admin.Config{Version: version}}).Router(),
	} {
		_, document, err := r.Describe()
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, document)
	}
	shaped, err := edge.DescribeOwn(app.ShapedOperations())
	if err != nil {
		t.Fatal(err)
	}
	documents = append(documents, shaped)
	whole, err := edge.MergeOwn(version, documents)
	if err != nil {
		t.Fatal(err)
	}
	webtest.GoldenDocument(t, "openapi.json", whole)
}
