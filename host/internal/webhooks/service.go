package webhooks

import (
	"context"
	"log/slog"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/secrets"
	"outrider.dev/sdk/outbound"
	"outrider.dev/sdk/plugin/manifest"
)

// Permission lets people make, change and delete the webhooks of their organisation.
const Permission = access.PermissionManageWebhooks

const (
	most         = 50 // webhooks of an organisation
	answerWithin = 10 * time.Second
	mostAnswer   = 16 << 10 // bytes that are read of an answer
	mostBody     = 256 << 10
	triedFor     = 24 * time.Hour
	keptFor      = 30 * 24 * time.Hour
	bothSign     = 24 * time.Hour // after another secret was made
)

// Kind is an event that can be sent, as the manifest of a plugin declares it.
type Kind struct {
	manifest.WebhookEvent
	Plugin string
	Module bool // of a plugin that organisations switch on
}

// Sight is somebody's sight of one thing.
type Sight struct {
	UserID, OrgID string
	Group         string // narrowed to it and those below; empty: all that the user sees
	Path          string // of a GET that answers if the thing is seen
}

// Config is what Service needs; every field is required, but Allow.
type Config struct {
	Pool    *pgxpool.Pool
	Stream  jetstream.JetStream
	Decider *access.Decider
	Kinds   func() []Kind // of the plugins that are installed and enabled
	Sees    func(ctx context.Context, s Sight) (bool, error)
	Secret  string         // what the key of the secrets is derived from
	Allow   []netip.Prefix // networks that may be sent to although they are private, and by plain HTTP
	Site    func() string  // what the links of mails begin with
	Mailed  func()         // called after mails were queued
	Log     *slog.Logger
	Now     func() time.Time
}

// Service keeps webhooks and sends to them. It is safe for concurrent use.
type Service struct {
	Config
	sealer secrets.Sealer
	client *outbound.Client
	wake   chan struct{}
}

// New builds a Service; nothing is sent before Run.
func New(c Config) (*Service, error) {
	sealer, err := secrets.NewSealer("secrets of webhooks", c.Secret)
	if err != nil {
		return nil, err
	}
	client := outbound.New(outbound.Options{Timeout: answerWithin, MaxBytes: mostAnswer, Allow: c.Allow})
	return &Service{Config: c, sealer: sealer, client: client, wake: make(chan struct{}, 1)}, nil
}

// Run takes events and sends them until ctx ends. Any number of hosts may do so.
func (s *Service) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.takeEvents(ctx) })
	group.Go(func() error { return s.dispatch(ctx) })
	group.Go(func() error { return s.sweep(ctx) })
	return group.Wait()
}

// Wake has deliveries looked for now.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}

// sweep forgets what is old.
func (s *Service) sweep(ctx context.Context) error {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if _, err := s.Pool.Exec(ctx, `DELETE FROM outrider.webhook_delivery WHERE at < $1`, s.Now().Add(-keptFor)); err != nil && ctx.Err() == nil {
			s.Log.Warn("old deliveries of webhooks are not cleared away", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
