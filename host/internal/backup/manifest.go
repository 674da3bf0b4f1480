package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

const (
	format       = 1 // of manifests that this program writes, and the only one that it reads
	manifestName = "manifest.json"
	backups      = "backups/"
	objects      = "objects/"
	nameLayout   = "20060102T150405.000Z"
)

// ErrNone means that a place holds no whole backup.
var ErrNone = errors.New("there is no complete backup")

// Manifest lists all that belongs to one backup.
type Manifest struct {
	Format   int              `json:"format"`
	Name     string           `json:"name"`
	Began    time.Time        `json:"began"`   // what was acknowledged before is in it
	Moment   time.Time        `json:"moment"`  // whose state the rows and streams have
	Version  string           `json:"version"` // of the host's release
	Platform string           `json:"platform"`
	Postgres Database         `json:"postgres"`
	Streams  []Stream         `json:"streams"`
	Parts    map[string]Part  `json:"parts"` // by name below the backup
	Media    map[string]Media `json:"media"` // by key in the media storage
}

// Part is one file of a backup.
type Part struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Database is what a restored database needs to run, and what its recovery reads.
type Database struct {
	Major int      `json:"major"` // of Postgres
	WAL   []string `json:"wal"`   // segments in the part
}

// Stream is one stream. Last is the number of the newest message at the moment.
type Stream struct {
	Name   string          `json:"name"`
	Last   uint64          `json:"last"`
	Config json.RawMessage `json:"config"`
}

// Media is one file of the media storage.
type Media struct {
	Size     int64     `json:"size"`
	SHA256   string    `json:"sha256"`
	Modified time.Time `json:"modified"`
}

// names are the whole backups of a place, the oldest first.
func names(ctx context.Context, bucket *blob.Bucket) ([]string, error) {
	var found []string
	list := bucket.List(&blob.ListOptions{Prefix: backups, Delimiter: "/"})
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			slices.Sort(found)
			return found, nil
		}
		if err != nil {
			return nil, fmt.Errorf("list backups: %w", err)
		}
		name := path.Base(strings.TrimSuffix(object.Key, "/"))
		whole, err := bucket.Exists(ctx, backups+name+"/"+manifestName)
		if err != nil {
			return nil, fmt.Errorf("list backups: %w", err)
		}
		if whole {
			found = append(found, name)
		}
	}
}

// readManifest reads that of a backup; of the newest if name is empty.
func readManifest(ctx context.Context, bucket *blob.Bucket, name string) (Manifest, error) {
	if name == "" {
		all, err := names(ctx, bucket)
		if err != nil {
			return Manifest{}, err
		}
		if len(all) == 0 {
			return Manifest{}, ErrNone
		}
		name = all[len(all)-1]
	}
	raw, err := bucket.ReadAll(ctx, backups+name+"/"+manifestName)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return Manifest{}, fmt.Errorf("%w of the name %s", ErrNone, name)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("read the manifest of %s: %w", name, err)
	}
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return Manifest{}, fmt.Errorf("read the manifest of %s: %w", name, err)
	}
	if m.Format != format || m.Name != name {
		return Manifest{}, fmt.Errorf("the manifest of %s has format %d and is of %q; this program reads format %d", name, m.Format, m.Name, format)
	}
	return m, nil
}

func (m Manifest) write(ctx context.Context, bucket *blob.Bucket) error {
	raw, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return err
	}
	if err := bucket.WriteAll(ctx, m.key(manifestName), raw, nil); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return nil
}

func (m Manifest) key(part string) string { return backups + m.Name + "/" + part }

func objectKey(hash string) string { return objects + hash[:2] + "/" + hash }

// Names lists the whole backups of the place, the oldest first.
func Names(ctx context.Context, o Options) ([]string, error) {
	bucket, err := openPlace(ctx, o.Place)
	if err != nil {
		return nil, err
	}
	defer func() { _ = bucket.Close() }() // only read from
	return names(ctx, bucket)
}
