// Command logbook is a plugin that keeps notes about vehicles. It only wires its nouns together: a folder of internal/ each, with what the noun is,
// what can be done with it and how it is kept.
package main

import (
	"context"
	_ "embed"
	"time"

	"outrider.dev/outrider/docs/examples/logbook/internal/note"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	notes := note.New(env.Store, replica.Follow(env), env.Events, time.Now)
	events.Consume(env.Events, "event.identity.user", notes.AuthorChanged)

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	notes.Register(r, env.Manifest)
	return r, nil
}
