package bundle

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"
)

// Text is a small file of the zip whose bytes are at hand.
func Text(name string, content []byte, modified time.Time) Entry {
	return Entry{Name: name, Size: int64(len(content)), Modified: modified, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
}

func headerOf(e Entry) *zip.FileHeader {
	// Stored as it is: clips and pictures do not get smaller, and the size of the whole is known before.
	return &zip.FileHeader{Name: e.Name, Method: zip.Store, Modified: e.Modified.UTC()}
}

// Size is how many bytes a zip of these entries has; false if that cannot be said, from 4 GiB on.
func Size(entries []Entry) (size int64, known bool) {
	counted := &counter{}
	dry := zip.NewWriter(counted)
	for _, e := range entries {
		if _, err := dry.CreateHeader(headerOf(e)); err != nil {
			return 0, false
		}
		size += e.Size
	}
	if err := dry.Close(); err != nil {
		return 0, false
	}
	size += counted.n
	return size, size < 1<<32-1
}

type counter struct{ n int64 }

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// Write writes the zip. each is called with every entry's bytes as they pass; nil: nobody looks.
func Write(ctx context.Context, w io.Writer, entries []Entry, each func(e Entry) io.Writer) error {
	out := zip.NewWriter(w)
	for _, e := range entries {
		if err := put(ctx, out, e, each); err != nil {
			return fmt.Errorf("write %s: %w", e.Name, err)
		}
	}
	return out.Close()
}

func put(ctx context.Context, out *zip.Writer, e Entry, each func(e Entry) io.Writer) (err error) {
	from, err := e.Open(ctx)
	if err != nil {
		return err
	}
	defer from.Close()
	into, err := out.CreateHeader(headerOf(e))
	if err != nil {
		return err
	}
	if each != nil {
		into = io.MultiWriter(into, each(e))
	}
	n, err := io.Copy(into, from)
	if err == nil && n != e.Size {
		err = fmt.Errorf("it has %d bytes instead of %d", n, e.Size)
	}
	return err
}
