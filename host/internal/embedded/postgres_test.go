package embedded_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/secrets"
)

func TestPostgres_SurvivesKill(t *testing.T) {
	parts := newParts(t, hosttest.Dir(t))
	p := startPostgres(t, parts)
	exec(t, p.URL(), `CREATE TABLE kept (n int)`, `INSERT INTO kept VALUES (42)`)

	for range 2 {
		killAndAwait(t, p.PID(), p.PID)
		within(t, 3*time.Second, "the database answers after kill -9", func() error { return query(t.Context(), p.URL(), "42") })
	}
	p.Stop()
	if left := processesOn(parts.DataDir); len(left) > 0 {
		t.Errorf("processes left after Stop: %v", left)
	}
}

func TestPostgres_StartsAgain(t *testing.T) {
	parts := newParts(t, hosttest.Dir(t))
	p := startPostgres(t, parts)
	url := p.URL()
	exec(t, url, `CREATE TABLE kept (n int)`, `INSERT INTO kept VALUES (42)`)
	p.Stop()

	// What a host that was killed leaves behind, its number given to another program since.
	data, err := filepath.EvalSymlinks(filepath.Join(parts.DataDir, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	stale := fmt.Sprintf("%d\n%s\n1\n1\n\n127.0.0.1\n1 1\n", os.Getpid(), data)
	if err := os.WriteFile(filepath.Join(data, "postmaster.pid"), []byte(stale), 0o644); err != nil {
		t.Fatal(err)
	}
	again := startPostgres(t, newParts(t, parts.DataDir))
	defer again.Stop()
	if again.URL() != url {
		t.Errorf("the second start is at %s, the first was at %s", again.URL(), url)
	}
	if err := query(t.Context(), again.URL(), "42"); err != nil {
		t.Error(err)
	}
}

func TestPostgres_BelowAPrivateFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root has to move the database out of a private folder")
	}
	private := t.TempDir()
	if err := os.Chmod(private, 0o700); err != nil {
		t.Fatal(err)
	}
	parts := newParts(t, filepath.Join(private, "var"))
	p := startPostgres(t, parts)
	target, err := os.Readlink(filepath.Join(parts.DataDir, "postgres"))
	if err != nil {
		t.Fatalf("var/postgres is no link: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(filepath.Dir(target)) })
	p.Stop()

	if err := os.RemoveAll(parts.DataDir); err != nil {
		t.Fatal(err)
	}
	startPostgres(t, newParts(t, parts.DataDir)).Stop() // a fresh folder at the same path, with new passwords
}

func TestLock_RefusesASecondHost(t *testing.T) {
	dir := t.TempDir()
	first, err := embedded.Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.Lock(dir); err == nil {
		t.Error("a second host got the data folder")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.Lock(dir); err != nil {
		t.Errorf("the folder was not given back: %v", err)
	}
}

// newParts has a data folder that the user who runs Postgres can reach: a test's folder is closed to others.
func newParts(t *testing.T, dir string) embedded.Parts {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	store, err := secrets.Open(filepath.Join(dir, "secrets.json"))
	if err != nil {
		t.Fatal(err)
	}
	ports, err := embedded.OpenPorts(dir)
	if err != nil {
		t.Fatal(err)
	}
	spawner := child.NewSpawner()
	t.Cleanup(spawner.Close)
	log := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
	return embedded.Parts{DataDir: dir, Spawner: spawner, Secrets: store, Ports: ports, Log: log}
}

func startPostgres(t *testing.T, parts embedded.Parts) *embedded.Postgres {
	t.Helper()
	p, err := embedded.StartPostgres(t.Context(), parts, embedded.PostgresOptions{Binaries: binaries(t), OSUser: "nobody"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// binaries finds the npm package from the repository's root.
func binaries(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", embedded.DefaultBinaries()))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func exec(t *testing.T, url string, statements ...string) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(t.Context())
	for _, s := range statements {
		if _, err := db.Exec(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func query(ctx context.Context, url, want string) error {
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close(ctx)
	var got string
	if err := db.QueryRow(ctx, `SELECT n::text FROM kept`).Scan(&got); err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("kept is %s, want %s", got, want)
	}
	return nil
}

func killAndAwait(t *testing.T, pid int, now func() int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatalf("kill %d: %v", pid, err)
	}
	within(t, 2*time.Second, "another process takes its place", func() error {
		if p := now(); p == 0 || p == pid {
			return fmt.Errorf("process %d", p)
		}
		return nil
	})
}

func within(t *testing.T, limit time.Duration, what string, try func() error) {
	t.Helper()
	began := time.Now()
	tick := time.NewTicker(50 * time.Millisecond) // not so often that asking is what takes the time
	defer tick.Stop()
	for {
		err := try()
		if err == nil {
			t.Logf("%s: %s", what, time.Since(began).Round(time.Millisecond))
			return
		}
		if time.Since(began) > limit {
			t.Fatalf("not within %s: %s: %v", limit, what, err)
		}
		<-tick.C
	}
}

// processesOn lists processes, other than this one, that work in dir or have it on their command line.
func processesOn(dir string) []string {
	real := dir
	if target, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres")); err == nil {
		real = target
	}
	var found []string
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		if filepath.Base(folder) == strconv.Itoa(os.Getpid()) {
			continue
		}
		cwd, _ := os.Readlink(folder + "/cwd")
		command, _ := os.ReadFile(folder + "/cmdline")
		for _, d := range []string{dir, real} {
			if strings.HasPrefix(cwd, d) || strings.Contains(string(command), d) {
				found = append(found, filepath.Base(folder)+" "+strings.ReplaceAll(string(command), "\x00", " "))
				break
			}
		}
	}
	return found
}
