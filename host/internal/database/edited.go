package database

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
)

// EditedError is a migration of a plugin that does not say any more what it said when it ran.
type EditedError struct{ Plugin, File string }

func (e *EditedError) Error() string {
	return fmt.Sprintf("%s was edited after it had run: put it back and write a new migration (during development, `outrider plugin reset %s` deletes the plugin's data and begins anew)", e.File, e.Plugin)
}

// checkMigrations refuses migrations that were edited since they ran. Those that ran before their digests were kept are taken as they are.
func (db *DB) checkMigrations(ctx context.Context, plugin string, digests map[string][]byte) error {
	rows, err := db.pool.Query(ctx, `SELECT name, digest FROM outrider.plugin_migration WHERE plugin = $1 ORDER BY name`, plugin)
	if err != nil {
		return fmt.Errorf("read which migrations ran: %w", err)
	}
	var name string
	var ran []byte
	_, err = pgx.ForEachRow(rows, []any{&name, &ran}, func() error {
		if now, ok := digests[name]; ok && !bytes.Equal(now, ran) { // a release of before has fewer
			return &EditedError{plugin, name}
		}
		return nil
	})
	return err
}

// keepMigrations notes what the migrations said that have run.
func (db *DB) keepMigrations(ctx context.Context, plugin string, digests map[string][]byte) error {
	batch := &pgx.Batch{}
	for name, digest := range digests {
		batch.Queue(`INSERT INTO outrider.plugin_migration (plugin, name, digest) VALUES ($1, $2, $3) ON CONFLICT ON CONSTRAINT plugin_migration_pk DO NOTHING`, plugin, name, digest)
	}
	if err := db.pool.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("note which migrations ran: %w", err)
	}
	return nil
}

// migrationDigests are the SHA-256 of the migrations of a folder by file, of what they do: comments and blank lines may change.
func migrationDigests(folder fs.FS) (map[string][]byte, error) {
	files, err := fs.Glob(folder, "*.sql")
	if err != nil {
		return nil, err
	}
	digests := map[string][]byte{}
	for _, name := range files {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("read migration %s: %w", name, err)
		}
		digests[name] = statementsDigest(content)
	}
	return digests, nil
}

func statementsDigest(content []byte) []byte {
	sum := sha256.New()
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, len(content)+1)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		isComment := strings.HasPrefix(line, "--") && !strings.HasPrefix(line, "-- +goose")
		if line != "" && !isComment {
			sum.Write([]byte(line + "\n"))
		}
	}
	return sum.Sum(nil)
}

var migrationName = regexp.MustCompile(`^\d{4}_[a-z0-9_]+\.sql$`)

// CheckMigrationFiles finds what would not run as meant: names without a number, one number twice, files that goose does not know as migrations, statements that cannot be told apart.
func CheckMigrationFiles(folder fs.FS) error {
	files, err := fs.Glob(folder, "*.sql")
	if err != nil {
		return err
	}
	var problems []error
	numbers := map[string]string{}
	for _, name := range files {
		content, err := fs.ReadFile(folder, name)
		switch {
		case err != nil:
			problems = append(problems, err)
		case !migrationName.MatchString(name):
			problems = append(problems, fmt.Errorf("%s: a migration is called 0001_what_it_does.sql", name))
		case numbers[name[:4]] != "":
			problems = append(problems, fmt.Errorf("%s: the number is %s's, too", name, numbers[name[:4]]))
		case !bytes.Contains(content, []byte("-- +goose Up")):
			problems = append(problems, fmt.Errorf("%s: the line \"-- +goose Up\" is missing, so that nothing of it would run", name))
		default:
			numbers[name[:4]] = name
		}
	}
	return errors.Join(problems...)
}
