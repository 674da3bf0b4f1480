package admin

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/outrider/host/internal/readiness"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/web"
)

// Config is what the operator's view looks at.
type Config struct {
	HostID  string // unique among hosts
	Name    string // of the machine
	Version string
	DataDir string
	Audit   *audit.Log
	Streams *streams.Streams
	// Publishing bounds what plugins publish.
	Publishing *publishing.Publishing
	Hub        *push.Hub
	Pool       *pgxpool.Pool
	NATS       *nats.Conn
	// EndSession ends a person's session; every host then closes its connections.
	EndSession func(ctx context.Context, sessionID string) error
	// Parts are what the host runs on, in the order in which they are shown.
	Parts []Probe
	Mails Mails
	Log   *slog.Logger
	Now   func() time.Time
}

// Admin answers /api/admin/….
type Admin struct {
	Config
	plugins *plugins.Plugins
	edge    *edge.Edge
	report  func(context.Context) readiness.Report
	started time.Time
	cluster cluster
	calls   *web.Router // the operations

	mu     sync.Mutex
	series map[string]*series // by plugin
}

// New makes an Admin. Watch tells it what it looks at; nothing is served before.
func New(config Config) *Admin {
	a := &Admin{Config: config, started: config.Now(), series: map[string]*series{}, cluster: cluster{hosts: map[string]HostView{}}}
	a.calls = a.Router()
	return a
}

// Watch says whose plugins and traffic are shown, and who knows how the host is. Call it once, before anything is served.
func (a *Admin) Watch(p *plugins.Plugins, e *edge.Edge, report func(context.Context) readiness.Report) {
	a.plugins, a.edge, a.report = p, e, report
}

// Run samples, announces this host and answers the others until ctx ends.
func (a *Admin) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.sampleUntil(ctx) })
	group.Go(func() error { return a.announceUntil(ctx) })
	group.Go(func() error { return a.answerUntil(ctx) })
	return group.Wait()
}
