// Package database owns the host's schema and makes each plugin's: its two roles, its migrations and the capability without
// which its runtime role sees no row.
package database

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/trace"
)

//go:embed migrations/*.sql
var migrations embed.FS

// DB is the host's own access to the database.
type DB struct {
	pool   *pgxpool.Pool
	url    string
	hosts  int // that may share it
	signer *Signer
}

// hostConnections is the host's share of the database's connections.
const hostConnections = 12

// Open connects as the role of databaseURL, waiting up to a minute for the database to answer, and brings the host's schema up
// to date. Hosts that start together take turns.
func Open(ctx context.Context, databaseURL string) (*DB, error) {
	settings, err := pgxpool.ParseConfig(databaseURL)
	if err != nil {
		return nil, errors.New("open the database: its URL cannot be read")
	}
	settings.MaxConns = hostConnections
	settings.ConnConfig.RuntimeParams["lock_timeout"] = lockTimeout
	settings.ConnConfig.Tracer = trace.SQL{}
	pool, err := pgxpool.NewWithConfig(ctx, settings)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	db := &DB{pool: pool, url: databaseURL, hosts: 1}
	if err := db.prepare(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("prepare the database: %w", err)
	}
	return db, nil
}

func (db *DB) prepare(ctx context.Context) error {
	if err := db.awaitAnswer(ctx); err != nil {
		return err
	}
	if err := db.found(ctx); err != nil {
		return fmt.Errorf("make the schema and the roles: %w", err)
	}
	own, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	if err := db.migrateHost(ctx, own); err != nil {
		return err
	}
	db.signer, err = openSigner(ctx, db.pool)
	return err
}

func (db *DB) awaitAnswer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		err := db.pool.Ping(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}

const (
	hostSchema = "outrider"
	setupLock  = "setup"     // one host at a time makes roles and schemas
	migration  = "migration" // and migrates the host's own schema
)

// found makes what the migrations need: the schema and the two roles that every plugin's roles belong to. It also closes what
// Postgres leaves open to everyone.
func (db *DB) found(ctx context.Context) error {
	if err := db.makeLocks(ctx); err != nil {
		return fmt.Errorf("make the table of locks: %w", err)
	}
	return db.exclusively(ctx, func(tx pgx.Tx) error {
		return run(ctx, tx,
			createRole("outrider_plugin", "NOLOGIN"),
			createRole("outrider_plugin_owner", "NOLOGIN"),
			`GRANT USAGE ON SCHEMA outrider TO outrider_plugin, outrider_plugin_owner`,
			// Only where it is needed: Postgres does not know the owner of the database for one in a connection that was let in when there were few left.
			`DO $$ BEGIN IF EXISTS (SELECT FROM pg_namespace n, aclexplode(n.nspacl) a WHERE n.nspname = 'public' AND a.grantee = 0) THEN
				REVOKE ALL ON SCHEMA public FROM PUBLIC; END IF; END $$`,
			`DO $$ BEGIN EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()); END $$`,
		)
	})
}

// exclusively runs do in a transaction, one host and one caller at a time.
func (db *DB) exclusively(ctx context.Context, do func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = 0`); err != nil {
			return err
		}
		if err := rowlock.Wait(ctx, tx, setupLock); err != nil {
			return err
		}
		return do(tx)
	})
}

// SharedBy says how many hosts may work on the database, one at first: plugins' roles get connections for so many.
func (db *DB) SharedBy(hosts int) { db.hosts = hosts }

// Pool is the host's connections, as the role that owns schema outrider.
func (db *DB) Pool() *pgxpool.Pool { return db.pool }

// Signer signs capabilities with the database's key.
func (db *DB) Signer() *Signer { return db.signer }

// Close gives the connections back.
func (db *DB) Close() { db.pool.Close() }

// urlAs is the database's URL for another role.
func (db *DB) urlAs(role, password string) (string, error) {
	u, err := url.Parse(db.url)
	if err != nil {
		return "", errors.New("the database's URL cannot be read")
	}
	u.User = url.UserPassword(role, password)
	return u.String(), nil
}
