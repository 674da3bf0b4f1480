// Command vehicles is the plugin of vehicles and their devices: what they are, where they are and what they are doing. It
// only wires the pieces together; every rule lives in the packages below internal/, a folder a noun.
package main

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"
	_ "time/tzdata" // local times of positions; a slim machine has no zones

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/demo"
	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/importer"
	"outrider.dev/outrider/plugins/vehicles/internal/live"
	"outrider.dev/outrider/plugins/vehicles/internal/moment"
	"outrider.dev/outrider/plugins/vehicles/internal/place"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/reading"
	"outrider.dev/outrider/plugins/vehicles/internal/replica"
	"outrider.dev/outrider/plugins/vehicles/internal/report"
	"outrider.dev/outrider/plugins/vehicles/internal/retention"
	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/track"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	sdkdevice "outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/gogc"
	"outrider.dev/sdk/plugin"
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
	gogc.Keep(gogc.Wide, gogc.Wide) // each sample is read and written anew
	days, err := retention.Days(env.Settings["retention_days"])
	if err != nil {
		return nil, err
	}
	vehicles := vehicle.NewStore(env.Store, time.Now, device.TakeOff, driver.EndOn)
	groups := group.NewStore(env.Store, vehicle.Adopt)
	devices := device.NewStore(env.Store, time.Now, presence.Forget)
	presences, drivers, places := presence.NewStore(env.Store), driver.NewStore(env.Store), place.NewStore(env.Store)
	statuses := fleetstatus.NewStore(env.Store, time.Now)
	samples, trips := sample.NewStore(env.Store, statuses, time.Now), trip.NewStore(env.Store, time.Now)
	follower, zones, names := group.NewFollower(groups, env.Host), presence.NewZones(vehicles, presences, env.Host), place.NewNames(places, env.Host, env.Log)
	var namer *place.Namer
	board := live.NewBoard(presences, env.Events, func() { namer.Wake() }, env.Log, time.Now)
	namer = place.NewNamer(places, env.Host, board.Mark, env.Log)
	changes := live.NewChanges(devices, presences, board)

	ingest := sample.NewIngest(samples, presences, board, deadLetter(env.Events), env.Log, time.Now)
	events.ConsumeBatch(env.Events, "telemetry", ingest.Telemetry)
	events.Consume(env.Events, "device.status", ingest.Status)
	events.ConsumeBatch(env.Events, "device.connection", ingest.Connections)
	events.ConsumeByOrg(env.Events, "event.identity.group", follower.Changed)
	events.Consume(env.Events, "event.identity.user", func(ctx context.Context, e events.Event[events.UserChanged]) error {
		return drivers.ApplyUser(ctx, e.OrgID, e.Data, e.Sequence)
	})

	env.Go("read the trees of groups", follower.Snapshot)
	env.Go("keep days of samples", retention.NewKeeper(samples, days, env.Log, time.Now).Run)
	policies := retention.NewPolicies(env.Store, days, drops, time.Now)
	sweep(env, "drop what organisations do not keep", retention.DropEvery, policies.Drop)
	sweep(env, "pack samples", sample.PackEvery, sample.NewPacker(env.Store, env.Log, time.Now, trip.JudgeLater).Sweep)
	sweep(env, "judge days ahead", trip.JudgeEvery, trips.JudgeAhead)
	env.Go("push presence", board.Run)
	env.Go("look out for silent devices", live.NewLookout(presences, board, time.Now).Run)
	env.Go("name places", namer.Run)
	if env.Settings["demo"] == "true" {
		fleet := demo.Fleet{Groups: groups, Vehicles: vehicles, Devices: devices, Drivers: drivers}
		env.Go("seed the demonstration", demo.NewSeeder(fleet, follower, demoSecret(env.Settings), time.Now).Seed)
	}

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	vehicle.NewAPI(vehicles, changes, follower, time.Now).Register(r)
	group.NewAPI(groups).Register(r)
	vehicle.NewTreeAPI(vehicles, groups).Register(r)
	device.NewAPI(devices, vehicles, changes, zones, time.Now).Register(r)
	importer.NewAPI(importer.NewStore(env.Store, time.Now), changes, time.Now).Register(r)
	driver.NewAPI(drivers, zones, changes, time.Now).Register(r)
	presence.NewAPI(presences, time.Now).Register(r)
	fleetstatus.NewAPI(statuses, presences, time.Now).Register(r)
	sample.NewAPI(samples, zones).Register(r)
	reading.NewAPI(reading.NewStore(env.Store), track.NewStore(env.Store)).Register(r)
	trip.NewAPI(trips, zones, names, drivers, time.Now).Register(r)
	track.NewAPI(track.NewStore(env.Store), zones, env.Manifest, env.Log).Register(r)
	moment.NewAPI(moment.NewStore(env.Store), names, time.Now).Register(r)
	report.New(env.Store, trips, presences, devices, time.Now).Register(r, env.Manifest)
	replica.NewAPI(replica.NewStore(env.Store)).Register(r)
	retention.NewAPI(policies).Register(r)
	return r, nil
}

// drops are what is dropped of days that are not kept.
var drops = retention.Drops{Day: sample.DropDay, Before: []func(*gorm.DB, string, int64, int) (int64, error){trip.DropTripsBefore, trip.DropDaysBefore, fleetstatus.DropBefore}}

// sweep does something for each organisation, now and every so often.
func sweep(env plugin.Env, what string, every time.Duration, do func(ctx context.Context, orgID string) error) {
	env.Go(what, func(ctx context.Context) error { return plugin.Sweep(ctx, env.Host, every, do) })
}

func demoSecret(settings map[string]string) string {
	if secret := settings["demo_secret"]; secret != "" {
		return secret
	}
	return sdkdevice.DemoSecret
}

// deadLetter writes single messages of a batch to the dead letters.
func deadLetter(client *events.Client) sample.DeadLetter {
	return func(ctx context.Context, e events.Event[events.Telemetry], why error) error {
		raw, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("deadLetter event %s: %w", e.ID, err)
		}
		reason := fnv.New32a()
		reason.Write([]byte(why.Error())) // one message may be here for its old samples and again for its device
		id := fmt.Sprintf("vehicles-telemetry-%s-%x", e.ID, reason.Sum32())
		return client.PublishDead(ctx, "telemetry", id, why.Error(), raw)
	}
}
