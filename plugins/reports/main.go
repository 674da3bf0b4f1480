// Command reports is the plugin of reports: it shows, adds up and exports what other plugins contribute, and knows none of them. It only wires its nouns together.
package main

import (
	"context"
	_ "embed"
	"time"
	_ "time/tzdata" // days of zones; a slim machine has none

	"outrider.dev/outrider/plugins/reports/internal/kind"
	"outrider.dev/outrider/plugins/reports/internal/naming"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var own []byte

func main() { plugin.Serve(own, start) }

// start wires; nothing is connected yet.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	report.New(kind.New(env.Host), naming.New(fleet, env.Host), env.Host, time.Now).Register(r)
	return r, nil
}
