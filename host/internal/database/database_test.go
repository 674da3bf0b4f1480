package database_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/plugin/manifest"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }

const rooms = `-- Rooms by day, to try the policy on a partitioned table too.
-- +goose Up
CREATE TABLE rooms.room (
    org_id text NOT NULL, id text NOT NULL, name text NOT NULL,
    CONSTRAINT room_pk PRIMARY KEY (org_id, id)
);
SELECT outrider.protect('rooms.room');
CREATE TABLE rooms.night (
    org_id text NOT NULL, room_id text NOT NULL, day date NOT NULL,
    CONSTRAINT night_pk PRIMARY KEY (org_id, room_id, day)
) PARTITION BY RANGE (day);
CREATE TABLE rooms.night_2025 PARTITION OF rooms.night FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
SELECT outrider.protect('rooms.night');
CREATE TABLE rooms.key_card (
    id text NOT NULL, org_id text NOT NULL,
    CONSTRAINT key_card_pk PRIMARY KEY (id)
);
SELECT outrider.protect_shared('rooms.key_card');
SELECT outrider.outbox('rooms');
SELECT outrider.inbox('rooms');
`

type fixture struct {
	t     *testing.T
	db    *database.DB
	rooms *pgx.Conn // as the plugin's runtime role
}

func install(t *testing.T) fixture {
	t.Helper()
	ctx := t.Context()
	db, err := database.Open(ctx, hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	for id, sql := range map[string]string{"rooms": rooms, "spa": strings.ReplaceAll(rooms, "rooms", "spa")} {
		m := manifest.Manifest{ID: id, Postgres: &manifest.Postgres{Connections: 1}}
		folder := fstest.MapFS{"0001_" + id + ".sql": {Data: []byte(sql)}}
		for range 2 { // an install repeats harmlessly
			if err := db.InstallPlugin(ctx, m, folder); err != nil {
				t.Fatal(err)
			}
		}
	}
	f := fixture{t: t, db: db}
	f.rooms = f.connect("rooms")
	f.must(f.sign("north", "rooms", time.Minute), `INSERT INTO room VALUES ('north', '1', 'Atlas')`)
	f.must(f.sign("south", "rooms", time.Minute), `INSERT INTO room VALUES ('south', '1', 'Zephyr')`)
	return f
}

func (f fixture) connect(plugin string) *pgx.Conn {
	f.t.Helper()
	url, err := f.db.PluginURL(f.t.Context(), plugin)
	if err != nil {
		f.t.Fatal(err)
	}
	c, err := pgx.Connect(f.t.Context(), url)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { c.Close(context.WithoutCancel(f.t.Context())) })
	return c
}

func (f fixture) sign(org, plugin string, ttl time.Duration) string {
	f.t.Helper()
	capability, err := f.db.Signer().Sign(org, plugin, time.Now().Add(ttl))
	if err != nil {
		f.t.Fatal(err)
	}
	return capability
}

// in runs statements in one transaction of the plugin with a capability; the last one's first column is returned as text.
func (f fixture) in(capability string, statements ...string) (values []string, err error) {
	ctx := f.t.Context()
	err = pgx.BeginFunc(ctx, f.rooms, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config('outrider.capability', $1, true)`, capability); err != nil {
			return err
		}
		for _, s := range statements {
			rows, err := tx.Query(ctx, s)
			if err != nil {
				return err
			}
			values = nil
			for rows.Next() {
				row, err := rows.Values()
				if err != nil {
					return err
				}
				if s, isText := row[0].(string); isText {
					values = append(values, s)
				}
			}
			if err := rows.Err(); err != nil {
				return err
			}
		}
		return nil
	})
	return values, err
}

func (f fixture) must(capability string, statements ...string) []string {
	f.t.Helper()
	values, err := f.in(capability, statements...)
	if err != nil {
		f.t.Fatalf("%s: %v", statements, err)
	}
	return values
}

func (f fixture) refused(what, capability string, statements ...string) {
	f.t.Helper()
	values, err := f.in(capability, statements...)
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || answer.Code != "42501" {
		f.t.Errorf("%s: got %v and error %v, want error 42501", what, values, err)
	}
}
