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
	"syscall"
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
	case bare(r):
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
	return nil, c.say(buffer.Bytes())
}

// question is a request that is written where its answer is awaited: asking for the answer before it is there is one call in vain each time.
type question struct {
	text []byte
	said bool
	sent int
	err  error
}

// send is called with the descriptor, first to write and then, if all has left, when something has come.
func (q *question) send(fd uintptr) (over bool) {
	if q.said {
		return true
	}
	q.said = true
	for {
		q.sent, q.err = syscall.Write(int(fd), q.text)
		if !errors.Is(q.err, syscall.EINTR) {
			break
		}
	}
	if q.sent = max(q.sent, 0); errors.Is(q.err, syscall.EAGAIN) {
		q.err = nil
	}
	return q.sent < len(q.text)
}

// say sends a whole request and waits until an answer begins, or is known not to come.
func (c *conn) say(whole []byte) error {
	if c.raw == nil {
		return c.write(whole)
	}
	c.asked = question{text: whole}
	ended := c.raw.Read(c.ask)
	asked := c.asked
	c.asked = question{}
	switch {
	case asked.err != nil:
		return notWhole(asked.sent, asked.err)
	case asked.sent == len(whole): // what went wrong since then is told to whoever reads
		return nil
	case ended != nil:
		return notWhole(asked.sent, ended)
	case asked.sent == 0:
		return c.write(whole)
	default:
		if _, err := c.Write(whole[asked.sent:]); err != nil {
			return notWhole(asked.sent, err)
		}
		return nil
	}
}

// notWhole is a request of which only so many bytes left.
func notWhole(bytes int, err error) error {
	if bytes == 0 {
		err = errors.Join(errNotSent, err)
	}
	return &brokenError{cause: err}
}

// write sends what must not go half.
func (c *conn) write(head []byte) error {
	if n, err := c.Write(head); err != nil {
		return notWhole(n, err)
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
