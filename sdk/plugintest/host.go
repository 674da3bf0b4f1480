// Package plugintest runs a plugin as it runs in production: started by the real host beside real Postgres, NATS and Keto, reached
// over HTTP with real tokens. Conformance is the suite that every plugin passes.
package plugintest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"outrider.dev/sdk/freeport"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	startTimeout = 5 * time.Minute
	stopTimeout  = 30 * time.Second
	endTimeout   = time.Second // for the processes of a host that is gone
	patience     = 3 * time.Minute
)

// Host is a running host with one plugin and the test organisations: alpha and beta, each with one user for every role, and gamma, which
// has no optional module.
type Host struct {
	URL       string
	Manifest  manifest.Manifest
	Listeners map[string]string // address of each listener, by its name in the manifest

	t       testing.TB
	dataDir string
	command *exec.Cmd
	exited  chan error
	client  *http.Client
	tokens  map[Actor]token
	seen    token // of who sees the portal as somebody else
	grants  map[Actor]grant
	stopped bool
}

// Option changes how the host is started.
type Option func(*options)

type options struct {
	environment []string
	beside      []string
}

// Beside installs other plugins too, from their folders: those whose permissions or operations the plugin cannot do without.
func Beside(dirs ...string) Option {
	return func(o *options) { o.beside = append(o.beside, dirs...) }
}

// Setting sets one of the plugin's settings, plugins.<id>.<name>.
func Setting(pluginID, name, value string) Option {
	return Variable("OUTRIDER_PLUGINS_"+strings.ToUpper(pluginID+"_"+name), value)
}

// Variable sets a variable of the host's configuration, "OUTRIDER_LOG_LEVEL".
func Variable(name, value string) Option {
	return func(o *options) { o.environment = append(o.environment, name+"="+value) }
}

// Start builds the plugin in dir and runs it until the test ends. dir holds its manifest.json, main package and migrations.
func Start(t testing.TB, dir string, opts ...Option) *Host {
	t.Helper()
	p := findPrograms(t, dir)
	dataDir := t.TempDir()
	for _, dir := range []string{filepath.Dir(dataDir), dataDir} { // both are the test's own
		if err := os.Chmod(dir, 0o755); err != nil { // Postgres runs as another user when the test is root, and stays behind where that one cannot reach
			t.Fatal(err)
		}
	}
	pluginsDir := filepath.Join(dataDir, "packages")
	m := pack(t, p, dir, pluginsDir)
	h := &Host{
		Manifest: m, Listeners: map[string]string{}, t: t, dataDir: filepath.Join(dataDir, "var"), exited: make(chan error, 1),
		client: &http.Client{Timeout: patience}, tokens: map[Actor]token{}, grants: map[Actor]grant{},
	}
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	listed := m.Listeners
	for _, other := range o.beside {
		listed = append(listed, pack(t, p, other, pluginsDir).Listeners...)
	}
	h.command = exec.Command(p.host, "serve", "-seed-test", "-seed-modules", m.ID) // the program under test
	h.command.Dir, h.command.Env = p.root, append(h.environment(p, pluginsDir, listed), o.environment...)
	h.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	h.run()
	return h
}

// environment is the host's whole configuration: loopback, free ports, a folder of the test.
func (h *Host) environment(p programs, pluginsDir string, listed []manifest.Listener) []string {
	h.t.Helper()
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + h.dataDir,
		"OUTRIDER_DATA_DIR=" + h.dataDir, "OUTRIDER_PLUGINS_DIR=" + pluginsDir, "OUTRIDER_HTTP_ADDRESS=127.0.0.1:0",
		"OUTRIDER_ACCESS_STALE_AFTER=1m", // a machine that stands still for some seconds refuses nobody
		"OUTRIDER_KETO_BINARY=" + p.keto, "OUTRIDER_POSTGRES_BINARIES=" + p.postgres,
	}
	for _, l := range listed {
		if l.Network != "" { // its ports follow those of another listener
			continue
		}
		address := FreeAddress(h.t)
		h.Listeners[l.Name] = address
		env = append(env, "OUTRIDER_"+strings.ToUpper(strings.ReplaceAll(l.Config, ".", "_"))+"_ADDRESS="+address)
	}
	return env
}

// FreeAddress is a loopback address for a server that listens there later, or again after a stop; nobody else gets it until the test ends.
func FreeAddress(t testing.TB) string {
	t.Helper()
	port, release, err := freeport.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}

// run starts the host and waits until it says where it is and is ready.
func (h *Host) run() {
	h.t.Helper()
	reader, writer := io.Pipe()
	h.command.Stdout, h.command.Stderr = writer, h.t.Output()
	if err := h.command.Start(); err != nil {
		h.t.Fatalf("start the host: %v", err)
	}
	go func() {
		h.exited <- h.command.Wait()
		_ = writer.Close()
	}()
	h.t.Cleanup(func() {
		if err := h.Stop(); err != nil {
			h.t.Error(err)
		}
	})
	url := make(chan string, 1)
	go findURL(reader, h.t.Output(), url)
	select {
	case h.URL = <-url:
	case err := <-h.exited:
		h.exited <- err
		h.t.Fatalf("the host ended while starting: %v", err)
	case <-time.After(startTimeout):
		h.t.Fatal("the host did not start in time")
	}
	h.awaitReady()
}

var saysWhere = regexp.MustCompile(`^Outrider \S+ is at (http\S+)`)

// findURL copies what the host says and picks the address out of it.
func findURL(from io.Reader, to io.Writer, url chan<- string) {
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		fmt.Fprintln(to, lines.Text())
		if m := saysWhere.FindStringSubmatch(lines.Text()); m != nil {
			url <- m[1]
		}
	}
}

func (h *Host) awaitReady() {
	h.t.Helper()
	Eventually(h.t, "the host is not ready", func() bool {
		answer, err := h.client.Get(h.URL + "/readyz")
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
}

// Stop asks the host to stop and waits. It is an error when the host does not end well within 30 s, or leaves a process behind. A
// second call does nothing.
func (h *Host) Stop() error {
	if h.stopped {
		return nil
	}
	h.stopped = true
	h.client.CloseIdleConnections()
	session := h.command.Process.Pid
	if err := h.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("stop the host: %w", err)
	}
	var problem error
	select {
	case err := <-h.exited:
		if err != nil {
			problem = fmt.Errorf("the host ended badly: %w", err)
		}
	case <-time.After(stopTimeout):
		problem = errors.Join(errors.New("the host does not stop"), h.command.Process.Kill())
		<-h.exited
	}
	return errors.Join(problem, leftBehind(session))
}

// leftBehind looks for processes of the host's session that outlived it by a second. It needs /proc.
func leftBehind(session int) error {
	ctx, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	for {
		alive := sessionMembers(session)
		if len(alive) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the host left processes behind: %s", strings.Join(alive, ", "))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func sessionMembers(session int) (alive []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // it ended meanwhile
		}
		name, rest, _ := strings.Cut(string(raw), ") ")
		if fields := strings.Fields(rest); len(fields) > 3 && fields[3] == strconv.Itoa(session) && fields[0] != "Z" {
			alive = append(alive, name+")")
		}
	}
	return alive
}

// Eventually waits until condition holds, three minutes at most; otherwise says what is wrong then.
func Eventually(t testing.TB, otherwise string, condition func() bool) {
	t.Helper()
	Within(t, patience, otherwise, condition)
}

// Within is Eventually with another patience.
func Within(t testing.TB, patience time.Duration, otherwise string, condition func() bool) {
	t.Helper()
	deadline := time.After(patience)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-deadline:
			t.Fatal(otherwise)
		case <-tick.C:
		}
	}
}
