package access

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// modulesTimeout bounds the look-up of an organisation's modules; past it the organisation's decisions are made anew.
const modulesTimeout = 2 * time.Second

// ModulesSwitched has the decisions of this host follow a switch that was committed, without waiting for the feed: who has switched finds it so with the next request.
func (d *Decider) ModulesSwitched(ctx context.Context, orgID string) {
	c := Change{OrgID: orgID, Part: PartModules}
	if !d.switchModules(ctx, c) {
		d.snapshot.forget(c)
	}
}

// switchModules changes the modules in the decisions about an organisation, where a change is of nothing else: asking Keto again about everybody who is
// there takes minutes for a large organisation. It reports false where the decisions must be forgotten instead.
func (d *Decider) switchModules(ctx context.Context, c Change) bool {
	if c.Part != PartModules || c.OrgID == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, modulesTimeout)
	defer cancel()
	modules, err := d.modulesOf(ctx, c.OrgID)
	if err != nil {
		d.log.Warn("the modules of an organisation cannot be read; its decisions are made anew", "organisation", c.OrgID, "error", err)
		return false
	}
	d.snapshot.switchModules(c.OrgID, modules)
	return true
}

func (d *Decider) modulesOf(ctx context.Context, orgID string) (modules []string, err error) {
	if err := d.pool.QueryRow(ctx, `SELECT modules FROM outrider.organisation WHERE id = $1`, orgID).Scan(&modules); err != nil {
		return nil, fmt.Errorf("read the modules of %s: %w", orgID, err)
	}
	return modules, nil
}

// switchModules replaces the decisions about an organisation by such with other modules. Look-ups under way are made again.
func (s *snapshot) switchModules(orgID string, modules []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, e := range s.grants {
		if k.org != orgID {
			continue
		}
		changed := *e.grant // grants are shared with whoever asked before, and stay what they were
		changed.Modules = slices.Clone(modules)
		fresh := &entry{grant: &changed, doubted: e.doubted}
		fresh.used.Store(e.used.Load())
		s.grants[k] = fresh
	}
	for l := range s.loading {
		l.stale = l.stale || l.key.org == orgID
	}
}

// HasModule reports whether the organisation has switched a module on.
func (g *Grant) HasModule(id string) bool { return slices.Contains(g.Modules, id) }
