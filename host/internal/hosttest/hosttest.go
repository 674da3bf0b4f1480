// Package hosttest gives the host's tests the real parts: a Postgres started once for a package, NATS, and folders where they can
// live. A package that uses it has `func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }`.
package hosttest

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/secrets"
)

var shared struct {
	mu        sync.Mutex
	dir       string
	spawner   *child.Spawner
	postgres  *embedded.Postgres
	count     int
	templates map[string]string // of DatabaseLike: the database's name
}

// Run runs the package's tests and stops what they started.
func Run(m *testing.M) int {
	code := m.Run()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.postgres != nil {
		shared.postgres.Stop()
		shared.spawner.Close()
		if err := os.RemoveAll(shared.dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// DatabaseURL is a new, empty database of the host's role on the package's Postgres.
func DatabaseURL(t testing.TB) string {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	return copyDatabase(t, "template1")
}

// DatabaseLike is a new database as prepare makes an empty one. It is prepared once for the package, under name, and copied for each test; prepare leaves
// no connection behind.
func DatabaseLike(t testing.TB, name string, prepare func(url string)) string {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	template := shared.templates[name]
	if template == "" {
		url := copyDatabase(t, "template1")
		template = fmt.Sprintf("test_%d", shared.count)
		prepare(url)
		shared.templates[name] = template
	}
	return copyDatabase(t, template)
}

func copyDatabase(t testing.TB, template string) string {
	t.Helper()
	if shared.postgres == nil {
		startPostgres(t)
	}
	shared.count++
	url, err := shared.postgres.CreateDatabase(t.Context(), fmt.Sprintf("test_%d", shared.count), template)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func startPostgres(t testing.TB) {
	t.Helper()
	dir, err := os.MkdirTemp("", "outrider-test-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// Its log is of no one test: only what is serious goes to the console.
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	shared.dir, shared.spawner, shared.templates = dir, child.NewSpawner(), map[string]string{}
	parts := partsIn(t, dir, shared.spawner, log)
	shared.postgres, err = embedded.StartPostgres(t.Context(), parts, embedded.PostgresOptions{
		Binaries: filepath.Join(Root(t), embedded.DefaultBinaries()), OSUser: "nobody",
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Parts are what embedded parts of one test are started with, in a folder of the test.
func Parts(t testing.TB) embedded.Parts {
	t.Helper()
	spawner := child.NewSpawner()
	t.Cleanup(spawner.Close)
	return partsIn(t, Dir(t), spawner, slog.New(slog.NewTextHandler(t.Output(), nil)))
}

func partsIn(t testing.TB, dir string, spawner *child.Spawner, log *slog.Logger) embedded.Parts {
	t.Helper()
	store, err := secrets.Open(filepath.Join(dir, "secrets.json"))
	if err != nil {
		t.Fatal(err)
	}
	ports, err := embedded.OpenPorts(dir)
	if err != nil {
		t.Fatal(err)
	}
	return embedded.Parts{DataDir: dir, Spawner: spawner, Secrets: store, Ports: ports, Log: log}
}

// Dir is a folder of the test that the user who runs Postgres can reach too. (What testing makes is closed to others, and a
// database in it would be moved out.)
func Dir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// NATS starts an event server for one test.
func NATS(t testing.TB) *embedded.NATS {
	t.Helper()
	n, err := embedded.StartNATS(t.Context(), Parts(t), embedded.NATSOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return n
}

// Root is the repository's folder.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "docs", "contracts.md")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal("no folder above this one is the repository's")
	return ""
}
