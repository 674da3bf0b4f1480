// Command gateway is the plugin that devices speak to: MQTT in, the event stream out, and commands back. This file wires the pieces
// together; docs/device-protocol.md is what devices rely on.
package main

import (
	"context"
	"embed"
	"time"

	"outrider.dev/outrider/plugins/gateway/internal/broker"
	"outrider.dev/outrider/plugins/gateway/internal/command"
	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
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

func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	gogc.Keep(gogc.Wide, gogc.Wide) // each sample is read and written anew; no further, since what it holds for each device counts
	listener, err := env.Listener("mqtt", broker.ConnectTimeout)
	if err != nil {
		return nil, err
	}
	encryption, err := env.ListenerTLS("mqtt")
	if err != nil {
		return nil, err
	}
	var server *broker.Broker
	book := credential.NewBook(func(d credential.Device) { server.Disconnect(d.Ref()) })
	dispatcher := command.NewDispatcher(command.NewCommands(env.Store), env.Events, env.Log, time.Now)
	bounds, err := quota.ParseBounds(env.Settings)
	if err != nil {
		return nil, err
	}
	meter, usages, owns := quota.NewMeter(bounds.Limits, time.Now), quota.NewUsages(env.Store), quota.NewOwnLimits(env.Store)
	follower := &quota.Follower{Meter: meter, Store: owns, Log: env.Log}
	keeper := &quota.Keeper{Meter: meter, Store: usages, Log: env.Log, Now: time.Now}
	server, err = broker.New(broker.Config{
		Quota: meter, Listener: listener, TLS: encryption, Stream: env.Events, Devices: book, Tracer: env.Tracer, Log: env.Log, Now: time.Now,
		Acknowledged: dispatcher.Acknowledged, Answered: dispatcher.Answered, Waiting: dispatcher.Waiting,
	})
	if err != nil {
		return nil, err
	}
	if err := server.Measure(env.Metrics); err != nil {
		return nil, err
	}
	reader := credential.NewReader(book, credential.NewDevices(env.Store), env.Log)
	events.Consume(env.Events, "event.vehicles.device", reader.Take)
	events.Consume(env.Events, "control.vehicles.device", reader.TakeControl)
	events.Consume(env.Events, "device.command", dispatcher.Take)
	env.Go("devices", reader.Run)
	env.Go("organisations", (&credential.Organisations{Book: book, Host: env.Host, Log: env.Log}).Run)
	env.Go("mqtt", func(ctx context.Context) error {
		if !reader.Ready(ctx) {
			return nil
		}
		if err := keeper.Load(ctx); err != nil {
			return err
		}
		if err := follower.Load(ctx); err != nil {
			return err
		}
		return server.Run(ctx)
	})
	env.Go("limits", follower.Run)
	env.Go("usage", keeper.Run)
	env.Go("commands", func(ctx context.Context) error { return dispatcher.Run(ctx, server) })

	router := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	broker.NewAPI(server).Register(router)
	quota.NewAPI(usages, owns, bounds, follower, book).Register(router)
	return router, nil
}
