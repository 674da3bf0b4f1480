package backup_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/backup"
	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/secrets"
	"outrider.dev/outrider/host/internal/streams"
)

// parts are a data folder with Postgres and NATS at work, as a host runs them.
type parts struct {
	t        *testing.T
	dir      string
	postgres *embedded.Postgres
	conn     *nats.Conn
	js       jetstream.JetStream
	stop     func()
}

func emptyDir(t *testing.T) string {
	t.Helper()
	return filepath.Join(hosttest.Dir(t), "var")
}

func start(t *testing.T) *parts {
	t.Helper()
	return startIn(t, emptyDir(t))
}

func startIn(t *testing.T, dir string) *parts {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	lock, err := embedded.Lock(dir)
	must(err)
	store, err := secrets.Open(filepath.Join(dir, "secrets.json"))
	must(err)
	ports, err := embedded.OpenPorts(dir)
	must(err)
	spawner := child.NewSpawner()
	all := embedded.Parts{DataDir: dir, Spawner: spawner, Secrets: store, Ports: ports, Log: discard()}
	p := &parts{t: t, dir: dir}
	c := configOf(t, dir)
	p.postgres, err = embedded.StartPostgres(t.Context(), all, embedded.PostgresOptions{Binaries: c.Postgres.Binaries, OSUser: c.Postgres.OSUser})
	must(err)
	server, err := embedded.StartNATS(t.Context(), all, embedded.NATSOptions{})
	must(err)
	p.conn, err = server.Connect()
	must(err)
	p.stop = sync.OnceFunc(func() {
		p.conn.Close()
		server.Stop()
		p.postgres.Stop()
		spawner.Close()
		_ = lock.Close()
	})
	t.Cleanup(p.stop)
	_, err = streams.Open(t.Context(), p.conn, streams.Sizes{Telemetry: 64 << 20, Others: 64 << 20})
	must(err)
	p.js, err = jetstream.New(p.conn)
	must(err)
	return p
}

func configOf(t *testing.T, dir string) config.Config {
	t.Helper()
	c, err := config.Load("", []string{"OUTRIDER_DATA_DIR=" + dir, "OUTRIDER_POSTGRES_BINARIES=" + filepath.Join(hosttest.Root(t), embedded.DefaultBinaries())})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (p *parts) options(place, name string) backup.Options {
	return backup.Options{Config: configOf(p.t, p.dir), Place: place, Name: name, Version: "0.0.1", Out: io.Discard, Now: time.Now}
}

func (p *parts) take(place string) backup.Manifest {
	p.t.Helper()
	m, err := backup.Take(p.t.Context(), p.options(place, ""))
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// restore brings a backup into a new folder and starts it.
func restore(t *testing.T, place, name string) *parts {
	t.Helper()
	dir := emptyDir(t)
	if err := restoreInto(t, dir, place, name); err != nil {
		t.Fatal(err)
	}
	return startIn(t, dir)
}

func tryRestore(t *testing.T, place, name string) error {
	t.Helper()
	return restoreInto(t, emptyDir(t), place, name)
}

func restoreInto(t *testing.T, dir, place, name string) error {
	t.Helper()
	_, err := backup.Restore(context.WithoutCancel(t.Context()), (&parts{t: t, dir: dir}).options(place, name), discard())
	return err
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func (p *parts) path(key string) string {
	return filepath.Join(p.dir, "media", filepath.FromSlash(key))
}

func (p *parts) write(key, content string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(p.path(key)), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(p.path(key), []byte(content), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p *parts) read(key string) string {
	p.t.Helper()
	raw, err := os.ReadFile(p.path(key))
	if err != nil {
		p.t.Error(err)
	}
	return string(raw)
}

func (p *parts) has(key string) bool {
	_, err := os.Stat(p.path(key))
	return err == nil
}
