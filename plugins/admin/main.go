// Command admin is the plugin that brings the operator's console: its permissions and its screens. What the screens show are the host's own
// operations, /api/admin/…, since they must answer while any plugin is broken.
package main

import (
	"context"
	_ "embed"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() {
	plugin.Serve(manifest, start)
}

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	return web.NewRouter(env.Manifest.Name, env.Manifest.Version), nil
}
