// Package pipe sends HTTP/1.1 requests over connections that the host itself makes, in the goroutine that asks: http.Transport hands each request
// to two goroutines of its connection and back, which costs more than the plugin's answer does.
package pipe

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	maxIdle     = 128                   // connections kept for later
	maxHead     = 64 << 10              // bytes of an answer before its body
	idleTimeout = time.Minute           // shorter than the other side's
	readBuffer  = 16 << 10              // bytes
	inlineBody  = 16 << 10              // bytes of a request's body that are sent together with its head
	maxInform   = 5                     // answers of status 1xx before the real one
	moment      = 10 * time.Millisecond // so long after an answer a connection is not looked at before a request that can be sent again
	longAgo     = -time.Hour            // as a deadline: now
)

// Transport is an http.RoundTripper. It does not follow redirects, compress, or know proxies; headers are sent as they are.
type Transport struct {
	dial func(context.Context) (net.Conn, error)

	mu     sync.Mutex
	idle   []*conn // the youngest last
	closed bool    // keeps no connection any more
}

// New returns a transport whose connections come from dial.
func New(dial func(context.Context) (net.Conn, error)) *Transport { return &Transport{dial: dial} }

// brokenError is a request that failed on its way. Answered tells whether a byte of an answer had come.
type brokenError struct {
	cause    error
	answered bool
}

func (e *brokenError) Error() string  { return e.cause.Error() }
func (e *brokenError) Unwrap() error  { return e.cause }
func (e *brokenError) Answered() bool { return e.answered }

// RoundTrip sends r and reads the head of the answer. An error has the method Answered() bool unless no connection could be made.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	for {
		c, used, err := t.take(r)
		if err != nil {
			closeBody(r)
			return nil, err
		}
		response, err := c.exchange(r)
		if err == nil {
			return response, nil
		}
		c.Close()
		if used && errors.Is(err, errNotSent) && bare(r) && r.Context().Err() == nil {
			continue // it was closed while it lay idle, and nobody has seen the request
		}
		return nil, err
	}
}

// bare reports whether the request has no body, and can so be sent again.
func bare(r *http.Request) bool { return r.Body == nil || r.Body == http.NoBody }

func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}

// take returns a connection, and whether it was used before.
func (t *Transport) take(r *http.Request) (c *conn, used bool, err error) {
	for {
		c := t.pop()
		if c == nil {
			break
		}
		if idle := time.Since(c.since); idle < idleTimeout && (idle < moment && c.local && bare(r) || c.quiet()) {
			return c, true, nil
		}
		c.Close()
	}
	made, err := t.dial(r.Context())
	if err != nil {
		return nil, false, err
	}
	return newConn(t, made), false, nil
}

func (t *Transport) pop() *conn {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := len(t.idle) - 1
	if last < 0 {
		return nil
	}
	c := t.idle[last]
	t.idle[last], t.idle = nil, t.idle[:last]
	return c
}

// keep takes a connection back. The oldest leaves when it has been idle for too long, or when there are too many.
func (t *Transport) keep(c *conn) {
	c.since = time.Now()
	var leaving *conn
	t.mu.Lock()
	switch {
	case t.closed:
		leaving = c
	default:
		if len(t.idle) > 0 && (len(t.idle) >= maxIdle || c.since.Sub(t.idle[0].since) > idleTimeout) {
			leaving = t.idle[0]
			t.idle = append(t.idle[:0], t.idle[1:]...)
		}
		t.idle = append(t.idle, c)
	}
	t.mu.Unlock()
	if leaving != nil {
		leaving.Close()
	}
}

// Close closes what lies idle now, and connections in use when their answers have been read.
func (t *Transport) Close() {
	t.mu.Lock()
	idle := t.idle
	t.idle, t.closed = nil, true
	t.mu.Unlock()
	for _, c := range idle {
		c.Close()
	}
}
