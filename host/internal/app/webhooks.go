package app

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/outrider/host/internal/webhooks"
)

// openWebhooks makes what sends events to other systems; it begins with runWebhooks.
func (h *host) openWebhooks() error {
	js, err := jetstream.New(h.nats)
	if err != nil {
		return err
	}
	secret, err := h.sealingSecret()
	if err != nil {
		return err
	}
	h.webhooks, err = webhooks.New(webhooks.Config{
		Pool: h.database.Pool(), Stream: js, Decider: h.identity.access.Decider, Kinds: h.webhookKinds, Secret: secret, Allow: h.Config.WebhookNetworks,
		Sees: func(ctx context.Context, s webhooks.Sight) (bool, error) {
			return h.edge.Sees(ctx, s.UserID, s.OrgID, s.Group, s.Path)
		},
		Site: func() string { return h.address }, Mailed: func() { h.mail.Wake() }, Log: h.Log, Now: time.Now,
	})
	return err
}

// runWebhooks begins to send, and to look through views as somebody else, from when plugins can be asked who sees what.
func (h *host) runWebhooks(context.Context) error {
	h.background.run("webhooks", h.webhooks.Run)
	h.background.run("views as somebody else", h.tellEndedViews)
	return nil
}

// webhookKinds are the events that the plugins which are installed and enabled offer.
func (h *host) webhookKinds() (all []webhooks.Kind) {
	for _, s := range h.plugins.Statuses() {
		release, known := h.plugins.Package(s.ID)
		if !known || s.State == supervisor.Stopped {
			continue
		}
		for _, declared := range release.Manifest.Webhooks {
			all = append(all, webhooks.Kind{WebhookEvent: declared, Plugin: s.ID, Module: release.Manifest.Module.Optional})
		}
	}
	return all
}
