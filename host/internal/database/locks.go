package database

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/outrider/host/internal/rowlock"
)

const (
	lockTimeout  = "5s"  // for statements of the host that wait for others of its own
	ownerTimeout = "60s" // for migrations of a plugin, which its process may keep waiting
	runTimeout   = "30s" // for a plugin's process, unless it says otherwise
)

// makeLocks makes the table whose rows are the host's locks, and the schema that it is in. Hosts that do so at the same moment disturb each other,
// since there is nothing yet to take turns by: they try again.
func (db *DB) makeLocks(ctx context.Context) (err error) {
	const tries = 20
	for range tries {
		_, err = db.pool.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS outrider;
			CREATE TABLE IF NOT EXISTS outrider.lock (name text NOT NULL, CONSTRAINT lock_pk PRIMARY KEY (name))`)
		// Names that are there already, and a row of the catalogue that another has just changed.
		if e, ok := errors.AsType[*pgconn.PgError](err); !ok || !slices.Contains([]string{"23505", "42P06", "42P07", "42710", "XX000"}, e.Code) {
			return err
		}
	}
	return err
}

// turn waits until no other host has the lock, and holds it until the connection is closed. The connection is none of the pool's, which those who wait could
// empty.
func (db *DB) turn(ctx context.Context, name string) (*pgx.Conn, error) {
	connection, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	if err := hold(ctx, connection, name); err != nil {
		return nil, errors.Join(err, connection.Close(context.WithoutCancel(ctx)))
	}
	return connection, nil
}

// hold takes a lock in a transaction that ends with the connection.
func hold(ctx context.Context, connection *pgx.Conn, name string) error {
	if _, err := connection.Exec(ctx, `SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`); err != nil {
		return err
	}
	tx, err := connection.Begin(ctx)
	if err != nil {
		return err
	}
	return rowlock.Wait(ctx, tx, name)
}

// migrateHost brings the host's own schema up to date; hosts take turns.
func (db *DB) migrateHost(ctx context.Context, files fs.FS) (err error) {
	turn, err := db.turn(ctx, migration)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, turn.Close(context.WithoutCancel(ctx))) }()
	return migrate(ctx, db.url, hostSchema, files)
}
