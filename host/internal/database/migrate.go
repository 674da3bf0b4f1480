package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver that goose runs on
	"github.com/pressly/goose/v3"
)

// migrate runs, for a caller that has its turn, the numbered files of folder that schema has not had yet; which it had stands in <schema>.migration.
func migrate(ctx context.Context, url, schema string, folder fs.FS) error {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	defer db.Close()
	runner, err := goose.NewProvider(goose.DialectPostgres, db, folder,
		goose.WithTableName(schema+".migration"), goose.WithDisableGlobalRegistry(true))
	if errors.Is(err, goose.ErrNoMigrations) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read migrations of %s: %w", schema, err)
	}
	if _, err := runner.Up(ctx); err != nil {
		return fmt.Errorf("migrate %s: %w", schema, err)
	}
	return nil
}
