package identitytest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/sdk/plugin/manifest"
)

// AllPermissions are those that the manifests of the repository's plugins declare.
func AllPermissions(t testing.TB) []access.Permission {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(hosttest.Root(t), "plugins", "*", "manifest.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("find the manifests: %d, %v", len(files), err)
	}
	var all []access.Permission
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := manifest.Parse(raw)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, p := range m.Permissions {
			all = append(all, access.Permission{Name: p.Name, Area: p.Area, Roles: p.Roles})
		}
	}
	return all
}

func plant(t testing.TB, db *database.DB) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), db.Pool(), func(tx pgx.Tx) error {
		if err := access.Define(t.Context(), tx, access.HostPluginID, access.HostPermissions); err != nil {
			return err
		}
		return access.Define(t.Context(), tx, "test", AllPermissions(t))
	})
	if err != nil {
		t.Fatal(err)
	}
	judge := access.New(access.Config{Pool: db.Pool(), Metrics: prometheus.NewRegistry()}) // it does not run: what is planted reaches Keto later
	seeder := identity.New(identity.Config{Pool: db.Pool(), Access: judge, Hasher: must(password.NewHasher(4))(t)})
	if err := seeder.SeedTest(t.Context(), []string{"fuel"}); err != nil {
		t.Fatal(err)
	}
}
