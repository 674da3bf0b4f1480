package embedded

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/confine"
)

// Keto is the embedded permission server, supervised. Its APIs have no authentication: they are on loopback only.
type Keto struct {
	process             *child.Process
	readPort, writePort int
	binary              *os.File
	user                *syscall.Credential // nil: the host's
	environment         []string            // its configuration: what it needs is in no file that others could read, and it reaches no folder
}

// KetoOptions say how Keto is run.
type KetoOptions struct {
	Binary     string
	DSN        string // of its own role and schema
	Namespaces []byte // the permission model in Ory's language
	// ReadDepth and ReadWidth bound a check. Keto's own 5 and 100 deny silently what lies beyond them.
	ReadDepth, ReadWidth int
	Connections          int // to the database at most, idle ones too: else every check opens one, at a sixth of the speed; 0: 20
}

const ketoConnections = 20

// ketoUser, and group, runs Keto when the host is root: a number that no system hands out, beside those of plugins.
const ketoUser = 61_839

// ketoLimits are far above what Keto needs: 150 MiB, some dozens of threads, a file for each connection; those of several hosts on one machine count together.
var ketoLimits = confine.Limits{Memory: 1 << 30, Processes: 2048, Files: 8192}

// StartKeto configures Keto, brings its tables up to date, starts it and returns when it answers.
func StartKeto(ctx context.Context, parts Parts, options KetoOptions) (*Keto, error) {
	k := &Keto{}
	if os.Geteuid() == 0 {
		k.user = &syscall.Credential{Uid: ketoUser, Gid: ketoUser}
	}
	var err error
	if k.binary, err = os.Open(options.Binary); err != nil {
		return nil, fmt.Errorf("the embedded Keto is not built (run `make build`, or set keto.read_url and keto.write_url): %w", err)
	}
	if err := k.start(ctx, parts, options); err != nil {
		return nil, errors.Join(err, k.binary.Close())
	}
	return k, nil
}

func (k *Keto) start(ctx context.Context, parts Parts, options KetoOptions) (err error) {
	if err := k.configure(parts, options); err != nil {
		return fmt.Errorf("configure Keto: %w", err)
	}
	if err := k.migrate(ctx, parts.Spawner); err != nil {
		return fmt.Errorf("bring Keto's tables up to date: %w", err)
	}
	k.process, err = child.Start(ctx, parts.Spawner, child.Spec{
		Name:        "keto",
		Command:     func() (*exec.Cmd, error) { return k.command("serve") },
		Ready:       k.ready,
		ReadyWithin: 60 * time.Second,
		StopSignal:  syscall.SIGTERM,
		StopWithin:  time.Second, // it keeps nothing
		Level:       ketoSeverity,
		Log:         parts.Log,
	})
	return err
}

// configure writes the configuration into the environment, whose names are those of its keys.
func (k *Keto) configure(parts Parts, options KetoOptions) error {
	if err := os.RemoveAll(filepath.Join(parts.DataDir, "keto")); err != nil { // where it was before
		return err
	}
	dsn, err := pooled(options.DSN, cmp.Or(options.Connections, ketoConnections))
	if err != nil {
		return err
	}
	k.environment = []string{
		"PATH=/usr/bin:/bin", "HOME=/nonexistent", "SQA_OPT_OUT=true", "DSN=" + dsn,
		"NAMESPACES_LOCATION=base64://" + base64.StdEncoding.EncodeToString(options.Namespaces),
		"NAMESPACES_EXPERIMENTAL_STRICT_MODE=true", // no look at what the model does not declare
		"LIMIT_MAX_READ_DEPTH=" + strconv.Itoa(options.ReadDepth), "LIMIT_MAX_READ_WIDTH=" + strconv.Itoa(options.ReadWidth),
		"LOG_LEVEL=warn", "LOG_FORMAT=text", "LOG_LEAK_SENSITIVE_VALUES=false",
	}
	for _, api := range []string{"read", "write", "metrics", "opl"} {
		port, err := parts.Ports.Choose("keto."+api, 0)
		if err != nil {
			return err
		}
		name := "SERVE_" + strings.ToUpper(api)
		k.environment = append(k.environment, name+"_HOST=127.0.0.1", name+"_PORT="+strconv.Itoa(port))
		switch api {
		case "read":
			k.readPort = port
		case "write":
			k.writePort = port
		}
	}
	return nil
}

func pooled(dsn string, connections int) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", errors.New("the database's URL cannot be read")
	}
	q := u.Query()
	q.Set("max_conns", strconv.Itoa(connections))
	q.Set("max_idle_conns", strconv.Itoa(connections))
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// command runs Keto from an open file: its user need not reach the folder.
func (k *Keto) command(arguments ...string) (*exec.Cmd, error) {
	cmd := exec.Command("keto", append(arguments, "--config", "")...) // no file
	cmd.Dir, cmd.Env = "/", slices.Clone(k.environment)
	child.Attributes(cmd, k.user, killed)
	return cmd, confine.Command(cmd, k.binary, k.user != nil, ketoLimits)
}

func (k *Keto) migrate(ctx context.Context, spawner *child.Spawner) error {
	cmd, err := k.command("migrate", "up", "--yes")
	if err != nil {
		return err
	}
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := spawner.Start(cmd); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %s", err, lastLines(output.String()))
	}
	return nil
}

func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}

// ready asks both APIs: each has a server of its own.
func (k *Keto) ready(ctx context.Context) error {
	for _, base := range []string{k.ReadURL(), k.WriteURL()} {
		if err := k.healthy(ctx, base); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keto) healthy(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/health/ready", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", base, response.Status)
	}
	return nil
}

// ReadURL is the base of the read API; gRPC answers on the same port.
func (k *Keto) ReadURL() string { return "http://127.0.0.1:" + strconv.Itoa(k.readPort) }

// WriteURL is the base of the write API; gRPC answers on the same port.
func (k *Keto) WriteURL() string { return "http://127.0.0.1:" + strconv.Itoa(k.writePort) }

// PID is the process id, 0 while it is down.
func (k *Keto) PID() int { return k.process.PID() }

// Stop ends Keto and waits for it.
func (k *Keto) Stop() {
	k.process.Stop()
	k.binary.Close()
}

func ketoSeverity(line string) slog.Level {
	switch {
	case strings.Contains(line, "level=error"), strings.Contains(line, "level=fatal"):
		return slog.LevelError
	case strings.Contains(line, "level=warn"):
		return slog.LevelWarn
	default:
		return slog.LevelDebug
	}
}
