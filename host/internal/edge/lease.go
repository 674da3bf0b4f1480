package edge

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// tries is how often a request is sent at most. A crash is visible to the supervisor within about 3 ms, on a busy machine later: the pause
// between two tries doubles from retryPause, all of them take 1.3 s.
const (
	tries      = 8
	retryPause = 10 * time.Millisecond
)

// send sends the request over a connection of the plugin's current process, and again if that is safe: no byte of an answer came, and
// either the request never left (no connection could be made) or it is a GET or HEAD, which changes nothing. One that ended with a process is sent to
// one more, since it may be what ends them; a process that is dying may take a connection still.
func (f *flight) send(r *http.Request, metrics *Metrics) (*http.Response, error) {
	var died http.RoundTripper // the process that the request has seen end
	for try := 1; ; try++ {
		transport, release, err := f.operation.plugin.Backend.Lease(r.Context())
		if err != nil {
			return nil, err
		}
		response, err := transport.RoundTrip(r)
		if err == nil {
			response.Body = &watchedBody{ReadCloser: response.Body, progress: f.silence.broken, closed: release}
			return response, nil
		}
		release()
		left, another := !neverSent(err), died != nil && died != transport
		if answered(err) || try == tries || r.Context().Err() != nil || (left && (another || !safe(r))) || !pause(r.Context(), retryPause<<(try-1)) {
			return nil, err
		}
		if left {
			died = transport
		}
		metrics.repeated(f.operation.plugin.ID)
	}
}

// answered reports whether a byte of an answer came before the error.
func answered(err error) bool {
	broken, ok := errors.AsType[interface {
		error
		Answered() bool
	}](err)
	return ok && broken.Answered()
}

// neverSent reports whether no connection could be made.
func neverSent(err error) bool {
	var broken *net.OpError
	return errors.As(err, &broken) && (broken.Op == "dial" || broken.Op == "sendmsg")
}

// safe reports whether sending a request again can do no harm.
func safe(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && (r.Body == nil || r.Body == http.NoBody || r.ContentLength == 0)
}

func pause(ctx context.Context, length time.Duration) bool {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
