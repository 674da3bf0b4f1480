package app

import (
	"net/http"
	"sync/atomic"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// startingRetry is when a client may come again that came while the host starts.
const startingRetry = 2 * time.Second

// entrance answers from the moment that the port is open. Until the host has something better it says that it lives, is not ready, and when to come
// again.
type entrance struct{ next atomic.Pointer[http.Handler] }

// lead sends requests to a handler from now on.
func (e *entrance) lead(to http.Handler) { e.next.Store(&to) }

// ServeHTTP implements http.Handler.
func (e *entrance) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if next := e.next.Load(); next != nil {
		(*next).ServeHTTP(w, r)
		return
	}
	if r.URL.Path == "/healthz" {
		_, _ = w.Write([]byte("ok\n"))
		return
	}
	web.WriteProblem(w, r, &fault.Error{Kind: fault.Unavailable, Message: "The product is starting. Please try again soon.", RetryAfter: startingRetry})
}
