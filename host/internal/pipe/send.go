package pipe

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httputil"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

var heads = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// send writes the request: head and a small body at once, a large body aside, since its answer may begin meanwhile. The result is nil
// when everything has left.
func (c *conn) send(r *http.Request) (*upload, error) {
	buffer := heads.Get().(*bytes.Buffer)
	defer heads.Put(buffer)
	buffer.Reset()
	length := r.ContentLength
	switch {
	case r.Body == nil || r.Body == http.NoBody:
		length = 0
	case length == 0:
		length = -1 // a body whose length nobody said
	}
	writeHead(buffer, r, length)
	if length < 0 || length > inlineBody {
		if err := c.write(buffer.Bytes()); err != nil {
			return nil, err
		}
		u := &upload{conn: c, done: make(chan struct{})}
		go u.run(r.Body, length)
		return u, nil
	}
	if length > 0 {
		if _, err := io.CopyN(buffer, r.Body, length); err != nil {
			closeBody(r)
			return nil, &brokenError{cause: unexpected(err)}
		}
	}
	closeBody(r)
	return nil, c.write(buffer.Bytes())
}

// write sends what must not go half.
func (c *conn) write(head []byte) error {
	n, err := c.Write(head)
	if err != nil && n == 0 {
		err = errors.Join(errNotSent, err)
	}
	if err != nil {
		return &brokenError{cause: err}
	}
	return nil
}

// ownHeaders are written from the request's fields.
var ownHeaders = map[string]bool{"Host": true, "Content-Length": true, "Transfer-Encoding": true, "Connection": true}

func writeHead(to *bytes.Buffer, r *http.Request, length int64) {
	to.WriteString(r.Method)
	to.WriteByte(' ')
	to.WriteString(r.URL.RequestURI())
	to.WriteString(" HTTP/1.1\r\nHost: ")
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	to.WriteString(host)
	to.WriteString("\r\n")
	for name, values := range r.Header {
		if ownHeaders[name] {
			continue
		}
		for _, value := range values {
			if strings.ContainsAny(value, "\r\n") {
				continue // not a value; a server never lets one in
			}
			to.WriteString(name)
			to.WriteString(": ")
			to.WriteString(value)
			to.WriteString("\r\n")
		}
	}
	switch {
	case length < 0:
		to.WriteString("Transfer-Encoding: chunked\r\n")
	case length > 0 || r.Method != http.MethodGet && r.Method != http.MethodHead:
		to.WriteString("Content-Length: ")
		to.WriteString(strconv.FormatInt(length, 10))
		to.WriteString("\r\n")
	}
	to.WriteString("\r\n")
}

// lastBytes is how long the last bytes of a body may take to leave once the answer to it is over.
const lastBytes = time.Second

// upload is a body that is being sent.
type upload struct {
	conn   *conn
	read   atomic.Bool // all of it was read: at most its last bytes are still on their way
	whole  bool        // all of it has left; valid once done
	done   chan struct{}
	failed atomic.Pointer[error] // it could not be read
}

// run sends the body. If it cannot be read the connection ends, and the answer with it. If the other side wants no more of it, that is no
// error: its answer says why.
func (u *upload) run(from io.ReadCloser, length int64) {
	defer close(u.done)
	defer from.Close()
	source := &source{Reader: from, upload: u, left: length}
	var err error
	if length >= 0 {
		_, err = io.CopyN(u.conn.Conn, source, length)
		if errors.Is(err, io.EOF) {
			source.err = io.ErrUnexpectedEOF
		}
	} else {
		chunks := httputil.NewChunkedWriter(u.conn.Conn)
		if _, err = io.Copy(chunks, source); err == nil {
			err = errors.Join(chunks.Close(), last(u.conn.Conn))
		}
	}
	if source.err != nil {
		u.failed.Store(&source.err)
		u.conn.Close()
	}
	u.whole = err == nil
}

// last ends a body in chunks.
func last(to io.Writer) error {
	_, err := io.WriteString(to, "\r\n")
	return err
}

// left reports whether all of it has left. The answer may be over a moment before the goroutine that sends knows of its last byte.
func (u *upload) left() bool {
	if u == nil {
		return true
	}
	if !u.read.Load() {
		return false
	}
	_ = u.conn.SetWriteDeadline(time.Now().Add(lastBytes)) // a connection that is broken shows at the next use
	<-u.done
	_ = u.conn.SetWriteDeadline(time.Time{})
	return u.whole
}

// failure is why the body could not be read, nil if it could, or is still being read.
func (u *upload) failure() error {
	if u == nil || u.failed.Load() == nil {
		return nil
	}
	return *u.failed.Load()
}

// source remembers what went wrong with reading, which io.Copy mixes with writing, and that all was read.
type source struct {
	io.Reader
	upload *upload
	left   int64 // bytes that are to come; negative: nobody has said
	err    error
}

func (s *source) Read(into []byte) (int, error) {
	n, err := s.Reader.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	if s.left -= int64(n); s.left == 0 || errors.Is(err, io.EOF) {
		s.upload.read.Store(true)
	}
	return n, err
}
