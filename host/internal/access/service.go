package access

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// Config is what Service needs. Every field is required, but Now and SeesVehicle.
type Config struct {
	Pool       *pgxpool.Pool
	Keto       *Keto
	NATS       *nats.Conn // may publish and subscribe to host.access.>
	Verifier   Verifier
	Log        *slog.Logger
	Metrics    prometheus.Registerer
	HostID     string        // tells this host's heartbeats from others'
	StaleAfter time.Duration // silence after which everything is denied
	Alone      bool          // no other host writes to the database: see Feed.Fresh
	Now        func() time.Time

	// SeesVehicle reports whether a user sees a vehicle, for whoever sees the portal as its driver; fault.Unavailable. Nil: nobody but who sees everything does.
	SeesVehicle func(ctx context.Context, userID, orgID, vehicleID string) (bool, error)
}

// Service keeps decisions, Keto and the hosts in step.
type Service struct {
	Decider    *Decider
	Reconciler *Reconciler
	relay      *Relay
	feed       *Feed
}

// New builds a Service; nothing runs before Run.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	s := &Service{}
	s.relay = &Relay{pool: c.Pool, keto: c.Keto, log: c.Log, kick: make(chan struct{}, 1)}
	s.feed = &Feed{pool: c.Pool, conn: c.NATS, log: c.Log, hostID: c.HostID, kick: make(chan struct{}, 1), now: c.Now, alone: c.Alone}
	s.Decider = &Decider{
		pool: c.Pool, keto: c.Keto, verifier: c.Verifier, log: c.Log, now: c.Now, snapshot: newSnapshot(), seesVehicle: c.SeesVehicle,
		checks: semaphore.NewWeighted(checksAtOnce), flights: map[flightKey]*flight{}, landing: make(chan struct{}),
		fresh: func() bool { return s.feed.Fresh(c.StaleAfter) },
	}
	s.feed.forget = s.Decider.forget
	s.Reconciler = &Reconciler{pool: c.Pool, keto: c.Keto, log: c.Log, kick: make(chan struct{}, 1), changed: s.Changed}
	s.Reconciler.foreign = prometheus.NewCounter(prometheus.CounterOpts{Name: "outrider_access_foreign_tuples_total", Help: "Tuples in Keto that nobody had granted, removed."})
	s.Reconciler.missing = prometheus.NewCounter(prometheus.CounterOpts{Name: "outrider_access_missing_tuples_total", Help: "Granted tuples that Keto had lost, put back."})
	c.Metrics.MustRegister(s.Reconciler.foreign, s.Reconciler.missing)
	return s
}

// Run keeps everything in step until ctx ends. Call it once.
func (s *Service) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.relay.Run(ctx) })
	group.Go(func() error { return s.Reconciler.Run(ctx) })
	group.Go(func() error { return s.feed.Run(ctx) })
	group.Go(func() error { return s.Decider.run(ctx) })
	return group.Wait()
}

// Changed is to be called after a commit that used Rewrite or Announce: it spares the wait for the next second.
func (s *Service) Changed() {
	written.Add(1)
	for _, kick := range []chan struct{}{s.relay.kick, s.feed.kick} {
		select {
		case kick <- struct{}{}:
		default: // one is waiting already
		}
	}
}

// Age is how old the snapshot of decisions may be: the time since the last heartbeat; negative before the first one.
func (s *Service) Age() time.Duration { return s.feed.Age() }

// Fresh reports whether decisions are being made: a heartbeat was heard within the bound.
func (s *Service) Fresh() bool { return s.Decider.fresh() }
