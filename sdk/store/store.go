// Package store is a plugin's database: gorm on its own schema, every transaction scoped to one organisation by a capability that the
// database itself verifies.
package store

import (
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	otel "go.opentelemetry.io/otel/trace"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// All is the organisation of a plugin's host-wide work; only tables under outrider.protect_shared are open to it.
const All = "*"

const (
	statementTimeout = "30000" // milliseconds
	lockTimeout      = "10000"
	idleInTxTimeout  = "60000"
	slowQuery        = time.Second
	maxIdleTime      = 5 * time.Minute
	maxLifetime      = time.Hour
	answerWithin     = 8 * time.Second // of a transaction that somebody waits for
)

// Config is what a database needs.
type Config struct {
	URL          string
	Schema       string   // the plugin's id
	Connections  int      // at most so many, from the manifest
	Emits        []string // subjects that may go into the outbox, from the manifest
	Capabilities Capabilities
	Traced       bool        // statements of recorded work become spans
	TLS          *tls.Config // authorities and certificate; nil: as the URL says
	Log          *slog.Logger
}

// DB is a plugin's database. It is safe for concurrent use.
type DB struct {
	gorm         *gorm.DB
	sql          *sql.DB
	schema       string
	emits        []string
	capabilities *capabilityCache
	wake         chan struct{}
}

// Open prepares a database without connecting: the first transaction does, so a plugin starts while Postgres is away.
func Open(c Config) (*DB, error) {
	conf, err := pgx.ParseConfig(c.URL)
	if err != nil {
		return nil, errors.New("read the database URL: it is not one") // pgx repeats the password
	}
	conf.ConnectTimeout = 5 * time.Second
	if c.TLS != nil {
		conf.TLSConfig = c.TLS.Clone()
		conf.TLSConfig.ServerName, conf.Fallbacks = conf.Host, nil // never without
	}
	for name, value := range map[string]string{
		"application_name": "outrider-" + c.Schema, "timezone": "UTC", "statement_timeout": statementTimeout,
		"lock_timeout": lockTimeout, "idle_in_transaction_session_timeout": idleInTxTimeout,
	} {
		if _, set := conf.RuntimeParams[name]; !set {
			conf.RuntimeParams[name] = value
		}
	}
	if c.Traced {
		conf.Tracer = trace.SQL{}
	}
	pool := stdlib.OpenDB(*conf, stdlib.OptionAfterConnect(takeArrays))
	pool.SetMaxOpenConns(max(c.Connections, 2)) // one is the outbox relay's
	pool.SetMaxIdleConns(max(c.Connections, 2))
	pool.SetConnMaxIdleTime(maxIdleTime)
	pool.SetConnMaxLifetime(maxLifetime)
	orm, err := gorm.Open(postgres.New(postgres.Config{Conn: pool}), &gorm.Config{
		SkipDefaultTransaction: true, // InOrg is the transaction
		DisableAutomaticPing:   true,
		Logger:                 slowLog{c.Log},
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open gorm: %w", err), pool.Close())
	}
	return &DB{
		gorm: orm, sql: pool, schema: c.Schema, emits: c.Emits, capabilities: newCapabilityCache(c.Capabilities), wake: make(chan struct{}, 1),
	}, nil
}

// Close ends all connections; transactions under way fail.
func (db *DB) Close() error { return db.sql.Close() }

// TenantChanged has the next transaction in an organisation ask the host whether the plugin is on there.
func (db *DB) TenantChanged(orgID string) { db.capabilities.forget(orgID) }

// Emits are the subjects that the plugin's manifest lists under events.emits.
func (db *DB) Emits() []string { return db.emits }

// Schema is the plugin's schema, which is its id.
func (db *DB) Schema() string { return db.schema }

// SQL is the pool below gorm, for work that gorm cannot do. It is not scoped: a transaction on it sees no rows of any tenant until it
// has set a capability (see Scope).
func (db *DB) SQL() *sql.DB { return db.sql }

// InOrg runs do in one transaction that sees and writes the rows of one organisation, and commits if do returns nil. The capability is
// the request's if it is for that organisation, otherwise the host is asked. A database that does not answer is fault.Unavailable.
// Nothing is tried twice: do may have done other things meanwhile. While somebody waits for the answer to a request a transaction may take 8 s, unless the
// answer is a stream (web.HandleRaw).
func (db *DB) InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error {
	return db.run(ctx, orgID, nil, do)
}

// InAll runs do in one transaction over the shared tables of all organisations: the plugin's host-wide work.
func (db *DB) InAll(ctx context.Context, do func(tx *gorm.DB) error) error {
	return db.run(ctx, All, nil, do)
}

// Read runs do in one read-only transaction in the organisation of the request (or of web.AsPlugin).
func (db *DB) Read(ctx context.Context, do func(tx *gorm.DB) error) error {
	orgID := web.Caller(ctx).OrgID
	if orgID == "" {
		return errors.New("read: the context has no organisation")
	}
	return db.run(ctx, orgID, &sql.TxOptions{ReadOnly: true}, do)
}

func (db *DB) run(ctx context.Context, orgID string, opts *sql.TxOptions, do func(tx *gorm.DB) error) (err error) {
	ctx, span := trace.Begin(ctx, "transaction", otel.SpanKindInternal)
	if span.IsRecording() {
		span.SetAttributes(trace.KeyOrganisation.String(orgID))
		defer func() { trace.End(span, err, "rolled back") }()
	}
	if web.Capability(ctx) != "" && !web.Streams(ctx) {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, answerWithin)
		defer cancel()
	}
	capability, err := db.capability(ctx, orgID)
	if err != nil {
		return err
	}
	state := &transaction{schema: db.schema, emits: db.emits}
	err = db.gorm.WithContext(context.WithValue(ctx, transactionKey{}, state)).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec(scopeSQL, capability).Error; err != nil {
			return fmt.Errorf("scope transaction: %w", err)
		}
		return do(tx)
	}, opts)
	if err != nil {
		return unavailable(err)
	}
	for _, after := range state.after {
		after()
	}
	if state.outbox {
		db.Wake()
	}
	return nil
}

func (db *DB) capability(ctx context.Context, orgID string) (string, error) {
	if c := web.Capability(ctx); c != "" && web.Caller(ctx).OrgID == orgID && fresh(c, time.Now()) {
		return c, nil
	}
	c, err := db.capabilities.get(ctx, orgID)
	if err == nil {
		return c, nil
	}
	switch kind := fault.KindOf(err); {
	case kind == fault.NotFound:
		return "", fmt.Errorf("%w: %w", ErrNoTenant, err)
	case kind != fault.Internal || ctx.Err() != nil:
		return "", err
	}
	return "", fault.Wrap(fault.Unavailable, fmt.Errorf("get capability for %s: %w", orgID, err), notAnswering)
}
