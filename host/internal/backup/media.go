package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// unfinished is where parts of uploads lie until their file is whole; it is copied before the files, so that an upload that is
// completed meanwhile is found there or here.
const unfinished = ".uploads/"

// errChanged means that a file was replaced while it was copied.
var errChanged = errors.New("it changed while it was copied")

// mediaCopy brings files of the media storage to a place that may have many of them already.
type mediaCopy struct {
	from, to *blob.Bucket
	there    map[string]int64 // hash of an object to its size
	known    map[string]Media // from earlier backups, and of this one
	copied   int              // files whose content was not there
}

func newMediaCopy(ctx context.Context, from, to *blob.Bucket) (*mediaCopy, error) {
	c := &mediaCopy{from: from, to: to, there: map[string]int64{}, known: map[string]Media{}}
	if before, err := readManifest(ctx, to, ""); err == nil {
		c.known = before.Media
	} else if !errors.Is(err, ErrNone) {
		return nil, err
	}
	err := eachObject(ctx, to, objects, func(o *blob.ListObject) error {
		c.there[path.Base(o.Key)] = o.Size
		return nil
	})
	return c, err
}

// pass copies what the storage holds now. Files that are removed meanwhile are left out.
func (c *mediaCopy) pass(ctx context.Context) (map[string]Media, error) {
	found := map[string]Media{}
	parts := func(key string) bool { return strings.HasPrefix(key, unfinished) }
	for _, wanted := range []func(string) bool{parts, func(key string) bool { return !parts(key) }} {
		err := eachObject(ctx, c.from, "", func(o *blob.ListObject) error {
			if !wanted(o.Key) {
				return nil
			}
			one, err := c.file(ctx, o)
			if gcerrors.Code(err) == gcerrors.NotFound {
				return nil
			}
			if err != nil {
				return fmt.Errorf("copy file %s: %w", o.Key, err)
			}
			found[o.Key] = one
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	maps.Copy(c.known, found)
	return found, nil
}

func (c *mediaCopy) file(ctx context.Context, o *blob.ListObject) (Media, error) {
	before, known := c.known[o.Key]
	if size, there := c.there[before.SHA256]; known && there && size == o.Size && before.Size == o.Size && before.Modified.Equal(o.ModTime) {
		return before, nil
	}
	for attempt := 0; ; attempt++ {
		part, err := c.content(ctx, o.Key)
		if errors.Is(err, errChanged) && attempt < 5 {
			continue
		}
		return Media{Size: part.Size, SHA256: part.SHA256, Modified: o.ModTime}, err
	}
}

// content hashes a file, and stores it under its hash unless it is there.
func (c *mediaCopy) content(ctx context.Context, key string) (Part, error) {
	part, err := c.read(ctx, key, io.Discard)
	if err != nil {
		return Part{}, err
	}
	if size, there := c.there[part.SHA256]; there && size == part.Size {
		return part, nil
	}
	_, err = store(ctx, c.to, objectKey(part.SHA256), func(w io.Writer) error {
		again, err := c.read(ctx, key, w)
		if err == nil && again != part {
			err = errChanged
		}
		return err
	})
	if err != nil {
		return Part{}, err
	}
	c.there[part.SHA256] = part.Size
	c.copied++
	return part, nil
}

func (c *mediaCopy) read(ctx context.Context, key string, to io.Writer) (Part, error) {
	from, err := c.from.NewReader(ctx, key, nil)
	if err != nil {
		return Part{}, err
	}
	defer func() { _ = from.Close() }() // only read from
	return hashed(to, from)
}

func eachObject(ctx context.Context, bucket *blob.Bucket, prefix string, do func(*blob.ListObject) error) error {
	list := bucket.List(&blob.ListOptions{Prefix: prefix})
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list files: %w", err)
		}
		if err := do(object); err != nil {
			return err
		}
	}
}

// together are the files of both passes. What the first one found and the second one did not was removed between them, and the rows may still
// tell of it; parts of uploads are those of the second alone, since the file that they became is there.
func together(first, second map[string]Media) map[string]Media {
	all := maps.Clone(second)
	for key, one := range first {
		if _, newer := all[key]; !newer && !strings.HasPrefix(key, unfinished) {
			all[key] = one
		}
	}
	return all
}
