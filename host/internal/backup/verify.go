package backup

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gocloud.dev/blob"
)

// Verify reads everything that a backup consists of, compares it with its hashes and looks for what a restore needs. Every fault that it
// finds is in the error.
func Verify(ctx context.Context, o Options) (Manifest, error) {
	bucket, err := openPlace(ctx, o.Place)
	if err != nil {
		return Manifest{}, err
	}
	defer func() { _ = bucket.Close() }() // only read from
	m, err := readManifest(ctx, bucket, o.Name)
	if err != nil {
		return Manifest{}, err
	}
	return m, m.verify(ctx, bucket)
}

func (m Manifest) verify(ctx context.Context, bucket *blob.Bucket) error {
	var problems []error
	for name, wanted := range m.needs() {
		part, listed := m.Parts[name]
		if !listed {
			problems = append(problems, fmt.Errorf("the manifest lists no %s", name))
			continue
		}
		err := part.open(ctx, bucket, m.key(name), func(r io.Reader) error {
			if wanted == nil {
				return whole(r)
			}
			return uncompressed(r, func(r io.Reader) error { return check(r, wanted) })
		})
		problems = append(problems, err)
	}
	seen := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(m.Media)) {
		one := m.Media[key]
		if len(one.SHA256) != 64 {
			problems = append(problems, fmt.Errorf("the manifest has no hash of file %s", key))
			continue
		}
		if seen[one.SHA256] {
			continue
		}
		seen[one.SHA256] = true
		err := Part{Size: one.Size, SHA256: one.SHA256}.open(ctx, bucket, objectKey(one.SHA256), func(io.Reader) error { return nil })
		if err != nil {
			problems = append(problems, fmt.Errorf("file %s: %w", key, err))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return errors.Join(problems...)
}

// needs are the parts of a backup, each with the entries that it cannot be restored without; nil for a stream.
func (m Manifest) needs() map[string][]string {
	database := []string{"PG_VERSION", controlFile, "backup_label", "pg_wal/"}
	for _, segment := range m.Postgres.WAL {
		database = append(database, "pg_wal/"+segment)
	}
	all := map[string][]string{partPostgres: database, partJournal: {}, partFolder: {"secrets.json"}}
	for _, s := range m.Streams {
		all[partStream(s.Name)] = nil
	}
	return all
}

// check reads an archive to its end.
func check(from io.Reader, wanted []string) error {
	found := map[string]bool{}
	err := entries(from, func(header *tar.Header, content io.Reader) error {
		found[header.Name] = true
		if header.Name == "secrets.json" || strings.HasSuffix(header.Name, "/catalog.json") {
			var any map[string]any
			if err := json.NewDecoder(content).Decode(&any); err != nil {
				return fmt.Errorf("%s cannot be read: %w", header.Name, err)
			}
		}
		_, err := io.Copy(io.Discard, content)
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range wanted {
		if !found[name] {
			return fmt.Errorf("%s is missing in it", name)
		}
	}
	return nil
}
