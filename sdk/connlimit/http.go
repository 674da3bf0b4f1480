package connlimit

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"
)

// Bounds of requests.
const (
	// HeadBytes is the most that the head of a request may have.
	HeadBytes = 32 << 10
	headSlack = 4 << 10 // what net/http allows beyond its own limit
	bodyChunk = 16 << 10
)

// Serve sets on a server what bounds slow clients: the size of heads, and how slowly bodies may come. Its listener is a Listener, itself or below
// others whose connections tell their NetConn.
func Serve(server *http.Server) {
	server.MaxHeaderBytes = HeadBytes - headSlack
	former, next := server.ConnContext, server.Handler
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if former != nil {
			ctx = former(ctx, conn)
		}
		return context.WithValue(ctx, inContext{}, Of(conn))
	}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, ok := r.Context().Value(inContext{}).(*Conn)
		if !ok || c == nil {
			next.ServeHTTP(w, r)
			return
		}
		c.reading.Store(0)
		c.turn(busy)
		b := &body{ReadCloser: r.Body, conn: c, over: r.ContentLength == 0}
		if !b.over {
			r.Body = b
		}
		defer b.served()
		next.ServeHTTP(w, r)
	})
}

type inContext struct{}

// Keep keeps the connection of a request; see Conn.Keep.
func Keep(ctx context.Context) {
	if c, ok := ctx.Value(inContext{}).(*Conn); ok && c != nil {
		c.Keep()
	}
}

// body is a request's body that has to come on. What its reader does between reads is not its client's fault.
type body struct {
	io.ReadCloser
	conn   *Conn
	come   int           // bytes of the present piece
	waited time.Duration // for the present piece
	over   bool
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	began := time.Now()
	b.conn.reading.Store(began.Add(-b.waited).UnixNano())
	n, err := b.ReadCloser.Read(p)
	b.conn.reading.Store(0)
	b.waited += time.Since(began)
	if b.come += n; b.come >= bodyChunk {
		b.come, b.waited = 0, 0
	}
	b.over = b.over || err != nil
	return n, err
}

// served says that the request is over. What is left of its body is still read by the server, for a while.
func (b *body) served() {
	c := b.conn
	if c.state.Load() == kept {
		return
	}
	if !b.over {
		c.reading.Store(time.Now().UnixNano())
	}
	c.turn(idle)
}
