package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob"
)

// Purge deletes all files of a plugin, in every organisation, and ends the uploads to it.
func (u *Uploads) Purge(ctx context.Context, plugin string) error {
	begun, err := u.register.ofPlugin(ctx, plugin)
	if err != nil {
		return err
	}
	stored, err := u.files.ofPlugin(ctx, plugin)
	if err != nil {
		return err
	}
	keys := append(begun, stored...)
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if err := u.End(ctx, key); err != nil {
			return fmt.Errorf("delete file %s: %w", key, err)
		}
	}
	return nil
}

// ofPlugin are keys of a plugin's uploads that are not over.
func (g *Register) ofPlugin(ctx context.Context, plugin string) ([]string, error) {
	rows, err := g.pool.Query(ctx, `SELECT key FROM outrider.media_upload WHERE split_part(key, '/', 2) = $1 AND state <> 'over'`, plugin)
	if err != nil {
		return nil, fmt.Errorf("list the uploads of %s: %w", plugin, err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the uploads of %s: %w", plugin, err)
	}
	return keys, nil
}

// ofPlugin are keys of a plugin's files.
func (f *Files) ofPlugin(ctx context.Context, plugin string) (keys []string, err error) {
	err = f.each(ctx, blob.ListOptions{Delimiter: "/"}, func(organisation string) error {
		if !strings.HasSuffix(organisation, "/") || organisation == uploads {
			return nil
		}
		return f.each(ctx, blob.ListOptions{Prefix: organisation + plugin + "/"}, func(key string) error {
			keys = append(keys, key)
			return nil
		})
	})
	return keys, err
}

// each hands on the keys of a list; with a delimiter those of folders end with it.
func (f *Files) each(ctx context.Context, which blob.ListOptions, take func(key string) error) error {
	list := f.bucket.List(&which)
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return faultOf(err)
		}
		if err := take(object.Key); err != nil {
			return err
		}
	}
}
