package database

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// RemovePlugin deletes all that a plugin keeps: its schema with every table, what organisations set for it, and which migrations ran. Its process must have ended;
// installed again it begins anew. Grants of its permissions stay.
func (db *DB) RemovePlugin(ctx context.Context, id string) (err error) {
	if !pluginID.MatchString(id) || slices.Contains(reserved, id) {
		return fmt.Errorf("delete the data of plugin %q: no plugin has this id", id)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("delete the data of plugin %s: %w", id, err)
		}
	}()
	turn, err := db.turn(ctx, "plugin "+id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, turn.Close(context.WithoutCancel(ctx))) }()
	return db.exclusively(ctx, func(tx pgx.Tx) error {
		var there bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)`, id).Scan(&there); err != nil {
			return err
		}
		if there {
			if err := run(ctx, tx, `SET LOCAL ROLE `+ownerRole(id), `DROP SCHEMA `+id+` CASCADE`, `RESET ROLE`); err != nil {
				return err
			}
		}
		for _, table := range []string{"plugin_migration", "plugin_setting"} {
			if _, err := tx.Exec(ctx, `DELETE FROM outrider.`+table+` WHERE plugin = $1`, id); err != nil {
				return err
			}
		}
		return nil
	})
}
