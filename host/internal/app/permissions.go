package app

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"sync"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/sdk/plugin/manifest"
)

// permissions makes known what all plugins together define. Defining is of the whole: what one call leaves out is taken away. So
// the manifests of everything that is installed are read before the first plugin starts.
type permissions struct {
	database *database.DB
	changed  func()

	mu      sync.Mutex
	defined map[string][]access.Permission // by plugin
}

// load reads the manifests of the catalogue and of the packages that will be taken into it. A broken package has no permissions,
// and is reported when it is started.
func (p *permissions) load(store *catalog.Store, packages string) error {
	folders, err := filepath.Glob(filepath.Join(packages, "*"))
	if err != nil {
		return err
	}
	for _, e := range store.Entries() {
		if e.Enabled && e.Current != "" {
			folders = append([]string{store.Dir(e.ID, e.Current)}, folders...)
		}
	}
	for _, folder := range folders {
		content, err := os.ReadFile(filepath.Join(folder, catalog.ManifestName))
		if err != nil {
			continue
		}
		if m, err := manifest.Parse(content); err == nil {
			p.defined[m.ID] = permissionsOf(m)
		}
	}
	return nil
}

// add defines a release's permissions beside those of the others.
func (p *permissions) add(ctx context.Context, m manifest.Manifest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	its := permissionsOf(m)
	if before, known := p.defined[m.ID]; known && reflect.DeepEqual(before, its) {
		return nil
	}
	p.defined[m.ID] = its
	return p.define(ctx)
}

// define makes what is known the whole. Called by load's caller once, and by add.
func (p *permissions) define(ctx context.Context) error {
	var all []access.Permission
	for _, some := range p.defined {
		all = append(all, some...)
	}
	err := pgx.BeginFunc(ctx, p.database.Pool(), func(tx pgx.Tx) error { return access.Define(ctx, tx, all) })
	if err == nil {
		p.changed()
	}
	return err
}

func permissionsOf(m manifest.Manifest) []access.Permission {
	var all []access.Permission
	for _, p := range m.Permissions {
		all = append(all, access.Permission{Name: p.Name, Area: p.Area, PluginID: m.ID, Description: p.Description})
	}
	return all
}
