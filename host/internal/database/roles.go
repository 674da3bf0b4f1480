package database

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// createRole makes a role unless it exists. Roles belong to the whole server, so another database may have made it.
func createRole(role, attributes string) string {
	return fmt.Sprintf(`DO $$ BEGIN CREATE ROLE %s %s; EXCEPTION WHEN duplicate_object THEN NULL; END $$`, role, attributes)
}

func run(ctx context.Context, tx pgx.Tx, statements ...string) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// password returns the password of role, making one at the first call. It is hexadecimal, so it needs no quoting in statements.
func password(ctx context.Context, tx pgx.Tx, role string) (string, error) {
	made := newPassword()
	var kept string
	err := tx.QueryRow(ctx, `INSERT INTO outrider.role_password AS p (role, password) VALUES ($1, $2)
		ON CONFLICT ON CONSTRAINT role_password_pk DO UPDATE SET password = p.password RETURNING password`, role, made).Scan(&kept)
	return kept, err
}

func newPassword() string {
	raw := make([]byte, 24)
	rand.Read(raw)
	return hex.EncodeToString(raw)
}

// RoleURL is how a role that the host made connects to the database.
func (db *DB) RoleURL(ctx context.Context, role string) (string, error) {
	var password string
	err := db.pool.QueryRow(ctx, `SELECT password FROM outrider.role_password WHERE role = $1`, role).Scan(&password)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("role %s was never made: install the plugin first", role)
	}
	if err != nil {
		return "", fmt.Errorf("find the password of role %s: %w", role, err)
	}
	return db.urlAs(role, password)
}

// Keto makes Keto's role and schema and returns how it connects.
func (db *DB) Keto(ctx context.Context) (string, error) {
	const role, schema = "outrider_keto", "keto"
	err := db.exclusively(ctx, func(tx pgx.Tx) error {
		secret, err := password(ctx, tx, role)
		if err != nil {
			return err
		}
		return run(ctx, tx, createRole(role, "LOGIN"),
			`ALTER ROLE `+role+` PASSWORD '`+secret+`'`,
			`ALTER ROLE `+role+` SET search_path = `+schema,
			`GRANT `+role+` TO CURRENT_USER WITH SET TRUE, INHERIT FALSE`,
			`CREATE SCHEMA IF NOT EXISTS `+schema+` AUTHORIZATION `+role,
			grantReserved(role), grantConnect(role))
	})
	if err != nil {
		return "", fmt.Errorf("make Keto's role: %w", err)
	}
	return db.RoleURL(ctx, role)
}

// grantReserved lets a role have connections that are kept for the host, where the host may say so.
func grantReserved(role string) string {
	return `DO $$ BEGIN GRANT pg_use_reserved_connections TO ` + role + `; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`
}

func grantConnect(role string) string {
	return `DO $$ BEGIN EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO ` + role + `', current_database()); END $$`
}
