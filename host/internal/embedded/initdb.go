package embedded

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"outrider.dev/outrider/host/internal/child"
)

// settings suit two processors and a few hundred megabytes; what matters for the promise that nothing acknowledged is lost
// (fsync, synchronous_commit, full_page_writes) stays at Postgres's defaults. So does wal_compression: the build knows no compressor but its own, which took three
// fifths of the time of storing samples while pages were written whole after a checkpoint.
var settings = map[string]string{
	"listen_addresses":                    "127.0.0.1",
	"unix_socket_directories":             "",
	"max_connections":                     "200",
	"reserved_connections":                "60", // for the host and Keto, whatever plugins take
	"shared_buffers":                      "256MB",
	"effective_cache_size":                "1GB",
	"work_mem":                            "8MB",
	"maintenance_work_mem":                "128MB",
	"max_wal_size":                        "2GB",
	"checkpoint_timeout":                  "15min",
	"random_page_cost":                    "1.1",
	"jit":                                 "off",
	"max_worker_processes":                "4",
	"max_parallel_workers_per_gather":     "1",
	"autovacuum_max_workers":              "2",
	"idle_in_transaction_session_timeout": "5min",
	"timezone":                            "UTC",
	"log_timezone":                        "UTC",
	"log_line_prefix":                     "",
}

// initialise makes the database cluster, unless there is one. It is built beside its place and moved there when complete, so
// that a start that was killed half-way leaves nothing that the next one would stumble over.
func (pl place) initialise(ctx context.Context, spawner *child.Spawner, password string) error {
	if _, err := os.Stat(filepath.Join(pl.data, "PG_VERSION")); err == nil {
		return nil
	}
	unfinished := pl.data + ".new"
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	if err := pl.mkdir(unfinished); err != nil {
		return err
	}
	if err := pl.initdb(ctx, spawner, unfinished, password); err != nil {
		return fmt.Errorf("initialise the database in %s: %w", pl.data, err)
	}
	return os.Rename(unfinished, pl.data)
}

func (pl place) initdb(ctx context.Context, spawner *child.Spawner, data, password string) error {
	passwordFile := data + ".password"
	defer os.Remove(passwordFile)
	if err := pl.writePrivate(passwordFile, password+"\n"); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(pl.binaries, "bin", "initdb"), "--pgdata", data, "--username", superuser,
		"--auth", "scram-sha-256", "--pwfile", passwordFile, "--encoding", "UTF8", "--locale-provider", "builtin", "--locale", "C.UTF-8")
	cmd.Dir, cmd.Env = data, environment()
	child.Attributes(cmd, pl.user, killed)
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := spawner.Start(cmd); err != nil {
		return err
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(output.String()))
	}
	return nil
}

func (pl place) mkdir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return pl.own(dir)
}

// writePrivate writes a file that only the user who runs Postgres can read.
func (pl place) writePrivate(file, content string) error {
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		return err
	}
	return pl.own(file)
}

func (pl place) own(path string) error {
	if pl.user == nil {
		return nil
	}
	return os.Chown(path, int(pl.user.Uid), int(pl.user.Gid))
}

// environment is all that Postgres needs; the host's own holds secrets.
func environment() []string {
	return []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
}
