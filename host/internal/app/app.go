// Package app puts the host together: it starts the parts in order, joins them, and stops them in the reverse order. Rules live
// in the packages that it joins.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/admin"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/child"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/disk"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/mail"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/outrider/host/internal/readiness"
	"outrider.dev/outrider/host/internal/secrets"
	"outrider.dev/outrider/host/internal/settings"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/outrider/host/internal/streets"
	"outrider.dev/outrider/host/internal/telemetry"
	"outrider.dev/outrider/host/internal/texts"
	"outrider.dev/outrider/host/internal/webhooks"
)

// Version is the host's release.
const Version = "0.1.0"

// Options are what the command line adds to the configuration.
type Options struct {
	Config      config.Config
	Demo        bool      // with the demo organisation and its simulated vehicles
	SeedTest    bool      // with the organisations that tests of plugins work in
	SeedModules []string  // optional modules of those organisations
	Out         io.Writer // progress, for a person
	Log         *slog.Logger
	Started     func(address string) // called when everything serves; may be nil
}

// host is one run of the host: each step fills in what the later ones need.
type host struct {
	Options
	background *background
	closers    []func()
	ending     sync.WaitGroup // see whileStopping
	registry   *prometheus.Registry
	mail       *mail.Queue
	traces     *telemetry.Traces // nil while traces are off

	parts    embedded.Parts
	database *database.DB
	nats     *nats.Conn
	disk     *disk.Watch
	checks   *readiness.Checks
	phase    atomic.Int32
	asked    atomic.Int64 // when /readyz was asked last, Unix nanoseconds

	postgres   *embedded.Postgres // nil: an external one
	natsServer *embedded.NATS     // nil: an external one
	streams    *streams.Streams
	events     *streams.Access
	publishing *publishing.Publishing
	keto       *access.Keto
	identity   identityParts
	edge       *edge.Edge
	plugins    *plugins.Plugins
	hub        *push.Hub
	// Whether the first start of every plugin has ended.
	pluginsSettled atomic.Bool
	bucket         *blob.Bucket
	streets        *streets.Streets // nil: none
	id             string           // see hostID
	journal        *audit.Journal
	entrances      *audit.Entrances
	admin          *admin.Admin
	packages       *catalog.Store
	held           heldListeners
	entrance       entrance
	server         *http.Server
	bound          net.Addr // of the HTTP listener
	files          *media.Files
	links          *media.Signer
	settings       *settings.Service
	webhooks       *webhooks.Service
	tenants        callbacks.TenantChanges
	switched       chan struct{} // holds one token when organisations may have other modules on; see followSwitches
	uploads        *media.Uploads
	address        string // where browsers go
}

// Run starts the host and serves until ctx ends, then stops everything that it started. The error is nil after a clean stop.
func Run(ctx context.Context, options Options) (err error) {
	if err := texts.Load(); err != nil {
		return err
	}
	h := &host{Options: options, registry: prometheus.NewRegistry(), switched: make(chan struct{}, 1)}
	h.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	h.background = newBackground(ctx)
	defer h.stop()
	if err := h.start(ctx); err != nil {
		if ctx.Err() != nil {
			return nil // interrupted while starting
		}
		return err
	}
	h.enter(serving)
	if err := h.welcome(ctx); err != nil {
		return err
	}
	if h.Started != nil {
		h.Started(h.address)
	}
	return h.background.wait(ctx)
}

// start is the host's life story; every line of progress is one of its steps.
func (h *host) start(ctx context.Context) error {
	type step struct {
		name string
		do   func(context.Context) error
	}
	steps := []step{
		{"data folder", h.openDataDir},
		{"listeners", h.listen},
		{"telemetry", h.openTraces},
		{"Postgres", h.startPostgres},
		{"NATS", h.startNATS},
		{"Keto", h.startKeto},
		{"identity and access", h.startIdentity},
		{"mail", h.openMail},
		{"edge", h.makeEdge},
	}
	if h.SeedTest {
		steps = append(steps, step{"test organisations", h.plantTest})
	}
	if h.Demo {
		steps = append(steps, step{"demo organisation", h.plantDemo})
	}
	steps = append(steps, step{"web server", h.serve}, step{"plugins", h.startPlugins}, step{"webhooks", h.runWebhooks})
	if h.Demo {
		steps = append(steps, step{"simulated vehicles", h.startFleet})
	}
	for _, s := range steps {
		if err := h.step(ctx, s.name, s.do); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

func (h *host) step(ctx context.Context, name string, do func(context.Context) error) error {
	began := time.Now()
	if err := do(ctx); err != nil {
		return err
	}
	fmt.Fprintf(h.Out, "  %-22s %s\n", name, time.Since(began).Round(time.Millisecond))
	return ctx.Err()
}

// onStop adds something to be done when the host stops, before everything added earlier.
func (h *host) onStop(do func()) { h.closers = append(h.closers, do) }

// whileStopping does beside the other steps of stopping what takes its time; the data folder is left when it is done.
func (h *host) whileStopping(do func()) { h.ending.Go(do) }

func (h *host) stop() {
	h.enter(stopping)
	for i := len(h.closers) - 1; i >= 0; i-- {
		h.closers[i]()
	}
}

func (h *host) openDataDir(context.Context) error {
	dir, err := filepath.Abs(h.Config.DataDir)
	if err != nil {
		return err
	}
	lock, err := embedded.Lock(dir)
	if err != nil {
		return err
	}
	h.onStop(func() {
		h.ending.Wait()
		h.report("unlock the data folder", lock.Close())
	})
	h.parts = embedded.Parts{DataDir: dir, Spawner: child.NewSpawner(), Log: h.Log}
	h.onStop(h.parts.Spawner.Close)
	h.disk = disk.NewWatch(dir, uint64(h.Config.DiskReserve), h.roomChanged, h.Log)
	var problems [3]error
	h.parts.Secrets, problems[0] = secrets.Open(filepath.Join(dir, "secrets.json"))
	h.parts.Ports, problems[1] = embedded.OpenPorts(dir)
	_, problems[2] = h.hostID() // from here on everybody may ask for it
	return errors.Join(problems[:]...)
}

// report logs what went wrong while stopping, when nobody is left to return it to.
func (h *host) report(what string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, os.ErrClosed) && !errors.Is(err, net.ErrClosed) {
		h.Log.Error("stopping: "+what, "error", err)
	}
}
