// Command seatbelt is the module that finds driving with the seat belt unfastened. It only wires; what a violation is, is in internal/violation.
package main

import (
	"context"
	_ "embed"
	"time"

	"outrider.dev/outrider/plugins/seatbelt/internal/violation"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	sdkmanifest "outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() { plugin.Serve(manifest, start) }

// judgeEvery is how soon after it was sent driving unbelted is known.
const judgeEvery = 5 * time.Second

// apart is how long after the last samples the next are fetched.
const apart = time.Second

// start wires; nothing is connected yet.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	taker := violation.NewTaker(env.Store, env.Tenants, fleet, time.Now)
	events.ConsumeBursts(env.Events, apart, taker.Take)
	events.Consume(env.Events, sdkmanifest.ReadingsOfAll, taker.TakeReadings)
	judge := violation.NewJudge(env.Store, env.Host, env.Log, time.Now)
	events.Consume(env.Events, "event.vehicles.assignment", judge.DriverChanged)
	env.Go("judge", func(ctx context.Context) error { return plugin.Sweep(ctx, env.Host, judgeEvery, judge.Sweep) })
	env.Go("drop old readings", taker.Drop(time.Now))
	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	violation.NewAPI(env.Store, fleet, time.Now).Register(r, env.Manifest)
	return r, nil
}
