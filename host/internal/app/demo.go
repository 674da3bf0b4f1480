package app

import (
	"context"
	"fmt"

	"outrider.dev/outrider/host/internal/identity"
)

// demoAccounts are what a visitor signs in with.
var demoAccounts = []struct{ email, who string }{
	{"admin@demo.test", "administers Demo Haulage"},
	{"manager@demo.test", "manages the fleet of one depot"},
	{"viewer@demo.test", "looks, and changes nothing"},
	{"driver@demo.test", "sees the own vehicle"},
	{"support@outrider.test", "supports every organisation"},
	{"admin@rival.test", "administers Rival Logistics"},
}

// plantDemo makes the demo organisations and their people. Plugins plant what is theirs.
func (h *host) plantDemo(ctx context.Context) error { return h.identity.people.SeedDemo(ctx) }

// plantTest makes the organisations that tests of plugins work in.
func (h *host) plantTest(ctx context.Context) error {
	return h.identity.people.SeedTest(ctx, h.SeedModules)
}

// demoSecret is what the keys of the demonstration's devices are derived from: what is configured, for several hosts on one database,
// or else another one in each data folder.
func (h *host) demoSecret() (string, error) {
	if configured := h.Config.Plugins["vehicles"]["demo_secret"]; configured != "" {
		return configured, nil
	}
	return h.parts.Secrets.Value("demo.devices")
}

// welcome says where to go and how to get in.
func (h *host) welcome(ctx context.Context) error {
	if !h.Demo {
		fmt.Fprintf(h.Out, "\nOutrider %s is at %s\n", Version, h.address)
		return h.invite(ctx)
	}
	fmt.Fprintf(h.Out, "\nOutrider %s is at %s\nThe password of every demo account is %s:\n", Version, h.address, identity.SeedPassword)
	for _, a := range demoAccounts {
		fmt.Fprintf(h.Out, "  %-24s %s\n", a.email, a.who)
	}
	fmt.Fprintln(h.Out, "Ctrl-C stops everything.")
	return nil
}
