package identity

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/password"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Config is what Service needs. Every field is required, but Now, PublicURL, Mailed and Issued; JetStream may be nil where no events are wanted (a seed by itself).
type Config struct {
	Pool      *pgxpool.Pool
	Access    *access.Service
	Hasher    *password.Hasher
	JetStream jetstream.JetStream
	Log       *slog.Logger
	Now       func() time.Time
	// PublicURL is where people find the product: what the links of mails begin with. Mailed is called after mails were queued. Nil: a seed by itself.
	PublicURL func() string
	Mailed    func()
	// Issued reports whether another site signs the people of an organisation in. Nil: none does.
	Issued func(orgID string) bool
}

// Service is the host's directory of people. It is safe for concurrent use.
type Service struct {
	pluginv1.UnimplementedIdentityServer
	pool   *pgxpool.Pool
	access *access.Service
	hasher *password.Hasher
	stream jetstream.JetStream
	log    *slog.Logger
	now    func() time.Time
	kick   chan struct{}
	site   func() string
	mailed func()
	issued func(orgID string) bool
}

var _ pluginv1.IdentityServer = (*Service)(nil)

// New builds a Service; events are relayed once Run is called.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.PublicURL == nil {
		c.PublicURL = func() string { return "" }
	}
	if c.Mailed == nil {
		c.Mailed = func() {}
	}
	if c.Issued == nil {
		c.Issued = func(string) bool { return false }
	}
	return &Service{
		pool: c.Pool, access: c.Access, hasher: c.Hasher, stream: c.JetStream, log: c.Log, now: c.Now, kick: make(chan struct{}, 1),
		site: c.PublicURL, mailed: c.Mailed, issued: c.Issued,
	}
}

// queryer is a pool or a transaction.
type queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// write runs change in a transaction and, once committed, hurries what follows from it.
func (s *Service) write(ctx context.Context, change func(tx pgx.Tx) error) error {
	if err := pgx.BeginFunc(ctx, s.pool, change); err != nil {
		return err
	}
	s.Committed()
	return nil
}

// Committed is to be called after a transaction that used functions of this package was committed by somebody else.
func (s *Service) Committed() {
	s.access.Changed()
	select {
	case s.kick <- struct{}{}:
	default: // one is waiting already
	}
}

// Note writes the audit log for another part of the host that changes people, groups or organisations.
func Note(ctx context.Context, tx pgx.Tx, actorID, orgID, action, target string, detail map[string]any) error {
	return note(ctx, tx, actorID, orgID, action, target, detail)
}

// note writes the audit log. Detail never holds a secret.
func note(ctx context.Context, tx pgx.Tx, actorID, orgID, action, target string, detail map[string]any) error {
	if detail == nil {
		detail = map[string]any{}
	}
	return noteEach(ctx, tx, actorID, orgID, action, []string{target}, []map[string]any{detail})
}

// noteAll is note of the same about several targets.
func noteAll(ctx context.Context, tx pgx.Tx, actorID, orgID, action string, targets []string, detail map[string]any) error {
	return noteEach(ctx, tx, actorID, orgID, action, targets, slices.Repeat([]map[string]any{detail}, len(targets)))
}

// noteEach is note about several targets, each with a detail of its own.
func noteEach(ctx context.Context, tx pgx.Tx, actorID, orgID, action string, targets []string, details []map[string]any) error {
	_, err := tx.Exec(ctx, `INSERT INTO outrider.audit_entry (actor_id, org_id, action, target, detail) SELECT NULLIF($1, '')::uuid, $2, $3, target, detail FROM unnest($4::text[], $5::jsonb[]) AS n (target, detail)`,
		actorID, orgID, action, targets, details)
	if err != nil {
		return fmt.Errorf("note %s of %d: %w", action, len(targets), err)
	}
	return nil
}
