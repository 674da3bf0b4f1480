// Package contributed knows the alert types that other plugins declare in their manifests.
package contributed

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
)

// renewEvery is how long a plugin that was installed, upgraded or switched may go unnoticed where nobody asks.
const renewEvery = 10 * time.Second

// Host lists what manifests declare.
type Host interface {
	Contributions(ctx context.Context, kind, orgID string) ([]plugin.Contribution, error)
}

// Book has the types of all other plugins of the host.
type Book struct {
	host  Host
	log   *slog.Logger
	known atomic.Pointer[[]alert.Type]
}

// NewBook returns an empty book; Run fills it.
func NewBook(host Host, log *slog.Logger) *Book {
	b := &Book{host: host, log: log}
	b.known.Store(&[]alert.Type{})
	return b
}

// Run reads the types again and again until ctx ends.
func (b *Book) Run(ctx context.Context) error {
	ticker := time.NewTicker(renewEvery)
	defer ticker.Stop()
	for {
		if err := b.renew(ctx); err != nil && ctx.Err() == nil {
			b.log.Warn("the alert types of other plugins are as they were", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// All implements alert.Contributed.
func (b *Book) All() []alert.Type { return *b.known.Load() }

// Find implements alert.Contributed.
func (b *Book) Find(id string) *alert.Type {
	known := b.All()
	i := slices.IndexFunc(known, func(t alert.Type) bool { return t.ID == id })
	if i < 0 {
		return nil
	}
	return &known[i]
}

// Of is the type of a plugin, asked of the host if it is not known yet; nil for one that the plugin does not declare.
func (b *Book) Of(ctx context.Context, pluginID, id string) (*alert.Type, error) {
	if found := b.Find(id); found != nil && found.Plugin == pluginID {
		return found, nil
	}
	if err := b.renew(ctx); err != nil {
		return nil, err
	}
	if found := b.Find(id); found != nil && found.Plugin == pluginID {
		return found, nil
	}
	return nil, nil
}

// Available are the types of plugins that an organisation has switched on, as they are now.
func (b *Book) Available(ctx context.Context, orgID string) ([]alert.Type, error) {
	all, err := b.read(ctx, orgID)
	return slices.DeleteFunc(all, func(t alert.Type) bool { return !t.Available }), err
}

func (b *Book) renew(ctx context.Context) error {
	all, err := b.read(ctx, "")
	if err == nil {
		b.known.Store(&all)
	}
	return err
}

// read asks the host. A type that is called like one of this plugin's own is left out.
func (b *Book) read(ctx context.Context, orgID string) ([]alert.Type, error) {
	declared, err := b.host.Contributions(ctx, manifest.ContributedAlertTypes, orgID)
	if err != nil {
		return nil, err
	}
	all := make([]alert.Type, 0, len(declared))
	for _, one := range declared {
		t := alert.Type{Plugin: one.Plugin, Available: one.Available}
		if err := json.Unmarshal(one.JSON, &t.AlertType); err != nil {
			return nil, fmt.Errorf("read an alert type of %s: %w", one.Plugin, err)
		}
		if slices.Contains(alert.Types, t.ID) {
			b.log.Error("an alert type is left out: its id is one of this plugin's own", "plugin", one.Plugin, "type", t.ID)
			continue
		}
		all = append(all, t)
	}
	return all, nil
}
