// Package dbtest gives a plugin's tests the real database: the host's own Postgres, roles, policies and signed capabilities, with the
// plugin's migrations installed as the host installs them. Tests only. A package that uses it has
// `func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }`.
package dbtest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/store"
)

// Run runs the package's tests and stops what they started.
func Run(m *testing.M) int { return hosttest.Run(m) }

// Open returns the store of a plugin on a new, empty database, as its runtime role. The plugin's folder is relative to the repository.
func Open(t testing.TB, pluginDir string) *store.DB {
	t.Helper()
	db, _ := OpenOwned(t, pluginDir)
	return db
}

// OpenOwned is Open that also returns how to run a statement as the schema's owner, for what the runtime role may not: ANALYZE.
func OpenOwned(t testing.TB, pluginDir string) (db *store.DB, asOwner func(statement string) error) {
	t.Helper()
	folder := filepath.Join(hosttest.Root(t), pluginDir)
	raw, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	prepared := hosttest.DatabaseLike(t, m.ID, func(url string) { install(t, url, m, folder).Close() })
	host := install(t, prepared, m, folder) // roles and rights, which a copy of a database lacks; its migrations are there
	t.Cleanup(host.Close)
	url, err := host.PluginURL(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	db, err = store.Open(store.Config{
		URL: url, Schema: m.ID, Connections: m.Postgres.Connections, Emits: m.Events.Emits, Capabilities: signer{host.Signer(), m.ID},
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, func(statement string) error { return runAsOwner(t.Context(), host, m.ID, statement) }
}

// install makes a database what a host with the plugin makes it.
func install(t testing.TB, url string, m manifest.Manifest, folder string) *database.DB {
	t.Helper()
	host, err := database.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if err := host.InstallPlugin(t.Context(), m, os.DirFS(filepath.Join(folder, "migrations"))); err != nil {
		host.Close()
		t.Fatal(err)
	}
	return host
}

func runAsOwner(ctx context.Context, host *database.DB, plugin, statement string) error {
	tx, err := host.Pool().Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // after the commit it has nothing to say
	for _, sql := range []string{"SET LOCAL ROLE outrider_" + plugin + "_owner", statement} {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

// signer signs what a running host would sign for the plugin.
type signer struct {
	host   *database.Signer
	plugin string
}

func (s signer) Capability(_ context.Context, orgID string) (string, time.Time, error) {
	expires := time.Now().Add(10 * time.Minute)
	capability, err := s.host.Sign(orgID, s.plugin, expires)
	return capability, expires, err
}
