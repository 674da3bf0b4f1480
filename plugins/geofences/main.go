// Command geofences is the plugin of geofences: shapes on the map, which vehicles are inside, and what they raise. It only wires its nouns together.
package main

import (
	"context"
	"embed"
	"time"
	_ "time/tzdata" // periods are of a zone's clock; a slim machine has no zones

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/demo"
	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/intake"
	"outrider.dev/outrider/plugins/geofences/internal/trial"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

//go:embed texts
var messages embed.FS

func main() { plugin.Serve(manifest, start, messages) }

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	intake.FollowGroups(fleet, time.Now)
	fences := fence.NewStore(env.Store, time.Now, visit.FenceChanged)

	if env.Settings["demo"] == "true" {
		env.Go("seed the demonstration", func(ctx context.Context) error { return demo.Seed(ctx, fences) })
	}

	taker := intake.New(env.Store, book.NewBooks(time.Now), time.Now)
	events.ConsumeBatch(env.Events, "telemetry", events.Joined(intake.Apart, taker.Telemetry))
	env.Go("who has been parked", func(ctx context.Context) error { return taker.Due(ctx, env.Host) })
	env.Go("what came late", intake.NewLate(env.Store, intake.VehicleHistory{Host: env.Host}, env.Host, env.Log, time.Now).Run)

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	kept := fence.NewAPI(fences, fleet, env.Host, env.Log)
	kept.Register(r)
	trial.NewAPI(env.Store, fleet, kept, env.Host, time.Now).Register(r)
	visit.NewAPI(visit.NewStore(env.Store, time.Now), fleet).Register(r, env.Manifest)
	return r, nil
}
