// Command ev is the module of electric vehicles: what they use, when they are charged, and whether that is enough. It only wires its nouns together.
package main

import (
	"context"
	_ "embed"
	"time"

	"outrider.dev/outrider/plugins/ev/internal/usage"
	"outrider.dev/outrider/plugins/ev/internal/vehicle"
	"outrider.dev/outrider/plugins/ev/internal/watch"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

const day = 24 * time.Hour

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	fleet.OnVehicle(vehicle.Changed)
	follower := minutes.Follow(env, minutes.Options{Wants: watch.Wants, Around: watch.Around, Longest: watch.Longest, GoesOn: watch.Charges, Judge: watch.Judge(env.Tenants), First: 7 * day, Keep: 62 * day})

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	usage.NewAPI(usage.NewStore(env.Store, fleet, env.Tenants, time.Now), env.Host, follower).Register(r, env.Manifest)
	return r, nil
}
