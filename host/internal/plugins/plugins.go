package plugins

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/manifest"
)

// Preparer makes ready what a release needs outside of its process.
type Preparer interface {
	// Prepare migrates the plugin's schema and makes its streams and users, and returns the environment of its processes. It is called
	// before the first start of every release and once after each start of the host; a second time changes nothing.
	Prepare(ctx context.Context, p catalog.Package) (environment.Environment, error)
	// Retire shuts a disabled plugin out of what Prepare let it into. Its data and what waits for it in streams stay.
	Retire(id string) error
	// Purge deletes the data of a plugin that does not run.
	Purge(ctx context.Context, id string) error
}

// Topics hear what plugins publish to browsers.
type Topics interface {
	// Set puts what a plugin publishes in the place of what it published before. What a module publishes is there where organisations have it on.
	Set(plugin string, isModule bool, topics []manifest.PushTopic)
	// Operations are those that subscribe to the topics over HTTP; the host serves them.
	Operations(topics []manifest.PushTopic) []edge.Own
}

// Config is what the plugins run with.
type Config struct {
	Store     *catalog.Store
	Preparer  Preparer
	Topics    Topics
	Callbacks callbacks.Host // its Caller may be nil: the edge is put in
	Policy    supervisor.Policy
	Address   func(listener string) (string, error) // of a listener, by the name of its configuration ("devices.mqtt")
	Open      func(listener string) net.Listener    // one that the host has opened already; nil, also when it gives nil: it is opened at its address
	OpenRTP   func(listener string) []RTPPair       // two pairs of UDP sockets that the host has opened; nil, and none: the listener is switched off
	Shell     []catalog.Shared                      // what the shell shares with remotes; empty: not checked
	// RelaySDK is the least version of the SDK whose outboxes work on this host's database; empty: any.
	RelaySDK  string
	FirstUser uint32                  // user of the first plugin, the others follow; 0: all run as the host's user
	MaxRSS    int64                   // bytes of one process, 0: no bound
	Changed   func(supervisor.Status) // hears of every change of state; may be nil
	Listed    func()                  // hears after each change of which plugins there are, and of their releases, once the host has started; may be nil
	Metrics   prometheus.Registerer
	Host      func() string               // tells this host from others, for whoever installs plugins; no secret
	Intercept grpc.UnaryServerInterceptor // sees every callback; may be nil
	Log       *slog.Logger
}

// Plugins are all plugins of this host. Methods may be called by several goroutines; changes happen one after the other.
type Plugins struct {
	config     Config
	edge       *edge.Edge
	supervisor *supervisor.Supervisor
	metrics    *metrics
	sockets    *sockets

	changes sync.Mutex // held while a command runs

	mu       sync.Mutex
	packages map[string]catalog.Package   // that run, or would
	refused  map[string]string            // why a plugin does not even start
	expected map[string]manifest.Manifest // found beside the host as it started
	disabled map[string]manifest.Manifest // of releases that are switched off, by digest
	logs     map[string]*LogRing
}

// New makes the plugins. Nothing runs before Start. Processes live as long as ctx, and end with Stop.
func New(ctx context.Context, config Config, e *edge.Edge) (*Plugins, error) {
	p := &Plugins{
		config: config, edge: e, metrics: newMetrics(config.Metrics), sockets: newSockets(config.Address, config.Open, config.OpenRTP),
		packages: map[string]catalog.Package{}, refused: map[string]string{}, expected: map[string]manifest.Manifest{}, disabled: map[string]manifest.Manifest{}, logs: map[string]*LogRing{},
	}
	if p.config.Callbacks.Caller == nil {
		p.config.Callbacks.Caller = e
	}
	if p.config.Callbacks.Manifests == nil {
		p.config.Callbacks.Manifests = p.Manifests
	}
	s, err := supervisor.New(ctx, config.Policy, p.admit, p.changed)
	if err != nil {
		return nil, err
	}
	p.supervisor = s
	return p, nil
}

// Start takes new packages from the folders in dir into the catalogue and starts everything that is enabled. One bad package stops nobody else;
// Statuses says what became of it.
func (p *Plugins) Start(ctx context.Context, dir string) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	found, err := filepath.Glob(filepath.Join(dir, "*", catalog.LockName))
	if err != nil {
		return fmt.Errorf("look for packages: %w", err)
	}
	fresh := map[string]catalog.Package{}
	for _, lock := range found {
		added, err := p.config.Store.Add(filepath.Dir(lock))
		if err != nil {
			id := filepath.Base(filepath.Dir(lock))
			p.refuse(id, err)
			continue
		}
		fresh[added.Manifest.ID] = added
	}
	p.await(fresh)
	p.edge.Listed()
	p.expect(fresh)
	for _, entry := range p.config.Store.Entries() {
		opened, ok := fresh[entry.ID]
		switch {
		case ok && !entry.HasLeft(opened.Digest()) && (entry.Enabled || entry.Current == ""):
			err = p.boot(ctx, opened)
		case entry.Enabled:
			if opened, err = p.config.Store.Open(entry.ID, entry.Current); err == nil {
				err = p.boot(ctx, opened)
			}
		default:
			continue // disabled
		}
		if err != nil {
			p.refuse(entry.ID, err)
		}
	}
	return nil
}

// await tells the edge which plugins are about to come, before the first of them may call another.
func (p *Plugins) await(fresh map[string]catalog.Package) {
	for _, entry := range p.config.Store.Entries() {
		if found, ok := fresh[entry.ID]; entry.Enabled || ok && entry.Current == "" && !entry.HasLeft(found.Digest()) {
			p.edge.Await(entry.ID)
		}
	}
}

// expect remembers the manifests of the packages that are about to come, so that one may refer to what another defines.
func (p *Plugins) expect(fresh map[string]catalog.Package) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, opened := range fresh {
		p.expected[id] = opened.Manifest
	}
}

// known are the manifests of all plugins that run, are about to, or are switched off.
func (p *Plugins) known(running []manifest.Manifest) []manifest.Manifest {
	p.mu.Lock()
	all := append(slices.Clone(running), slices.Collect(maps.Values(p.expected))...)
	p.mu.Unlock()
	for _, one := range p.Manifests() {
		all = append(all, one.Manifest)
	}
	return all
}

// boot starts one release as the host starts.
func (p *Plugins) boot(ctx context.Context, opened catalog.Package) error {
	if err := p.run(ctx, opened); err != nil {
		return err
	}
	return p.config.Store.Switch(opened.Manifest.ID, opened.Digest())
}

func (p *Plugins) refuse(id string, err error) {
	p.config.Log.Error("a plugin was refused", "plugin", id, "error", err)
	_ = p.edge.Remove(id) // it has no operations: nothing can clash
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused[id] = err.Error()
}

// run prepares a release and has it started, or put in the place of the running one.
func (p *Plugins) run(ctx context.Context, opened catalog.Package) error {
	id := opened.Manifest.ID
	if err := p.fits(opened); err != nil {
		return err
	}
	prepared, err := p.config.Preparer.Prepare(ctx, opened)
	if err != nil {
		return fmt.Errorf("prepare plugin %s: %w", id, err)
	}
	p.Logs(id).redact.learn(prepared)
	variables, err := prepared.Variables()
	if err != nil {
		return fmt.Errorf("prepare plugin %s: %w", id, err)
	}
	listeners, err := p.sockets.of(opened.Manifest)
	if err != nil {
		return err
	}
	before, known := p.Package(id)
	p.setPackage(opened)
	if err := p.supervisor.Run(ctx, p.release(opened, variables, listeners)); err != nil {
		p.sockets.undo(opened.Manifest)
		if known {
			p.setPackage(before)
		}
		return err
	}
	return nil
}

// fits checks what can be known before a process runs.
func (p *Plugins) fits(opened catalog.Package) error {
	p.mu.Lock()
	var others []manifest.Manifest
	for _, other := range p.packages {
		others = append(others, other.Manifest)
	}
	p.mu.Unlock()
	return errors.Join(catalog.Clashes(opened.Manifest, others), catalog.Unresolved(opened.Manifest, p.known(others)), catalog.CheckRemote(opened, p.config.Shell))
}

// essentialRetry is how soon a quarantined plugin is tried again that the product is of no use without.
const essentialRetry = time.Minute

func (p *Plugins) release(opened catalog.Package, variables map[string]string, listeners []*os.File) supervisor.Release {
	id := opened.Manifest.ID
	var user uint32
	if entry, ok := p.config.Store.Entry(id); ok && p.config.FirstUser != 0 {
		user = p.config.FirstUser + uint32(entry.Number)
	}
	var retry time.Duration
	if opened.Manifest.Module.Essential {
		retry = essentialRetry
	}
	return supervisor.Release{
		Retry: retry,
		ID:    id, Version: opened.Manifest.Version, Digest: opened.Digest(),
		Binary: opened.Binary(), SHA256: opened.BinarySHA256(),
		Environment: withMemoryLimit(variables, p.config.MaxRSS), Listeners: listeners,
		Register: p.config.Callbacks.Register(opened.Manifest), User: user, MaxRSSBytes: p.config.MaxRSS,
		Log: slog.New(logTee{p.config.Log.With("plugin", id).Handler(), p.Logs(id), nil}), Observe: p.metrics.observer(id), Intercept: p.config.Intercept,
	}
}

// admit lets the edge decide whether a process that is ready can stand beside the others; if so its operations are in the table.
func (p *Plugins) admit(instance *supervisor.Instance) error {
	opened, ok := p.Package(instance.Release.ID)
	if !ok {
		return fmt.Errorf("plugin %s is not in the catalogue", instance.Release.ID)
	}
	m := opened.Manifest
	if err := relays(m, instance.Description.GetSdkVersion(), p.config.RelaySDK); err != nil {
		return err
	}
	if err := served(m, instance.Description.GetOperations()); err != nil {
		return err
	}
	err := p.edge.Set(edge.Plugin{
		ID: m.ID, Optional: m.Module.Optional, Database: m.Postgres != nil, Urgent: m.Has(manifest.CapabilityIdentity), Lasting: m.Has(manifest.CapabilityOnBehalf), Calls: m.Calls, Reports: m.Reports(),
		Operations: instance.Description.GetOperations(), OpenAPI: instance.Description.GetOpenapiJson(), Served: p.config.Topics.Operations(m.Push),
		Backend: backend{p.supervisor, m.ID}, Webhooks: webhooksOf(opened), Sentences: m.Audit,
	})
	if err != nil {
		return err
	}
	p.config.Topics.Set(m.ID, m.Module.Optional, m.Push)
	return nil
}

func (p *Plugins) changed(status supervisor.Status) {
	p.metrics.state(status)
	if p.config.Changed != nil {
		p.config.Changed(status)
	}
}

// Package is the release of a plugin that runs, or would if it could.
func (p *Plugins) Package(id string) (catalog.Package, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	opened, ok := p.packages[id]
	return opened, ok
}

func (p *Plugins) setPackage(opened catalog.Package) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.packages[opened.Manifest.ID] = opened
	delete(p.refused, opened.Manifest.ID)
}

// Stop drains and ends all plugins, at most until ctx ends.
func (p *Plugins) Stop(ctx context.Context) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	return errors.Join(p.supervisor.Stop(ctx), p.sockets.close())
}
