// Command alerts is the plugin of alerts: what happened to vehicles, and what people make of it. It only wires the pieces together; every
// rule lives in the packages below internal/.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"time"
	_ "time/tzdata" // local times of alerts; a slim machine has no zones

	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/contributed"
	"outrider.dev/outrider/plugins/alerts/internal/drivers"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/outrider/plugins/alerts/internal/export"
	"outrider.dev/outrider/plugins/alerts/internal/intake"
	"outrider.dev/outrider/plugins/alerts/internal/live"
	"outrider.dev/outrider/plugins/alerts/internal/place"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/raised"
	"outrider.dev/outrider/plugins/alerts/internal/reportrows"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/outrider/plugins/alerts/internal/tracking"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

//go:embed texts
var messages embed.FS

// tidyExports is how often files that were made for users are looked at.
const tidyExports = 5 * time.Minute

func main() {
	plugin.Serve(manifest, start, messages)
}

// start builds the plugin; its work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	fleet := replica.Follow(env)
	types := contributed.NewBook(env.Host, env.Log)
	env.Go("alert types of other plugins", types.Run)
	store := postgres.New(env.Store, fleet, time.Now)
	store.KnowTypes(types)
	publisher := live.New(store, env.Events, env.Log)
	chosen, err := choices(env, fleet, store, types, publisher)
	if err != nil {
		return nil, err
	}
	listen(env, fleet, store, types, publisher)

	exports := export.New(export.NewRows(env.Store), env.Media, env.Log, time.Now)
	env.Go("old exports", func(ctx context.Context) error { return plugin.Sweep(ctx, env.Host, tidyExports, exports.Tidy) })

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	api.New(api.Deps{
		Store: store, Notifier: publisher, Files: env.Media, Exports: exports, Uploads: chosen.panes, Vault: bundle.NewVault(env.Host, env.Media, time.Now),
		Keys: postgres.NewKeys(env.Store), Organisations: env.Host, Tokens: env.Host, Types: types, Log: env.Log, Now: time.Now,
	}).Register(r)
	tracking.NewAPI(store, env.Manifest).Register(r)
	chosen.register(r)
	reportrows.New(store).Register(r, env.Manifest)
	return r, nil
}

// listen takes what others tell: devices, samples, alerts of other plugins, drivers and files.
func listen(env plugin.Env, fleet *replica.Fleet, store *postgres.Store, types *contributed.Book, publisher *live.Publisher) {
	placer := place.New(env.Host, store, publisher.Updated, env.Log)
	taker := intake.New(store, fleet, placer, publisher.Created, deadLetter(env.Events))
	events.ConsumeBatch(env.Events, "device.event", taker.Events)
	fast := postgres.SpeedingStore{Store: store, Vehicles: fleet}
	fleet.OnDevice(store.DeviceTold)
	env.Go("raise alerts of devices that are fitted later", intake.RaiseFitted(fast, publisher.Created))
	watch := speeding.NewWatch(fast, env.Host, store, placer.First(publisher), time.Now)
	events.ConsumeBursts(env.Events, speeding.Apart, watch.Telemetry)
	env.Go("end speeding of silent devices", watch.Run)
	events.Consume(env.Events, raised.Subject, raised.NewIntake(store, types, placer, publisher).Take)
	drives := drivers.New(env.Store, env.Host, time.Now)
	events.Consume(env.Events, drivers.Subject, drives.Take)
	env.Go("copy of who drove", drives.Run)
	events.Consume(env.Events, evidence.Subject, evidence.NewFollower(store, publisher.Updated).Take)
	env.Go("name places", placer.Run)
	env.Go("add up counts", store.FoldCounts(env.Host))
}

// deadLetter writes single messages of a batch to the dead mails.
func deadLetter(client *events.Client) func(context.Context, events.Event[events.DeviceEvent], error) error {
	return func(ctx context.Context, e events.Event[events.DeviceEvent], why error) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("deadLetter event %s: %w", e.ID, err)
		}
		return client.PublishDead(ctx, "device.event", "alerts-device.event-"+e.ID, why.Error(), raw)
	}
}
