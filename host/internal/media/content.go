package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"

	"gocloud.dev/blob"

	"outrider.dev/sdk/media"
)

// errChanged means that a stored object is not what its link says.
var errChanged = errors.New("its bytes are not those that were accepted")

// content is a stored object as http.ServeContent wants it. It opens the object when it is first read, at the place that is read: a HEAD or an
// answer of 304 opens nothing. Read from its first byte to its last it gives the last ones only if the whole is what the link says.
type content struct {
	ctx    context.Context // of the request
	bucket *blob.Bucket
	key    string
	size   int64
	at     int64
	open   *blob.Reader // reads from at; nil after a seek

	want    string    // SHA-256, hexadecimal; empty: nobody knows
	hash    hash.Hash // of the first hashed bytes
	hashed  int64
	problem error // why it was not served whole
}

func newContent(ctx context.Context, bucket *blob.Bucket, l Link, size int64) *content {
	return &content{ctx: ctx, bucket: bucket, key: l.Key, size: size, want: l.SHA256, hash: sha256.New()}
}

// Seek implements io.Seeker.
func (c *content) Seek(offset int64, whence int) (int64, error) {
	offset, err := media.Seek(c.at, c.size, offset, whence)
	if err != nil || offset == c.at {
		return offset, err
	}
	c.at = offset
	return offset, c.Close()
}

// Read implements io.Reader.
func (c *content) Read(p []byte) (int, error) {
	if c.at >= c.size {
		return 0, io.EOF
	}
	if c.open == nil {
		r, err := c.bucket.NewRangeReader(c.ctx, c.key, c.at, -1, nil)
		if err != nil {
			return 0, fmt.Errorf("open %s at %d: %w", c.key, c.at, err)
		}
		c.open = r
	}
	n, err := c.open.Read(p)
	if c.problem = c.look(p[:n]); c.problem != nil {
		return 0, c.problem
	}
	c.at += int64(n)
	return n, err
}

// look takes what was read at c.at, and fails at the end of what was read from the beginning if that is something else.
func (c *content) look(read []byte) error {
	if c.want == "" || c.at != c.hashed {
		return nil
	}
	c.hash.Write(read)
	if c.hashed += int64(len(read)); c.hashed < c.size || hex.EncodeToString(c.hash.Sum(nil)) == c.want {
		return nil
	}
	return errChanged
}

// Close lets go of the object; it can be read again.
func (c *content) Close() error {
	if c.open == nil {
		return nil
	}
	err := c.open.Close()
	c.open = nil
	return err
}
