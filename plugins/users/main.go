// Command users is the plugin of organisations, groups and people: their screens and permissions, the tree with its vehicles, and
// pictures. The people themselves, and the operations on them, are the host's. It only wires the pieces together; every rule lives in the
// packages below internal/, a folder a noun.
package main

import (
	"context"
	"embed"

	"outrider.dev/outrider/plugins/users/internal/activity"
	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/outrider/plugins/users/internal/group"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

//go:embed texts
var messages embed.FS

func main() {
	plugin.Serve(manifest, start, messages)
}

// start builds the plugin; its work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	group.New(env.Identity, env.Host, fleet).Register(r)
	pictures := avatar.New(env.Host, env.Store)
	pictures.Register(r)
	events.Consume(env.Events, "event.identity.user", pictures.UserChanged)
	activity.New(env.Host).Register(r, env.Manifest)
	return r, nil
}
