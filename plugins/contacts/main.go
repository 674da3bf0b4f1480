// Command contacts is the plugin of people who are told of things: contacts outside the organisation, its users beside them, and lists of both. It only wires its nouns together.
package main

import (
	"context"
	"embed"

	"outrider.dev/outrider/plugins/contacts/internal/contact"
	"outrider.dev/outrider/plugins/contacts/internal/importer"
	"outrider.dev/outrider/plugins/contacts/internal/list"
	"outrider.dev/outrider/plugins/contacts/internal/usage"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

//go:embed texts
var messages embed.FS

//go:embed manifest.json
var own []byte

func main() { plugin.Serve(own, start, messages) }

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	contacts := contact.New(env.Store, env.Host)
	uses := usage.New(env.Store)
	events.Consume(env.Events, "event.identity.user", contacts.UserChanged)
	events.Consume(env.Events, manifest.RecipientsOfAll, uses.Changed)

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	contacts.Register(r)
	list.New(env.Store, contacts).Register(r)
	uses.Register(r)
	importer.New(contacts).Register(r)
	return r, nil
}
