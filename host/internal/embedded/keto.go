package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gopkg.in/yaml.v3"

	"outrider.dev/outrider/host/internal/child"
)

// Keto is the embedded permission server, supervised. Its APIs have no authentication: they are on loopback only.
type Keto struct {
	process               *child.Process
	readPort, writePort   int
	file, binary, dataDir string
}

// KetoOptions say how Keto is run.
type KetoOptions struct {
	Binary     string
	DSN        string // of its own role and schema
	Namespaces []byte // the permission model in Ory's language
	// ReadDepth and ReadWidth bound a check. Keto's own 5 and 100 deny silently what lies beyond them.
	ReadDepth, ReadWidth int
}

// ketoConns are Keto's connections, idle ones too: else every check opens one, at a sixth of the speed.
const ketoConns = "20"

// StartKeto writes Keto's configuration, brings its tables up to date, starts it and returns when it answers.
func StartKeto(ctx context.Context, parts Parts, options KetoOptions) (*Keto, error) {
	k := &Keto{dataDir: filepath.Join(parts.DataDir, "keto")}
	var err error
	if k.binary, err = filepath.Abs(options.Binary); err != nil {
		return nil, err
	}
	if _, err := os.Stat(k.binary); err != nil {
		return nil, fmt.Errorf("the embedded Keto is not built (run `make build`, or set keto.read_url and keto.write_url): %w", err)
	}
	if err := k.configure(parts, options); err != nil {
		return nil, fmt.Errorf("configure Keto: %w", err)
	}
	if err := k.migrate(ctx, parts.Spawner); err != nil {
		return nil, fmt.Errorf("bring Keto's tables up to date: %w", err)
	}
	k.process, err = child.Start(ctx, parts.Spawner, child.Spec{
		Name:        "keto",
		Command:     func() (*exec.Cmd, error) { return k.command("serve"), nil },
		Ready:       k.ready,
		ReadyWithin: 60 * time.Second,
		StopSignal:  syscall.SIGTERM,
		StopWithin:  time.Second, // it keeps nothing
		Level:       ketoSeverity,
		Log:         parts.Log,
	})
	if err != nil {
		return nil, err
	}
	return k, nil
}

func (k *Keto) configure(parts Parts, options KetoOptions) error {
	if err := os.MkdirAll(k.dataDir, 0o700); err != nil {
		return err
	}
	model := filepath.Join(k.dataDir, "namespaces.keto.ts")
	if err := os.WriteFile(model, options.Namespaces, 0o600); err != nil {
		return err
	}
	serve := map[string]any{}
	for _, api := range []string{"read", "write", "metrics", "opl"} {
		port, err := parts.Ports.Choose("keto."+api, 0)
		if err != nil {
			return err
		}
		serve[api] = map[string]any{"host": "127.0.0.1", "port": port}
		switch api {
		case "read":
			k.readPort = port
		case "write":
			k.writePort = port
		}
	}
	dsn, err := pooled(options.DSN)
	if err != nil {
		return err
	}
	content, err := yaml.Marshal(map[string]any{
		"dsn":        dsn,
		"serve":      serve,
		"namespaces": map[string]any{"location": (&url.URL{Scheme: "file", Path: model}).String()},
		"limit":      map[string]any{"max_read_depth": options.ReadDepth, "max_read_width": options.ReadWidth},
		"log":        map[string]any{"level": "warn", "format": "text", "leak_sensitive_values": false},
	})
	if err != nil {
		return err
	}
	k.file = filepath.Join(k.dataDir, "keto.yaml")
	return os.WriteFile(k.file, content, 0o600)
}

func pooled(dsn string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", errors.New("the database's URL cannot be read")
	}
	q := u.Query()
	q.Set("max_conns", ketoConns)
	q.Set("max_idle_conns", ketoConns)
	u.RawQuery = q.Encode()
	return u.String(), nil
}

func (k *Keto) command(arguments ...string) *exec.Cmd {
	cmd := exec.Command(k.binary, append(arguments, "--config", k.file)...)
	cmd.Dir = k.dataDir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + k.dataDir, "SQA_OPT_OUT=true"}
	child.Attributes(cmd, nil, killed)
	return cmd
}

func (k *Keto) migrate(ctx context.Context, spawner *child.Spawner) error {
	cmd := k.command("migrate", "up", "--yes")
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
func (k *Keto) Stop() { k.process.Stop() }

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
