// Command integrations is the plugin of other companies' systems: it asks an organisation's provider for vehicles and readings, and hands the readings on. It only wires its nouns together.
package main

import (
	"context"
	"embed"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/integrations/internal/catalogue"
	"outrider.dev/outrider/plugins/integrations/internal/connection"
	"outrider.dev/outrider/plugins/integrations/internal/mapping"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/outrider/plugins/integrations/internal/reading"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/outbound"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

//go:embed manifest.json
var manifest []byte

//go:embed texts
var messages embed.FS

func main() { plugin.Serve(manifest, start, messages) }

const (
	answerWithin  = 8 * time.Second // less than the host waits for this plugin
	largestAnswer = 8 << 20
)

// start wires; nothing is connected yet, and work begins when the host says so.
func start(_ context.Context, env plugin.Env) (*web.Router, error) {
	allow, err := outbound.ParseNetworks(env.Settings["allow_networks"])
	if err != nil {
		return nil, fmt.Errorf("setting plugins.integrations.allow_networks: %w", err)
	}
	fleet := replica.Follow(env)
	client := outbound.New(outbound.Options{Timeout: answerWithin, MaxBytes: largestAnswer, Allow: allow})
	simulated := provider.Simulated{DriverHoursURL: env.Settings["links.driverHours"], TelematicsURL: env.Settings["links.telematics"]}
	connections := connection.New(env.Store, env.Tenants, client, simulated, time.Now)
	events.Consume(env.Events, "event.identity.organisation", reading.NewListeners(env.Store, time.Now).Switched)
	env.Go("ask providers", func(ctx context.Context) error {
		if err := env.Tenants.Await(ctx); err != nil {
			return nil // the plugin ends
		}
		return connections.Poll(env.Host, env.Log)(ctx)
	})
	env.Go("drop old readings", func(ctx context.Context) error { return reading.Drop(ctx, env.Store, time.Now) })

	r := web.NewRouter(env.Manifest.Name, env.Manifest.Version)
	connections.Register(r)
	mapping.NewAPI(env.Store, fleet, env.Host, time.Now).Register(r)
	catalogue.NewAPI(env.Store, fleet, connections, simulated).Register(r)
	return r, nil
}
