package plugins_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/plugintest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// The plugins of the tests, built once.
var binary, honestBinary string

func TestMain(m *testing.M) {
	if os.Getenv("OUTRIDER_TEST_HOST") != "" {
		beHost()
		return
	}
	dir, err := os.MkdirTemp("", "naughty-")
	if err != nil {
		panic(err)
	}
	binary, honestBinary = filepath.Join(dir, "naughty"), filepath.Join(dir, "honest")
	build := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./testdata/naughty", "./testdata/honest")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the plugins of the tests: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	http.DefaultClient.CloseIdleConnections()
	if leak := goleak.Find(); code == 0 && leak != nil {
		fmt.Fprintln(os.Stderr, "goroutines are left:", leak)
		code = 1
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// host is a host with nothing but plugins.
type host struct {
	t       testing.TB
	plugins *plugins.Plugins
	store   *catalog.Store
	server  *httptest.Server
	log     *lockedBuffer
	dir     string

	registry  *prometheus.Registry
	listed    [][]string  // the plugins that were enabled, each time the host was told that they changed
	addresses chan string // of listeners that plugins asked for
	firstUser uint32      // of its plugins; 0: the one that runs the test
}

// nobodyListens is for hosts without browsers.
type nobodyListens struct{}

func (nobodyListens) Set(string, bool, []manifest.PushTopic) {}

func (nobodyListens) Operations([]manifest.PushTopic) []edge.Own { return nil }

// nothingToPrepare is for plugins without database and streams.
type nothingToPrepare struct{}

func (nothingToPrepare) Retire(string) error { return nil }

func (nothingToPrepare) Purge(context.Context, string) error { return nil }

func (nothingToPrepare) Prepare(context.Context, catalog.Package) (environment.Environment, error) {
	return environment.Environment{}, nil
}

type directory struct{}

func (directory) Organisations(context.Context) ([]*pluginv1.Organisation, error) {
	return []*pluginv1.Organisation{{Id: "demo"}, {Id: "rival"}}, nil
}

func (directory) Groups(context.Context, string) ([]*pluginv1.Group, uint64, error) {
	return nil, 0, nil
}

// maxRSS is how much memory a plugin may have, in bytes.
const maxRSS = 1 << 30

// impatient is DefaultPolicy for tests.
func impatient() supervisor.Policy {
	policy := supervisor.DefaultPolicy()
	policy.StartDeadline, policy.DrainGrace = time.Minute, time.Minute
	return policy
}

func newHost(t testing.TB, policy supervisor.Policy) *host {
	t.Helper()
	h := &host{t: t, log: &lockedBuffer{}, dir: t.TempDir(), addresses: make(chan string, 10), firstUser: nextUsers()}
	store, err := catalog.OpenStore(filepath.Join(h.dir, "plugins"))
	if err != nil {
		t.Fatalf("open store: %v", err)
	}
	h.store = store
	log := slog.New(slog.NewTextHandler(h.log, nil))
	registry := prometheus.NewRegistry()
	h.registry = registry
	e, err := edge.New(edge.Config{Log: log, Metrics: edge.NewMetrics(registry), Timeout: time.Minute, InFlight: 64})
	if err != nil {
		t.Fatalf("make edge: %v", err)
	}
	h.plugins, err = plugins.New(t.Context(), plugins.Config{
		Host:   func() string { return "this one" },
		Listed: func() { h.listed = append(h.listed, h.plugins.Enabled()) },
		Store:  store, Preparer: nothingToPrepare{}, Topics: nobodyListens{}, Callbacks: callbacks.Host{Directory: directory{}}, Policy: policy,
		Address: h.freeAddress, FirstUser: h.firstUser, MaxRSS: maxRSS, Metrics: registry, Log: log,
	}, e)
	if err != nil {
		t.Fatalf("make plugins: %v", err)
	}
	h.server = httptest.NewServer(e)
	t.Cleanup(func() {
		h.server.Close()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		if err := h.plugins.Stop(ctx); err != nil {
			t.Errorf("stop plugins: %v", err)
		}
	})
	return h
}

// freeAddress finds a port for a listener.
func (h *host) freeAddress(string) (string, error) {
	address := plugintest.FreeAddress(h.t)
	h.addresses <- address
	return address, nil
}

// hosts is how many hosts there were in this process.
var hosts atomic.Uint32

// nextUsers are users of nobody else, ten for each host: the kernel counts processes by user, and those of a plugin that forked end when they end. 0: this test may not change users.
func nextUsers() uint32 {
	if os.Getuid() != 0 {
		return 0
	}
	return 100_000 + uint32(os.Getpid()%1000)*1000 + hosts.Add(1)*10
}

// pack makes a package of the naughty plugin. mood is what it does at its start; empty: nothing unusual.
func pack(t testing.TB, id, version, mood string) string {
	t.Helper()
	source := t.TempDir()
	script := filepath.Join(source, "binary")
	manifest := map[string]any{
		"id": id, "name": "Naughty", "version": version, "sdk": "^0.1.0", "module": map[string]any{"optional": false}, "events": map[string]any{},
	}
	if mood == "listens" {
		manifest["listeners"] = []any{map[string]any{"name": "web", "config": "devices.mqtt"}}
	}
	content, err := json.Marshal(manifest)
	if err != nil {
		t.Fatalf("write manifest: %v", err)
	}
	if err := os.WriteFile(filepath.Join(source, catalog.ManifestName), content, 0o644); err != nil {
		t.Fatalf("write manifest: %v", err)
	}
	// What tells one package from another is appended to the program, which finds it there: the environment is the host's.
	copyInto(t, binary, script, fmt.Sprintf("\nNAUGHTY|%s|%s|%s", id, version, mood))
	out := filepath.Join(t.TempDir(), id)
	if _, err := catalog.Pack(catalog.PackSource{Source: source, Binary: script}, out); err != nil {
		t.Fatalf("pack %s: %v", id, err)
	}
	return out
}

// copyInto copies a file and appends to it.
func copyInto(t testing.TB, from, to, appended string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatalf("read %s: %v", from, err)
	}
	if err := os.WriteFile(to, append(content, appended...), 0o755); err != nil {
		t.Fatalf("write %s: %v", to, err)
	}
}

// install packs and installs a naughty plugin, which must work.
func (h *host) install(id, version string) {
	h.t.Helper()
	if _, err := h.plugins.Install(h.t.Context(), pack(h.t, id, version, ""), false); err != nil {
		h.t.Fatalf("install %s %s: %v\n%s", id, version, err, h.log)
	}
}

// ask sends a request and returns status and body.
func (h *host) ask(method, path string) (int, string) {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.server.URL+path, nil)
	if err != nil {
		h.t.Fatalf("make request: %v", err)
	}
	response, err := h.server.Client().Do(request)
	if err != nil {
		h.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

func (h *host) wantFine(id string) {
	h.t.Helper()
	if status, body := h.ask("GET", "/api/"+id+"/pid"); status != http.StatusOK {
		h.t.Errorf("%s answers %d %s, want 200", id, status, body)
	}
}

// underWay is how many requests a plugin has, as the metrics say.
func (h *host) underWay(id string) float64 {
	families, err := h.registry.Gather()
	if err != nil {
		h.t.Fatalf("gather metrics: %v", err)
	}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			if family.GetName() == "outrider_requests_under_way" && metric.GetLabel()[0].GetValue() == id {
				return metric.GetGauge().GetValue()
			}
		}
	}
	return 0
}

func (h *host) status(id string) supervisor.Status {
	for _, status := range h.plugins.Statuses() {
		if status.ID == id {
			return status
		}
	}
	return supervisor.Status{}
}

// eventually waits for a condition.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	deadline := time.NewTimer(time.Minute)
	defer deadline.Stop()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// lockedBuffer is a log that may be read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *lockedBuffer) contains(text string) bool { return strings.Contains(l.String(), text) }
