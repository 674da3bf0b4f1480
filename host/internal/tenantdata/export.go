package tenantdata

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob"
)

// unsaid are the host's tables that say nothing of an organisation that others do not: machinery.
var unsaid = []string{"keto_outbox", "access_change", "event_outbox", "session"}

// content is what an archive says of itself, in contents.json, its last entry.
type content struct {
	Organisation string          `json:"organisation"`
	At           time.Time       `json:"at"`
	Tables       []exportedTable `json:"tables"`
	Files        int             `json:"files"`
	Left         string          `json:"left_out"`
}

type exportedTable struct {
	Name string `json:"name"` // "vehicles/vehicle"
	Rows int    `json:"rows"`
}

// Export writes all that is kept of an organisation as a zip: a JSON line a row, by plugin and table, and with files also every file as it is stored. An archive
// that breaks off has no directory, so that nobody takes it for whole.
func (s *Service) Export(ctx context.Context, orgID string, files bool, to io.Writer) error {
	archive := zip.NewWriter(to)
	says := content{Organisation: orgID, At: s.now().UTC(), Tables: []exportedTable{}, Left: "passwords, keys and other secrets"}
	err := s.inHost(ctx, orgID, func(tx pgx.Tx) error { return exportSchema(ctx, tx, archive, hostSchema, orgID, unsaid, &says) })
	if err != nil {
		return err
	}
	plugins, err := s.db.PluginSchemas(ctx)
	if err != nil {
		return err
	}
	for _, id := range plugins {
		err := s.db.InTenant(ctx, id, orgID, func(tx pgx.Tx) error {
			return exportSchema(ctx, tx, archive, id, orgID, []string{"outbox", "inbox"}, &says)
		})
		if err != nil {
			return fmt.Errorf("export the rows of %s: %w", id, err)
		}
	}
	if files {
		if says.Files, err = s.exportFiles(ctx, archive, orgID); err != nil {
			return err
		}
	}
	entry, err := archive.Create("contents.json")
	if err != nil {
		return fmt.Errorf("write contents.json: %w", err)
	}
	encoder := json.NewEncoder(entry)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(says); err != nil {
		return fmt.Errorf("write contents.json: %w", err)
	}
	return archive.Close()
}

func exportSchema(ctx context.Context, tx pgx.Tx, archive *zip.Writer, schema, orgID string, except []string, says *content) error {
	tables, err := tablesOf(ctx, tx, schema, except)
	if err != nil {
		return err
	}
	for _, table := range tables {
		rows, err := exportTable(ctx, tx, archive, schema, table, orgID)
		if err != nil {
			return fmt.Errorf("export %s.%s: %w", schema, table, err)
		}
		says.Tables = append(says.Tables, exportedTable{schema + "/" + table, rows})
	}
	return nil
}

func exportTable(ctx context.Context, tx pgx.Tx, archive *zip.Writer, schema, table, orgID string) (count int, err error) {
	columns, err := columnsOf(ctx, tx, schema, table)
	if err != nil {
		return 0, err
	}
	quoted := make([]string, len(columns))
	for i, column := range columns {
		quoted[i] = pgx.Identifier{column}.Sanitize()
	}
	entry, err := archive.Create("data/" + schema + "/" + table + ".ndjson")
	if err != nil {
		return 0, err
	}
	rows, err := tx.Query(ctx, `SELECT to_json(r)::text FROM (SELECT `+strings.Join(quoted, ", ")+` FROM `+pgx.Identifier{schema, table}.Sanitize()+` WHERE org_id = $1) r`, orgID)
	if err != nil {
		return 0, err
	}
	var line string
	_, err = pgx.ForEachRow(rows, []any{&line}, func() error {
		count++
		_, err := io.WriteString(entry, line+"\n")
		return err
	})
	return count, err
}

func (s *Service) exportFiles(ctx context.Context, archive *zip.Writer, orgID string) (count int, err error) {
	files := s.bucket.List(&blob.ListOptions{Prefix: orgID + "/"})
	for {
		object, err := files.Next(ctx)
		if errors.Is(err, io.EOF) {
			return count, nil
		}
		if err != nil {
			return count, fmt.Errorf("list the files of %s: %w", orgID, err)
		}
		if slices.Contains(strings.Split(object.Key, "/"), "..") {
			continue // no file of the product is called so
		}
		if err := s.exportFile(ctx, archive, object.Key); err != nil {
			return count, fmt.Errorf("export file %s: %w", object.Key, err)
		}
		count++
	}
}

func (s *Service) exportFile(ctx context.Context, archive *zip.Writer, key string) error {
	from, err := s.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // only read from: nothing is lost
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: "files/" + key, Method: zip.Store, Modified: from.ModTime()})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, from)
	return err
}
