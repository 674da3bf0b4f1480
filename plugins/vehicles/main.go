// Command vehicles is the plugin of vehicles and their devices: what they are, where they are and what they are doing. It
// only wires the pieces together; every rule lives in the packages below internal/.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"
	_ "time/tzdata" // local times of positions; a slim machine has no zones

	"outrider.dev/outrider/plugins/vehicles/internal/api"
	"outrider.dev/outrider/plugins/vehicles/internal/demo"
	"outrider.dev/outrider/plugins/vehicles/internal/ingest"
	"outrider.dev/outrider/plugins/vehicles/internal/live"
	"outrider.dev/outrider/plugins/vehicles/internal/place"
	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/outrider/plugins/vehicles/internal/retention"
	"outrider.dev/outrider/plugins/vehicles/internal/tree"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/headroom"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

func main() {
	plugin.Serve(manifest, start)
}

// start builds the plugin; its work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	headroom.Keep(headroom.Wide) // each sample is read and written anew
	days, err := retention.Days(env.Settings["retention_days"])
	if err != nil {
		return nil, err
	}
	store := postgres.New(env.Store, time.Now)
	var namer *place.Namer
	board := live.NewBoard(store, env.Events, func() { namer.Wake() }, env.Log, time.Now)
	namer = place.NewNamer(store, env.Host, board.Mark, env.Log)
	follower := tree.New(store, env.Host)

	taker := ingest.New(store, board, bury(env.Events), env.Log, time.Now)
	events.ConsumeBatch(env.Events, "telemetry", taker.Telemetry)
	events.Consume(env.Events, "device.status", taker.Status)
	events.ConsumeBatch(env.Events, "device.connection", taker.Connections)
	events.Consume(env.Events, "event.identity.group", follower.Changed)
	events.Consume(env.Events, "event.identity.user", func(ctx context.Context, e events.Event[events.UserChanged]) error {
		return store.ApplyUser(ctx, e.OrgID, e.Data, e.Sequence)
	})

	env.Go("read the trees of groups", follower.Snapshot)
	env.Go("keep days of samples", retention.NewKeeper(store, days, env.Log, time.Now).Run)
	env.Go("push presence", board.Run)
	env.Go("look out for silent devices", live.NewLookout(store, board, time.Now).Run)
	env.Go("name places", namer.Run)
	if env.Settings["demo"] == "true" {
		env.Go("seed the demonstration", demo.NewSeeder(store, follower, demoSecret(env.Settings), time.Now).Seed)
	}

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	api.New(store, board, follower, time.Now).Register(r)
	return r, nil
}

func demoSecret(settings map[string]string) string {
	if secret := settings["demo_secret"]; secret != "" {
		return secret
	}
	return device.DemoSecret
}

// bury writes single messages of a batch to the dead letters.
func bury(client *events.Client) ingest.Bury {
	return func(ctx context.Context, e events.Event[events.Telemetry], why error) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("bury event %s: %w", e.ID, err)
		}
		reason := fnv.New32a()
		reason.Write([]byte(why.Error())) // one message may be here for its old samples and again for its device
		id := fmt.Sprintf("vehicles-telemetry-%s-%x", e.ID, reason.Sum32())
		return client.PublishDead(ctx, "telemetry", id, why.Error(), raw)
	}
}
