package plugins

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/supervisor"
)

// Install takes the package in dir into the catalogue and makes it current: a new plugin is started, a running one upgraded without a gap. If
// the new release cannot run the old one goes on, and the error says why. An older version than the current one is refused unless older says that it is meant.
func (p *Plugins) Install(ctx context.Context, dir string, older bool) (catalog.Package, error) {
	p.changes.Lock()
	defer p.changes.Unlock()
	if err := p.config.Store.CheckNewer(dir, older); err != nil {
		return catalog.Package{}, fmt.Errorf("install %s: %w", dir, err)
	}
	added, err := p.config.Store.Add(dir)
	if err != nil {
		return catalog.Package{}, fmt.Errorf("install %s: %w", dir, err)
	}
	return added, p.activate(ctx, added)
}

// Enable starts a plugin that was disabled, with the release that was current.
func (p *Plugins) Enable(ctx context.Context, id string) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	entry, ok := p.config.Store.Entry(id)
	if !ok || entry.Current == "" {
		return fmt.Errorf("enable plugin %s: it is not installed", id)
	}
	opened, err := p.config.Store.Open(id, entry.Current)
	if err != nil {
		return fmt.Errorf("enable plugin %s: %w", id, err)
	}
	return p.activate(ctx, opened)
}

// Disable drains a plugin and takes its operations away. Its data stay.
func (p *Plugins) Disable(ctx context.Context, id string) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	defer p.listed()
	return p.disable(ctx, id)
}

func (p *Plugins) disable(ctx context.Context, id string) error {
	if err := p.config.Store.SetEnabled(id, false); err != nil {
		return err
	}
	if err := p.edge.Remove(id); err != nil {
		return fmt.Errorf("disable plugin %s: %w", id, err)
	}
	p.forget(id)
	p.config.Topics.Set(id, false, nil)
	return errors.Join(p.supervisor.Remove(ctx, id), p.config.Preparer.Retire(id))
}

func (p *Plugins) forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.packages, id)
	delete(p.refused, id)
}

// Rollback goes back to the release before the current one, without a gap. The schema stays as it is: migrations only go forward, and one
// release of compatibility is promised.
func (p *Plugins) Rollback(ctx context.Context, id string) (catalog.Package, error) {
	p.changes.Lock()
	defer p.changes.Unlock()
	entry, ok := p.config.Store.Entry(id)
	if !ok || len(entry.Previous) == 0 {
		return catalog.Package{}, fmt.Errorf("roll back plugin %s: there is no earlier release", id)
	}
	opened, err := p.config.Store.Open(id, entry.Previous[0])
	if err != nil {
		return catalog.Package{}, fmt.Errorf("roll back plugin %s: %w", id, err)
	}
	if err := p.settle(ctx, opened); err != nil {
		return catalog.Package{}, fmt.Errorf("roll back plugin %s: %w", id, err)
	}
	defer p.listed()
	return opened, p.config.Store.Back(id)
}

// Uninstall stops a plugin and forgets its releases. Its data stay for when it is installed again; Purge deletes them.
func (p *Plugins) Uninstall(ctx context.Context, id string) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	defer p.listed()
	if err := p.disable(ctx, id); err != nil {
		return err
	}
	return p.config.Store.Remove(id)
}

// Purge deletes the data of a plugin that is not installed any more.
func (p *Plugins) Purge(ctx context.Context, id string) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	if entry, ok := p.config.Store.Entry(id); ok && entry.Current != "" {
		return fmt.Errorf("purge plugin %s: it is installed; uninstall it first", id)
	}
	return p.config.Preparer.Purge(ctx, id)
}

// Reset stops a plugin, deletes its data and starts it anew: for the development of migrations.
func (p *Plugins) Reset(ctx context.Context, id string) error {
	if err := p.Disable(ctx, id); err != nil {
		return err
	}
	p.changes.Lock()
	err := p.config.Preparer.Purge(ctx, id)
	p.changes.Unlock()
	return errors.Join(err, p.Enable(ctx, id))
}

// Restart puts a fresh process in the place of a plugin's; a quarantined plugin is tried at once.
func (p *Plugins) Restart(ctx context.Context, id string) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	return p.supervisor.Restart(ctx, id)
}

// activate runs a release and, once it is ready, makes it current.
func (p *Plugins) activate(ctx context.Context, opened catalog.Package) error {
	if err := p.settle(ctx, opened); err != nil {
		return err
	}
	defer p.listed()
	return p.config.Store.Switch(opened.Manifest.ID, opened.Digest())
}

// settle runs a release and waits until it is ready.
func (p *Plugins) settle(ctx context.Context, opened catalog.Package) error {
	id := opened.Manifest.ID
	if err := p.run(ctx, opened); err != nil {
		return err
	}
	if unit, ok := p.supervisor.Unit(id); ok {
		if err := unit.Settled(ctx); err != nil {
			return fmt.Errorf("wait for plugin %s: %w", id, err)
		}
		if status := unit.Status(); status.State != supervisor.Ready && status.State != supervisor.Degraded {
			return p.abandon(ctx, id, status)
		}
	}
	return nil
}

// abandon undoes the first start of a plugin that cannot run.
func (p *Plugins) abandon(ctx context.Context, id string, status supervisor.Status) error {
	p.forget(id)
	if err := p.supervisor.Remove(ctx, id); err != nil {
		return err
	}
	return fmt.Errorf("plugin %s cannot run: %s", id, status.Detail)
}

// Statuses are those of all installed plugins by id: running ones, disabled ones, and those that were refused.
func (p *Plugins) Statuses() []supervisor.Status {
	statuses := p.supervisor.Statuses()
	known := map[string]bool{}
	for _, status := range statuses {
		known[status.ID] = true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, reason := range p.refused {
		if !known[id] {
			known[id] = true
			statuses = append(statuses, supervisor.Status{ID: id, State: supervisor.Quarantined, Detail: reason})
		}
	}
	for _, entry := range p.config.Store.Entries() {
		if !known[entry.ID] && entry.Current != "" {
			statuses = append(statuses, supervisor.Status{ID: entry.ID, Digest: entry.Current, State: supervisor.Stopped})
		}
	}
	slices.SortFunc(statuses, func(a, b supervisor.Status) int { return strings.Compare(a.ID, b.ID) })
	return statuses
}

// Settled waits until every plugin's first start has ended, well or badly.
func (p *Plugins) Settled(ctx context.Context) error { return p.supervisor.Settled(ctx) }
