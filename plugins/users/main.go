// Command users is the plugin of organisations, groups and people. It only wires the pieces together; the host keeps what they are
// about, and every rule lives there or in the packages below internal/.
package main

import (
	"context"
	_ "embed"

	"outrider.dev/outrider/plugins/users/internal/api"
	"outrider.dev/outrider/plugins/users/internal/integration"
	"outrider.dev/outrider/plugins/users/internal/postgres"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() {
	plugin.Serve(manifest, start)
}

// start builds the plugin; its work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	api.New(env.Identity, env.Host, fleet, postgres.NewAvatars(env.Store)).Register(r)
	api.NewIntegrations(integration.New(env.Settings), fleet).Register(r)
	return r, nil
}
