package media

import (
	"context"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"outrider.dev/sdk/fault"
)

// joined reads the parts of an upload one after the other. At the end of the last it fails unless the whole is what was promised and is accepted,
// so that whoever copies from it stores nothing else.
type joined struct {
	ctx   context.Context // of the request
	files *Files
	link  Link
	parts []Part // not read yet, the open one included
	open  io.ReadCloser
	hash  hash.Hash
	want  string

	accept func() error // of the whole, before anybody stores it
}

// Read implements io.Reader.
func (j *joined) Read(p []byte) (int, error) {
	for len(j.parts) > 0 {
		if j.open == nil {
			r, err := j.files.Read(j.ctx, partKey(j.link, j.parts[0].Part), 0, -1)
			if err != nil {
				return 0, err
			}
			j.open = r
		}
		n, err := j.open.Read(p)
		j.hash.Write(p[:n])
		if errors.Is(err, io.EOF) {
			j.close()
			j.parts = j.parts[1:]
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
	if got := hex.EncodeToString(j.hash.Sum(nil)); got != j.want {
		return 0, fault.New(fault.Invalid, "sha256: the parts have %s, and %s was promised.", got, j.want)
	}
	if err := j.accept(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

func (j *joined) close() {
	if j.open != nil {
		_ = j.open.Close() // only read from
		j.open = nil
	}
}

// errTooLarge means that a device sends more than it was allowed.
var errTooLarge = errors.New("more than the link allows")

// limitedReader fails when there is more than was agreed on, where io.LimitReader would cut it off.
type limitedReader struct {
	from io.Reader
	left int64
}

// Read implements io.Reader.
func (l *limitedReader) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, errTooLarge
	}
	return n, err
}
