package main

import (
	"testing"

	"outrider.dev/outrider/plugins/contacts/internal/contact"
	"outrider.dev/outrider/plugins/contacts/internal/importer"
	"outrider.dev/outrider/plugins/contacts/internal/list"
	"outrider.dev/outrider/plugins/contacts/internal/usage"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestOpenAPI(t *testing.T) {
	webtest.Document(t, ".", func(r *web.Router) {
		contact.New(nil, nil).Register(r)
		list.New(nil, nil).Register(r)
		usage.New(nil).Register(r)
		importer.New(nil).Register(r)
	})
}
