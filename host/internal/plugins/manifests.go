package plugins

import (
	"slices"
	"strings"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/sdk/plugin/manifest"
)

// Manifests are all plugins by id: those that are switched on, as they run or would, and those that are not, as they were last.
func (p *Plugins) Manifests() (all []callbacks.Installed) {
	p.mu.Lock()
	known := map[string]bool{}
	for id, opened := range p.packages {
		known[id] = true
		all = append(all, callbacks.Installed{Manifest: opened.Manifest, Enabled: true})
	}
	p.mu.Unlock()
	for _, entry := range p.config.Store.Entries() {
		if known[entry.ID] || entry.Enabled || entry.Current == "" {
			continue // one that is enabled and has no package was refused
		}
		if m, ok := p.disabledManifest(entry.ID, entry.Current); ok {
			all = append(all, callbacks.Installed{Manifest: m})
		}
	}
	slices.SortFunc(all, func(a, b callbacks.Installed) int { return strings.Compare(a.Manifest.ID, b.Manifest.ID) })
	return all
}

// disabledManifest is the manifest of a release that does not run. A release never changes, so it is read once.
func (p *Plugins) disabledManifest(id, digest string) (manifest.Manifest, bool) {
	p.mu.Lock()
	m, ok := p.disabled[digest]
	p.mu.Unlock()
	if ok {
		return m, m.ID != ""
	}
	opened, err := p.config.Store.Open(id, digest)
	if err != nil {
		p.config.Log.Warn("the release of a disabled plugin cannot be read", "plugin", id, "error", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.disabled[digest] = opened.Manifest // empty for one that cannot be read
	return opened.Manifest, err == nil
}
