package database_test

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/plugin/manifest"
)

// hostile is a plugin whose process wants to harm the others.
func hostile(t *testing.T, connections int) (db *database.DB, m manifest.Manifest) {
	t.Helper()
	return hostileAt(t, hosttest.DatabaseURL(t), connections)
}

func hostileAt(t *testing.T, url string, connections int) (db *database.DB, m manifest.Manifest) {
	t.Helper()
	db, err := database.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	m = manifest.Manifest{ID: "hostile", Postgres: &manifest.Postgres{Connections: connections}}
	installHostile(t, db, m)
	return db, m
}

func installHostile(t *testing.T, db *database.DB, m manifest.Manifest) {
	t.Helper()
	folder := fstest.MapFS{"0001_first.sql": {Data: []byte("-- A table to find.\n-- +goose Up\nCREATE TABLE hostile.thing (id text);\n")}}
	if err := db.InstallPlugin(t.Context(), m, folder); err != nil {
		t.Fatal(err)
	}
}

// asPlugin connects as the plugin's process does.
func asPlugin(t *testing.T, db *database.DB, m manifest.Manifest) *pgx.Conn {
	t.Helper()
	url, err := db.PluginURL(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatalf("connect as the plugin: %v", err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

func TestPluginRole_IsRefused(t *testing.T) {
	db, m := hostile(t, 2)
	conn := asPlugin(t, db, m)
	for name, statement := range map[string]string{
		"an advisory lock":             `SELECT pg_advisory_lock(1)`,
		"an advisory lock of two keys": `SELECT pg_advisory_lock(1, 2)`,
		"one of a transaction":         `SELECT pg_advisory_xact_lock(1)`,
		"a shared one":                 `SELECT pg_try_advisory_lock_shared(1)`,
		"giving one back":              `SELECT pg_advisory_unlock_all()`,
		"a large object":               `SELECT lo_create(0)`,
		"one from bytes":               `SELECT lo_from_bytea(0, 'x')`,
		"a lock of the host":           `SELECT FROM outrider.lock FOR UPDATE`,
		"a name of the host's locks":   `INSERT INTO outrider.lock VALUES ('mine')`,
		"a table of the host":          `DO $$ BEGIN LOCK TABLE outrider.access_change IN ACCESS SHARE MODE; END $$`,
		"another role's password":      `ALTER ROLE outrider_hostile_owner PASSWORD 'x'`,
		"a higher limit":               `ALTER ROLE outrider_hostile CONNECTION LIMIT 1000`,
		"another role":                 `SET ROLE outrider_hostile_owner`,
		"a table in its own schema":    `CREATE TABLE hostile.more (id text)`,
	} {
		_, err := conn.Exec(t.Context(), statement)
		if e, ok := errors.AsType[*pgconn.PgError](err); !ok || e.Code != "42501" {
			t.Errorf("%s was not refused: %v", name, err)
		}
	}
}

func TestPluginRole_OwnLocksReachNobodyElse(t *testing.T) {
	db, m := hostile(t, 2)
	conn, other := asPlugin(t, db, m), asPlugin(t, db, m)
	take := func(conn *pgx.Conn, name string) (mine bool) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), `SELECT outrider.try_session_lock($1)`, name).Scan(&mine); err != nil {
			t.Fatal(err)
		}
		return mine
	}
	for _, name := range []string{"outrider.access_change", "access_change", "keto", "setup", "outbox"} {
		if !take(conn, name) {
			t.Errorf("the plugin has no lock of its own called %s", name)
		}
		if take(other, name) {
			t.Errorf("two connections of the plugin have the lock %s", name)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for _, name := range []string{"access_change", "setup", "keto"} {
		err := pgx.BeginFunc(ctx, db.Pool(), func(tx pgx.Tx) error { return rowlock.Wait(ctx, tx, name) })
		if err != nil {
			t.Errorf("the host waits for a plugin's lock %s: %v", name, err)
		}
	}
	installHostile(t, db, m)
}

func TestPluginRole_WhatItChangesOfItselfIsPutBack(t *testing.T) {
	db, m := hostile(t, 2)
	conn := asPlugin(t, db, m)
	for _, statement := range []string{`ALTER ROLE outrider_hostile PASSWORD 'stolen'`, `ALTER ROLE outrider_hostile SET search_path = nowhere`} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	installHostile(t, db, m)
	var path, wait string
	if err := asPlugin(t, db, m).QueryRow(t.Context(), `SELECT current_setting('search_path'), current_setting('lock_timeout')`).Scan(&path, &wait); err != nil {
		t.Fatal(err)
	}
	if path != "hostile" || wait != "30s" {
		t.Errorf("search_path %q, lock_timeout %q", path, wait)
	}
}

func TestPluginRole_LeavesConnectionsForTheHost(t *testing.T) {
	own := hosttest.DatabaseURL(t)
	db, m := hostileAt(t, own, 1_000)
	url, err := db.PluginURL(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	full := false
	for n := 0; n < 1_000 && !full; n++ {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			full = true
			break
		}
		defer conn.Close(context.WithoutCancel(t.Context()))
	}
	if !full {
		t.Fatal("a plugin has a thousand connections")
	}
	another, err := database.Open(t.Context(), own)
	if err != nil {
		t.Fatalf("a plugin has taken all connections: %v", err)
	}
	another.Close()
}
