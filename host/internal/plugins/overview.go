package plugins

import (
	"os"
	"path/filepath"
	"time"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/sdk/plugin/manifest"
)

// Installed is one release of a plugin that lies in the store.
type Installed struct {
	Digest  string
	Version string
	At      time.Time // when it was installed
	Current bool
	Former  bool // the one that a rollback goes to
}

// Entry is what the catalogue says of a plugin.
func (p *Plugins) Entry(id string) (catalog.Entry, bool) { return p.config.Store.Entry(id) }

// Manifest is the manifest of a release in the store, without checking the release: it is for people to read.
func (p *Plugins) Manifest(id, digest string) (manifest.Manifest, error) {
	content, err := os.ReadFile(filepath.Join(p.config.Store.Dir(id, digest), catalog.ManifestName))
	if err != nil {
		return manifest.Manifest{}, err
	}
	return manifest.Parse(content)
}

// Installed lists the releases of a plugin, the current one first.
func (p *Plugins) Installed(id string) []Installed {
	entry, ok := p.config.Store.Entry(id)
	if !ok {
		return nil
	}
	var all []Installed
	for i, digest := range append([]string{entry.Current}, entry.Previous...) {
		if digest == "" {
			continue
		}
		release := Installed{Digest: digest, Current: i == 0, Former: i == 1}
		if m, err := p.Manifest(id, digest); err == nil {
			release.Version = m.Version
		}
		if info, err := os.Stat(p.config.Store.Dir(id, digest)); err == nil {
			release.At = info.ModTime()
		}
		all = append(all, release)
	}
	return all
}

// Redact takes secrets out of a text that a plugin wrote.
func (p *Plugins) Redact(id, text string) string { return p.Logs(id).redact.text(text) }
