package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"github.com/klauspost/compress/zstd"
	"gocloud.dev/blob"
)

// store writes a key from what fill gives, and says what was written. Nothing is stored if fill fails.
func store(ctx context.Context, bucket *blob.Bucket, key string, fill func(io.Writer) error) (Part, error) {
	ctx, abort := context.WithCancel(ctx)
	defer abort()
	to, err := bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return Part{}, fmt.Errorf("write %s: %w", key, err)
	}
	counted := &counter{to: to, hash: sha256.New()}
	if err := fill(counted); err != nil {
		abort() // a writer that is closed after its context ended stores nothing
		_ = to.Close()
		return Part{}, err
	}
	if err := to.Close(); err != nil {
		return Part{}, fmt.Errorf("write %s: %w", key, err)
	}
	return counted.part(), nil
}

// counter hashes what goes through it.
type counter struct {
	to   io.Writer
	hash hash.Hash
	size int64
}

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.hash.Write(p[:n])
	c.size += int64(n)
	return n, err
}

func (c *counter) part() Part { return Part{Size: c.size, SHA256: hex.EncodeToString(c.hash.Sum(nil))} }

// compressed gives fill a writer whose bytes arrive in to compressed. The window is larger than a new database: what several of them have in
// common takes room once.
func compressed(to io.Writer, fill func(io.Writer) error) error {
	z, err := zstd.NewWriter(to, zstd.WithWindowSize(32<<20), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(fill(z), z.Close())
}

// open reads a key, hands it to use, reads the rest, and compares all of it with what it should be.
func (want Part) open(ctx context.Context, bucket *blob.Bucket, key string, use func(io.Reader) error) error {
	from, err := bucket.NewReader(ctx, key, nil)
	if err != nil {
		return fmt.Errorf("read %s: %w", key, err)
	}
	defer func() { _ = from.Close() }() // only read from
	counted := &counter{to: io.Discard, hash: sha256.New()}
	through := io.TeeReader(from, counted)
	used := use(through)
	if _, err := io.Copy(io.Discard, through); err != nil {
		return fmt.Errorf("read %s: %w", key, err)
	}
	if got := counted.part(); got != want {
		return fmt.Errorf("%s is damaged: it has %d bytes with the hash %s, and should have %d with %s", key, got.Size, got.SHA256, want.Size, want.SHA256)
	}
	if used != nil {
		return fmt.Errorf("%s: %w", key, used)
	}
	return nil
}

// uncompressed is the reverse of compressed.
func uncompressed(from io.Reader, use func(io.Reader) error) error {
	z, err := zstd.NewReader(from, zstd.WithDecoderMaxWindow(64<<20))
	if err != nil {
		return err
	}
	defer z.Close()
	return use(z)
}

// hashed copies and says what was copied.
func hashed(to io.Writer, from io.Reader) (Part, error) {
	counted := &counter{to: to, hash: sha256.New()}
	_, err := io.Copy(counted, from)
	return counted.part(), err
}
