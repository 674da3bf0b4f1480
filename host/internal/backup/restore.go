package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/embedded"
)

// unfinishedRestore is the file in a data folder that says that not everything has been restored yet.
const unfinishedRestore = "restore.unfinished"

// Unfinished returns an error if a restore into the data folder was interrupted: a host must not start on the half of it.
func Unfinished(dir string) error {
	raw, err := os.ReadFile(filepath.Join(dir, unfinishedRestore))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for an unfinished restore: %w", err)
	}
	return fmt.Errorf("the restore of %s into %s did not end: run `outrider restore` again, which begins anew, or remove the folder", raw, dir)
}

// Restore brings a backup into the empty data folder of the configuration, which it makes. What an interrupted restore left there is replaced.
func Restore(ctx context.Context, o Options, log *slog.Logger) (m Manifest, err error) {
	if o.Config.Postgres.URL != "" || o.Config.NATS.URL != "" {
		return m, errors.New("a backup is restored into a host that runs its own Postgres and NATS: unset postgres.url and nats.url")
	}
	bucket, err := openPlace(ctx, o.Place)
	if err != nil {
		return m, err
	}
	defer func() { _ = bucket.Close() }() // only read from
	if m, err = readManifest(ctx, bucket, o.Name); err != nil {
		return m, err
	}
	if m.Platform != platform() {
		return m, fmt.Errorf("the backup was taken on %s, and its database runs nowhere else; this is %s", m.Platform, platform())
	}
	dir, err := filepath.Abs(o.Config.DataDir)
	if err != nil {
		return m, err
	}
	r := restoring{Options: o, manifest: m, bucket: bucket, dir: dir, log: log}
	return m, r.run(ctx)
}

type restoring struct {
	Options
	manifest Manifest
	bucket   *blob.Bucket
	dir      string
	log      *slog.Logger
}

func (r restoring) run(ctx context.Context) error {
	if err := os.MkdirAll(r.dir, 0o755); err != nil { // plugins' users pass
		return fmt.Errorf("make the data folder: %w", err)
	}
	lock, err := embedded.Lock(r.dir)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }() // ends with the process at the latest
	if err := r.empty(); err != nil {
		return err
	}
	target, err := openMedia(ctx, r.Config.MediaURL, r.dir)
	if err != nil {
		return err
	}
	defer func() { _ = target.Close() }() // each file was closed
	steps := []struct {
		name string
		do   func(context.Context) error
	}{
		{"data folder", func(ctx context.Context) error {
			return errors.Join(r.part(ctx, partFolder, r.dir, ownNothing), r.part(ctx, partJournal, r.dir, ownNothing))
		}},
		{"rows", r.database},
		{"streams", r.streams},
		{"files", func(ctx context.Context) error { return r.files(ctx, target) }},
	}
	for _, s := range steps {
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(r.Out, "  %s\n", s.name)
	}
	return os.Remove(filepath.Join(r.dir, unfinishedRestore))
}

func ownNothing(string) error { return nil }

// empty refuses a folder with anything in it, removes what an interrupted restore left, and marks the folder.
func (r restoring) empty() error {
	marker := filepath.Join(r.dir, unfinishedRestore)
	_, err := os.Stat(marker)
	again := err == nil
	all, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	for _, entry := range all {
		name := entry.Name()
		if name == "lock" || name == unfinishedRestore {
			continue
		}
		if !again {
			return fmt.Errorf("%s is not empty (there is %s): restore into a folder that holds nothing", r.dir, name)
		}
		path := filepath.Join(r.dir, name)
		if target, err := os.Readlink(path); err == nil && name == "postgres" {
			if err := os.RemoveAll(target); err != nil {
				return err
			}
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return os.WriteFile(marker, []byte(r.manifest.Name), 0o600)
}

func (r restoring) part(ctx context.Context, name, dir string, own func(string) error) error {
	part, listed := r.manifest.Parts[name]
	if !listed {
		return fmt.Errorf("the backup has no %s", name)
	}
	return part.open(ctx, r.bucket, r.manifest.key(name), func(from io.Reader) error {
		return uncompressed(from, func(from io.Reader) error { return unpack(from, dir, own) })
	})
}

// database puts the files where the next start looks for them; that start recovers from the log.
func (r restoring) database(ctx context.Context) error {
	home, err := embedded.HomeOf(r.dir, embedded.PostgresOptions{Binaries: r.Config.Postgres.Binaries, OSUser: r.Config.Postgres.OSUser})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(home.Dir(), 0o700); err != nil {
		return err
	}
	if err := errors.Join(os.Chmod(home.Dir(), 0o700), home.Own(home.Dir())); err != nil {
		return err
	}
	return r.part(ctx, partPostgres, home.Dir(), home.Own)
}

// files brings the files to the media storage; those that are there already with the right size and hash are left.
func (r restoring) files(ctx context.Context, target *blob.Bucket) error {
	for _, key := range slices.Sorted(maps.Keys(r.manifest.Media)) {
		one := r.manifest.Media[key]
		if len(one.SHA256) != 64 {
			return fmt.Errorf("the manifest has no hash of file %s", key)
		}
		want := Part{Size: one.Size, SHA256: one.SHA256}
		if there, err := r.has(ctx, target, key, want); err != nil || there {
			if err != nil {
				return err
			}
			continue
		}
		_, err := store(ctx, target, key, func(w io.Writer) error {
			return want.open(ctx, r.bucket, objectKey(one.SHA256), func(from io.Reader) error {
				_, err := io.Copy(w, from)
				return err
			})
		})
		if err != nil {
			return fmt.Errorf("file %s: %w", key, err)
		}
	}
	return nil
}

func (r restoring) has(ctx context.Context, target *blob.Bucket, key string, want Part) (bool, error) {
	there, err := target.Exists(ctx, key)
	if err != nil || !there {
		return false, err
	}
	from, err := target.NewReader(ctx, key, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = from.Close() }() // only read from
	got, err := hashed(io.Discard, from)
	return got == want, err
}
