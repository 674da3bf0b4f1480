package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/media"
)

// Options are what all commands work with.
type Options struct {
	Config  config.Config
	Place   string    // folder or address of a bucket
	Name    string    // of a backup; empty: the newest
	Version string    // of the host's release
	Out     io.Writer // progress, for a person
	Now     func() time.Time
}

// names of parts
const (
	partPostgres = "postgres.tar.zst"
	partJournal  = "journal.tar.zst" // of the audit log
	partFolder   = "folder.tar.zst"  // the rest of the data folder
)

func partStream(name string) string { return "streams/" + name + ".s2" }

// Take makes a backup of the host that runs with this configuration.
func Take(ctx context.Context, o Options) (Manifest, error) {
	t, err := newTaking(ctx, o)
	if err != nil {
		return Manifest{}, err
	}
	defer t.close()
	if err := t.run(ctx); err != nil {
		return Manifest{}, err
	}
	return t.manifest, nil
}

// taking is one backup on its way.
type taking struct {
	Options
	manifest Manifest
	dir      string // the data folder
	running  embedded.Running
	bucket   *blob.Bucket
	media    *mediaCopy
	streams  *streams
	names    []string              // of streams
	were     map[string][]position // stream to the positions of its consumers before the moment
	closers  []func()
}

func newTaking(ctx context.Context, o Options) (*taking, error) {
	if o.Config.Postgres.URL != "" || o.Config.NATS.URL != "" {
		return nil, errors.New("this host has a Postgres or a NATS elsewhere: back these up by their own means (docs/operate.md)")
	}
	began := o.Now().UTC()
	t := &taking{Options: o, were: map[string][]position{}, manifest: Manifest{
		Format: format, Name: began.Format(nameLayout), Began: began, Version: o.Version, Platform: platform(), Parts: map[string]Part{},
	}}
	if err := t.open(ctx); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func platform() string { return runtime.GOOS + "/" + runtime.GOARCH }

func (t *taking) open(ctx context.Context) (err error) {
	if t.dir, err = filepath.Abs(t.Config.DataDir); err != nil {
		return err
	}
	if t.running, err = embedded.Reach(t.dir, t.Config.Postgres.Port, t.Config.NATS.Port); err != nil {
		return err
	}
	if t.bucket, err = openPlace(ctx, t.Place); err != nil {
		return err
	}
	t.closers = append(t.closers, func() { _ = t.bucket.Close() }) // everything was written or not by then
	from, err := openMedia(ctx, t.Config.MediaURL, t.dir)
	if err != nil {
		return err
	}
	t.closers = append(t.closers, func() { _ = from.Close() }) // only read from
	if t.media, err = newMediaCopy(ctx, from, t.bucket); err != nil {
		return err
	}
	conn, err := nats.Connect(t.running.NATS, nats.Name("outrider backup"))
	if err != nil {
		return fmt.Errorf("connect to NATS: %w", err)
	}
	t.closers = append(t.closers, conn.Close)
	if t.streams, err = openStreams(conn); err != nil {
		return err
	}
	t.names, err = t.streams.names(ctx)
	return err
}

// openPlace opens where backups are kept.
func openPlace(ctx context.Context, place string) (*blob.Bucket, error) {
	if !strings.Contains(place, "://") {
		var err error
		if place, err = filepath.Abs(place); err != nil {
			return nil, err
		}
	}
	return media.Open(ctx, place)
}

func openMedia(ctx context.Context, address, dir string) (*blob.Bucket, error) {
	if address == "" {
		address = filepath.Join(dir, "media")
	}
	return media.Open(ctx, address)
}

func (t *taking) close() {
	for i := len(t.closers) - 1; i >= 0; i-- {
		t.closers[i]()
	}
}

// run takes the parts in the order that loses nothing: see docs/decisions/backup.md.
func (t *taking) run(ctx context.Context) error {
	var early map[string]Media
	steps := []struct {
		name string
		do   func(context.Context) error
	}{
		{"files", func(ctx context.Context) (err error) { early, err = t.media.pass(ctx); return err }},
		{"rows and streams", t.moment},
		{"files that came meanwhile", func(ctx context.Context) error {
			late, err := t.media.pass(ctx)
			t.manifest.Media = together(early, late)
			return err
		}},
		{"data folder", func(ctx context.Context) error { return t.archive(ctx, partFolder, t.folder) }},
		{"manifest", func(ctx context.Context) error { return t.manifest.write(ctx, t.bucket) }},
	}
	for _, s := range steps {
		began := t.Now()
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(t.Out, "  %-26s %s\n", s.name, t.Now().Sub(began).Round(time.Millisecond))
	}
	return nil
}

// moment copies what belongs to one moment: the rows, and the streams with their consumers' positions of before.
func (t *taking) moment(ctx context.Context) error {
	release, err := t.streams.hold(ctx, t.names)
	if err != nil {
		return err
	}
	defer release()
	for _, name := range t.names {
		if t.were[name], err = t.streams.positions(ctx, name); err != nil {
			return err
		}
	}
	journal := func(ctx context.Context, a *archive) error {
		return a.folder(ctx, t.dir, "", ofJournal)
	}
	if err := t.archive(ctx, partJournal, journal); err != nil {
		return err
	}
	if err := t.archive(ctx, partPostgres, t.database); err != nil {
		return err
	}
	for i := range t.manifest.Streams {
		if err := t.stream(ctx, &t.manifest.Streams[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *taking) stream(ctx context.Context, s *Stream) error {
	part, err := store(ctx, t.bucket, t.manifest.key(partStream(s.Name)), func(w io.Writer) (err error) {
		s.Config, err = t.streams.copyStream(ctx, s.Name, s.Last, t.were[s.Name], w)
		return err
	})
	t.manifest.Parts[partStream(s.Name)] = part
	return err
}

func (t *taking) database(ctx context.Context, a *archive) error {
	b, err := beginBase(ctx, t.running.Postgres, t.running.Data)
	if err != nil {
		return err
	}
	defer b.close(ctx)
	if err := b.copyFiles(ctx, a); err != nil {
		return err
	}
	err = b.end(ctx, t.running.Postgres, func(ctx context.Context) (err error) {
		t.manifest.Moment = t.Now().UTC()
		t.manifest.Streams, err = t.streams.last(ctx, t.names)
		return err
	})
	t.manifest.Postgres = Database{Major: b.major, WAL: b.wal}
	if err != nil {
		return err
	}
	return b.finish(ctx, a)
}

func (t *taking) folder(ctx context.Context, a *archive) error {
	return a.folder(ctx, t.dir, "", ofDataFolder)
}

// archive stores one part of the backup.
func (t *taking) archive(ctx context.Context, name string, fill func(context.Context, *archive) error) error {
	part, err := store(ctx, t.bucket, t.manifest.key(name), func(w io.Writer) error {
		return compressed(w, func(w io.Writer) error {
			a := &archive{to: tar.NewWriter(w), now: t.manifest.Began}
			return errors.Join(fill(ctx, a), a.to.Close())
		})
	})
	t.manifest.Parts[name] = part
	return err
}

// apart are what of the data folder other parts hold, and what is made anew at every start.
var apart = map[string]bool{"media": true, "nats": true, "keto": true, "lock": true, "ports.json": true, "audit": true, unfinishedRestore: true}

func ofDataFolder(name string, _ bool) choice {
	top, _, _ := strings.Cut(name, "/")
	if apart[top] || strings.HasPrefix(top, "postgres") || strings.HasSuffix(name, ".installing") {
		return leave
	}
	return take
}

func ofJournal(name string, _ bool) choice {
	if top, _, _ := strings.Cut(name, "/"); top == "audit" {
		return take
	}
	return leave
}
