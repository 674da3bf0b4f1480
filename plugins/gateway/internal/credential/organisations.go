package credential

import (
	"context"
	"log/slog"
	"time"

	"outrider.dev/sdk/plugin"
)

// organisationsEvery bounds how long devices of an organisation that was disabled are still let in.
const organisationsEvery = 2 * time.Second

// Admit says of which organisations devices may connect; those of others lose their connections. Before it is called, any may.
func (b *Book) Admit(organisations []string) {
	admitted := make(map[string]bool, len(organisations))
	for _, id := range organisations {
		admitted[id] = true
	}
	b.mu.Lock()
	before := b.admitted
	b.admitted = admitted
	var lost []Device
	for _, d := range b.devices {
		if !admitted[d.OrgID] && (before == nil || before[d.OrgID]) {
			lost = append(lost, d)
		}
	}
	b.mu.Unlock()
	if b.onChange == nil {
		return
	}
	for _, d := range lost {
		b.onChange(d)
	}
}

// admits reports whether devices of an organisation may connect. The caller holds the lock.
func (b *Book) admits(orgID string) bool { return b.admitted == nil || b.admitted[orgID] }

// Organisations follows which organisations are enabled.
type Organisations struct {
	Book *Book
	Host interface {
		Organisations(ctx context.Context) ([]plugin.Organisation, error)
	}
	Log *slog.Logger
}

// Run keeps the book's organisations right until ctx ends. While the host does not answer, what was known last holds.
func (o *Organisations) Run(ctx context.Context) error {
	tick := time.NewTicker(organisationsEvery)
	defer tick.Stop()
	for {
		if err := o.read(ctx); err != nil && ctx.Err() == nil {
			o.Log.Warn("which organisations are enabled is not known anew", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (o *Organisations) read(ctx context.Context) error {
	all, err := o.Host.Organisations(ctx)
	if err != nil {
		return err
	}
	enabled := make([]string, 0, len(all))
	for _, one := range all {
		if !one.Disabled {
			enabled = append(enabled, one.ID)
		}
	}
	o.Book.Admit(enabled)
	return nil
}
