// Command alerts is the plugin of alerts: what happened to vehicles, and what people make of it. It only wires the pieces together; every
// rule lives in the packages below internal/.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
	_ "time/tzdata" // local times of alerts; a slim machine has no zones

	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/drivers"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/outrider/plugins/alerts/internal/geofence"
	"outrider.dev/outrider/plugins/alerts/internal/intake"
	"outrider.dev/outrider/plugins/alerts/internal/live"
	"outrider.dev/outrider/plugins/alerts/internal/place"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/events"
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
	store := postgres.New(env.Store, fleet, time.Now)
	teller := live.New(store, env.Events, env.Log)
	placer := place.New(env.Host, store, teller.Updated, env.Log)

	uploads := upload.NewStore(env.Store, time.Now)
	oldest, err := evidenceAge(env.Settings["evidence_hours"])
	if err != nil {
		return nil, err
	}
	configs := config.NewStore(env.Store, fleet, uploads)
	store.Follow(configs, upload.NewDecider(uploads, oldest, store.Insert, teller.Created))
	sync := upload.NewSync(uploads, env.Events, env.Log, config.OffInputs)
	events.Consume(env.Events, "device.status", uploads.Told)
	events.Consume(env.Events, "device.reply", sync.Replied)
	env.Go("tell devices what to upload", sync.Run)

	taker := intake.New(store, fleet, placer, teller.Created, bury(env.Events))
	events.ConsumeBatch(env.Events, "device.event", taker.Events)
	watch := speeding.NewWatch(postgres.SpeedingStore{Store: store, Vehicles: fleet}, env.Host, func(ctx context.Context, orgID string, ids []string) {
		if err := placer.Mend(ctx, orgID); err != nil {
			env.Log.Warn("alerts stay without a place for now", "org", orgID, "error", err.Error())
		}
		teller.Created(ctx, orgID, ids)
	}, time.Now)
	events.ConsumeBatch(env.Events, "telemetry", watch.Telemetry)
	events.Consume(env.Events, geofence.Subject, geofence.NewWatch(store, placer, teller).Take)
	drives := drivers.New(env.Store, env.Host, time.Now)
	events.Consume(env.Events, drivers.Subject, drives.Take)
	env.Go("copy of who drove", drives.Run)
	events.Consume(env.Events, evidence.Subject, evidence.NewFollower(store, teller.Updated).Take)
	env.Go("name places", placer.Run)
	env.Go("add up counts", store.FoldCounts(env.Host))

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	api.New(api.Parts{
		Store: store, Teller: teller, Files: env.Media, Uploads: config.NewPanes(configs), Vault: bundle.NewVault(env.Host, env.Media, time.Now),
		Keys: postgres.NewKeys(env.Store), Log: env.Log, Now: time.Now,
	}).Register(r)
	config.NewAPI(configs).Register(r)
	upload.NewAPI(uploads, fleet).Register(r)
	return r, nil
}

// evidenceAge is how old an event may be for its evidence to be asked for: a setting in hours, 1 to 720.
func evidenceAge(setting string) (time.Duration, error) {
	if setting == "" {
		return 24 * time.Hour, nil
	}
	hours, err := strconv.Atoi(setting)
	if err != nil || hours < 1 || hours > 720 {
		return 0, fmt.Errorf("plugins.alerts.evidence_hours is %q, not hours from 1 to 720", setting)
	}
	return time.Duration(hours) * time.Hour, nil
}

// bury writes single messages of a batch to the dead letters.
func bury(client *events.Client) func(context.Context, events.Event[events.DeviceEvent], error) error {
	return func(ctx context.Context, e events.Event[events.DeviceEvent], why error) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("bury event %s: %w", e.ID, err)
		}
		return client.PublishDead(ctx, "device.event", "alerts-device.event-"+e.ID, why.Error(), raw)
	}
}
