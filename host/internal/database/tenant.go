package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// tenantWithin bounds what is done with an organisation's rows of one table.
const tenantWithin = time.Hour

// PluginSchemas are the ids of all plugins that have rows here, also of those that are not installed any more.
func (db *DB) PluginSchemas(ctx context.Context) ([]string, error) {
	rows, err := db.pool.Query(ctx, `SELECT n.nspname FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner
		WHERE r.rolname = 'outrider_' || n.nspname || '_owner' ORDER BY 1`)
	if err != nil {
		return nil, fmt.Errorf("list the schemas of plugins: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the schemas of plugins: %w", err)
	}
	return ids, nil
}

// TenantTables are the tables of a schema that have rows by organisation: a parent stands for its partitions.
func TenantTables(ctx context.Context, tx pgx.Tx, schema string) ([]string, error) {
	rows, err := tx.Query(ctx, `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped
		WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`, schema)
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", schema, err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", schema, err)
	}
	return tables, nil
}

// InTenant runs a transaction as the owner of a plugin's schema that sees the rows of one organisation. The owner may log in only meanwhile.
func (db *DB) InTenant(ctx context.Context, pluginID, orgID string, do func(tx pgx.Tx) error) error {
	capability, err := db.signer.Sign(orgID, pluginID+"_owner", time.Now().Add(tenantWithin))
	if err != nil {
		return err
	}
	connection, err := db.connectOwner(ctx, pluginID)
	if err != nil {
		return fmt.Errorf("connect as the owner of %s: %w", pluginID, err)
	}
	defer func() { _ = connection.Close(context.WithoutCancel(ctx)) }() // its transaction has ended, well or not
	return pgx.BeginFunc(ctx, connection, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config('outrider.capability', $1, true)`, capability); err != nil {
			return fmt.Errorf("open organisation %s of %s: %w", orgID, pluginID, err)
		}
		return do(tx)
	})
}

func (db *DB) connectOwner(ctx context.Context, pluginID string) (connection *pgx.Conn, err error) {
	turn, err := db.turn(ctx, "plugin "+pluginID) // the owner's password of the moment is one for all hosts
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, turn.Close(context.WithoutCancel(ctx))) }()
	owner, once := ownerRole(pluginID), newPassword()
	if _, err := db.pool.Exec(ctx, `ALTER ROLE `+owner+` LOGIN PASSWORD '`+once+`'`); err != nil {
		return nil, err
	}
	defer func() {
		_, closing := db.pool.Exec(context.WithoutCancel(ctx), `ALTER ROLE `+owner+` NOLOGIN PASSWORD NULL`)
		err = errors.Join(err, closing)
	}()
	url, err := db.urlAs(owner, once)
	if err != nil {
		return nil, err
	}
	return pgx.Connect(ctx, url)
}
