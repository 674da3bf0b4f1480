package database_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/plugin/manifest"
)

func TestInstallPlugin_RefusesAMigrationThatWasEditedAfterItRan(t *testing.T) {
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	m := manifest.Manifest{ID: "edited", Postgres: &manifest.Postgres{Connections: 1}}
	install := func(sql string) error {
		return db.InstallPlugin(t.Context(), m, fstest.MapFS{"0001_first.sql": {Data: []byte(sql)}})
	}
	const first = "-- A table.\n-- +goose Up\nCREATE TABLE edited.thing (id text);\n"
	const edited = "-- A table.\n-- +goose Up\nCREATE TABLE edited.thing (id text, name text);\n"
	if err := errors.Join(install(first), install("-- Another comment.\n\n"+strings.TrimPrefix(first, "-- A table.\n"))); err != nil {
		t.Fatal(err)
	}
	var refused *database.EditedError
	if err := install(edited); !errors.As(err, &refused) || refused.File != "0001_first.sql" {
		t.Fatalf("an edited migration is answered %v", err)
	}
	if err := errors.Join(db.RemovePlugin(t.Context(), m.ID), db.RemovePlugin(t.Context(), m.ID), install(edited)); err != nil {
		t.Errorf("after its data were deleted: %v", err)
	}
	for _, id := range []string{"outrider", "keto", "nobody; DROP"} {
		if db.RemovePlugin(t.Context(), id) == nil {
			t.Errorf("the data of %q were deleted", id)
		}
	}
}

func TestCheckMigrationFiles(t *testing.T) {
	err := database.CheckMigrationFiles(fstest.MapFS{
		"0001_a.sql": {Data: []byte("-- +goose Up\nSELECT 1;")}, "0001_b.sql": {Data: []byte("-- +goose Up\nSELECT 1;")},
		"0002_c.sql": {Data: []byte("SELECT 1;")}, "three.sql": {Data: []byte("-- +goose Up\nSELECT 1;")},
	})
	for _, want := range []string{"0001_b.sql: the number is 0001_a.sql's, too", `0002_c.sql: the line "-- +goose Up" is missing`, "three.sql: a migration is called 0001_what_it_does.sql"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("it says %v, want %q", err, want)
		}
	}
}
