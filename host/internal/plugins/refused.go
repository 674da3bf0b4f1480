package plugins

import (
	"context"
	"maps"
	"slices"
	"time"
)

// refusedRetry is how often the host tries again to start a plugin that it could not even prepare: the database may have been away.
const refusedRetry = 30 * time.Second

// RetryRefused tries plugins again that were refused when the host started, until ctx ends.
func (p *Plugins) RetryRefused(ctx context.Context) error {
	tick := time.NewTicker(refusedRetry)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			p.retryRefused(ctx)
		}
	}
}

func (p *Plugins) retryRefused(ctx context.Context) {
	p.changes.Lock()
	defer p.changes.Unlock()
	p.mu.Lock()
	refused := maps.Clone(p.refused)
	p.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(refused)) {
		entry, ok := p.config.Store.Entry(id)
		if !ok || !entry.Enabled || entry.Current == "" || ctx.Err() != nil {
			continue
		}
		opened, err := p.config.Store.Open(id, entry.Current)
		if err == nil {
			err = p.boot(ctx, opened)
		}
		if err == nil {
			p.listed()
		}
		if err != nil && err.Error() != refused[id] && ctx.Err() == nil {
			p.refuse(id, err)
		}
	}
}
