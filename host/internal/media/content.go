package media

import (
	"context"
	"fmt"
	"io"

	"gocloud.dev/blob"

	"outrider.dev/sdk/media"
)

// content is a stored object as http.ServeContent wants it. It opens the object when it is first read, at the place that is read: a HEAD or an
// answer of 304 opens nothing.
type content struct {
	ctx    context.Context // of the request
	bucket *blob.Bucket
	key    string
	size   int64
	at     int64
	open   *blob.Reader // reads from at; nil after a seek
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
	c.at += int64(n)
	return n, err
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
