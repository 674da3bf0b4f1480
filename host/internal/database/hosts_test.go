package database_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/plugin/manifest"
)

const firstMigration = "-- A table to find.\n-- +goose Up\nCREATE TABLE together.thing (id text);\n"

// Hosts of one database that start at the same moment install the same plugin: the owner's password of the moment must not be changed
// under the one that works with it.
func TestInstallPlugin_ByManyHostsAtOnce(t *testing.T) {
	url := hosttest.DatabaseURL(t)
	m := manifest.Manifest{ID: "together", Postgres: &manifest.Postgres{Connections: 1}}
	const hosts = 4
	problems := make([]error, hosts)
	var group sync.WaitGroup
	for i := range hosts {
		db, err := database.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SharedBy(hosts)
		folder := fstest.MapFS{"0001_first.sql": {Data: []byte(firstMigration)}}
		group.Go(func() {
			for range 2 {
				problems[i] = errors.Join(problems[i], db.InstallPlugin(t.Context(), m, folder))
			}
		})
	}
	group.Wait()
	if err := errors.Join(problems...); err != nil {
		t.Fatal(err)
	}
	usedByMany(t, url, m, hosts)
}

// usedByMany checks that a process of the plugin on each host gets its connections, and two on one of them.
func usedByMany(t *testing.T, url string, m manifest.Manifest, hosts int) {
	t.Helper()
	db, err := database.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	runtime, err := db.PluginURL(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	for n := range (hosts + 1) * m.Postgres.Connections {
		connection, err := pgx.Connect(t.Context(), runtime)
		if err != nil {
			t.Fatal(fmt.Errorf("connection %d: %w", n, err))
		}
		defer connection.Close(t.Context())
	}
}
