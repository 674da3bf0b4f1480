package edge

import (
	"context"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"outrider.dev/sdk/coalesce"
)

const (
	// sharedFor is how long a viewer is given what was answered to another before the plugin is asked again whether that is so: who may not watch
	// any more, or watches something else, notices as soon.
	sharedFor = 2 * time.Second
	// mostSharedBody is the longest answer in bytes that is kept for others, mostShared the bytes of all of them.
	mostSharedBody = 1 << 20
	mostShared     = 32 << 20
	// mostSharing bounds the viewers that are known; beyond it they begin anew.
	mostSharing = 16_384
)

// sharing gives what a plugin answered one viewer to others who watch the same: the plugin says so by web.SharedHeader. Who asks is let in by the edge
// each time; what is saved is the way to the plugin and back.
type sharing struct {
	mu      sync.Mutex
	viewers map[sharingViewer]sharingView
	sources map[string]sharingSource
	answers map[string]*sharedAnswer
	bytes   int
	sweepAt time.Time
}

// sharingViewer is who may ask for what: a caller with the same permissions, below one address.
type sharingViewer struct{ plugin, user, session, org, permissions, below string }

// sharingView is what a viewer sees there, until when the plugin need not be asked.
type sharingView struct {
	source string
	until  time.Time
}

// sharingSource is something that is watched. Only of what several watch answers are kept.
type sharingSource struct {
	last                sharingViewer
	severalUntil, until time.Time
}

// sharedAnswer is one answer, or one that is on its way.
type sharedAnswer struct {
	made   chan struct{} // closed when the rest is there
	ok     bool
	until  time.Time
	status int
	header http.Header
	body   []byte
}

// ticket is a request that may be answered by what another is answered.
type ticket struct {
	viewer sharingViewer
	key    string        // of the answer below its source
	leads  *sharedAnswer // others wait for this one's answer; nil: nobody does
	name   string        // of that answer
}

// ticketOf is nil for a request whose answer is nobody else's.
func ticketOf(r *http.Request, o *operation, caller *Caller) *ticket {
	if !o.waits || caller == nil || r.Method != http.MethodGet || r.Header.Get("Range") != "" || internalOf(r.Context()) != nil {
		return nil
	}
	cut := strings.LastIndexByte(r.URL.Path, '/')
	return &ticket{
		viewer: sharingViewer{o.plugin.ID, caller.UserID, caller.SessionID, caller.OrgID, strings.Join(caller.Permissions, " "), r.URL.Path[:cut]},
		key:    r.URL.Path[cut:] + "?" + r.URL.RawQuery,
	}
}

// answer writes what another was answered, and reports whether it did. If not the plugin is to be asked, and t.leads says whether others wait for that.
func (s *sharing) answer(ctx context.Context, w http.ResponseWriter, t *ticket) bool {
	for range tries {
		found, leads := s.find(t, time.Now())
		if found == nil {
			return false
		}
		if leads {
			t.leads = found
			return false
		}
		select {
		case <-found.made:
		case <-ctx.Done():
			w.WriteHeader(499) // the client has left: nobody reads this, the metrics do
			return true
		}
		if found.ok {
			found.write(ctx, w)
			return true
		}
	}
	return false
}

// find is the answer to a ticket: one that is there, on its way, or from now on to be made by whoever asks.
func (s *sharing) find(t *ticket, now time.Time) (found *sharedAnswer, leads bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	view, ok := s.viewers[t.viewer]
	if !ok || now.After(view.until) || now.After(s.sources[view.source].severalUntil) {
		return nil, false
	}
	t.name = view.source + t.key
	if found = s.answers[t.name]; found != nil && (!found.isMade() || now.Before(found.until)) {
		return found, false
	}
	s.sweep(now)
	if s.bytes > mostShared {
		return nil, false
	}
	if found != nil {
		s.bytes -= len(found.body)
	}
	found = &sharedAnswer{made: make(chan struct{})}
	if s.answers == nil {
		s.answers = map[string]*sharedAnswer{}
	}
	s.answers[t.name] = found
	return found, true
}

func (a *sharedAnswer) isMade() bool {
	select {
	case <-a.made:
		return true
	default:
		return false
	}
}

// sweep forgets what is over, about every second; mu is held.
func (s *sharing) sweep(now time.Time) {
	if now.Before(s.sweepAt) {
		return
	}
	s.sweepAt = now.Add(time.Second)
	for name, a := range s.answers {
		if a.isMade() && now.After(a.until) {
			delete(s.answers, name)
			s.bytes -= len(a.body)
		}
	}
	maps.DeleteFunc(s.sources, func(_ string, source sharingSource) bool { return now.After(source.until) })
	maps.DeleteFunc(s.viewers, func(_ sharingViewer, v sharingView) bool { return now.After(v.until) })
}

// learn notes from a plugin's answer what a viewer watches.
func (s *sharing) learn(t *ticket, source string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep(now)
	if s.viewers == nil || len(s.viewers) >= mostSharing {
		s.viewers, s.sources = map[sharingViewer]sharingView{}, map[string]sharingSource{}
	}
	s.viewers[t.viewer] = sharingView{source, now.Add(sharedFor)}
	known := s.sources[source]
	if known.last != t.viewer {
		if known.last != (sharingViewer{}) {
			known.severalUntil = now.Add(2 * sharedFor)
		}
		known.last = t.viewer
	}
	known.until = now.Add(4 * sharedFor)
	s.sources[source] = known
}

// forget notes that a viewer is refused what was shared.
func (s *sharing) forget(t *ticket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.viewers, t.viewer)
}

// give hands an answer to those who wait for it, and who come soon.
func (s *sharing) give(t *ticket, a *sharedAnswer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	leads := t.leads
	t.leads = nil
	leads.ok, leads.until, leads.status, leads.header, leads.body = true, a.until, a.status, a.header, a.body
	s.bytes += len(a.body)
	close(leads.made)
}

// leave is told that a request is over. Those who wait for an answer that it has not had ask by themselves.
func (s *sharing) leave(t *ticket) {
	if t.leads == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answers[t.name] == t.leads {
		delete(s.answers, t.name)
	}
	close(t.leads.made)
}

// write sends the answer to one viewer. Nobody changes its header's values.
func (a *sharedAnswer) write(ctx context.Context, w http.ResponseWriter) {
	header := w.Header()
	maps.Copy(header, a.header)
	if len(a.body) <= heldBody {
		coalesce.Hold(ctx)
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // a viewer that has gone
}

// share takes note of an answer that others may be given, and reads one whole that others wait for: then it is written, too.
func (e *Edge) share(ctx context.Context, f *flight, response *http.Response) (done bool, err error) {
	source, fresh := readShared(f.shared)
	if source == "" || response.StatusCode != http.StatusOK {
		e.sharing.forget(f.ticket)
		return false, nil
	}
	now := time.Now()
	e.sharing.learn(f.ticket, f.operation.plugin.ID+" "+source, now)
	if f.ticket.leads == nil || response.ContentLength < 0 || response.ContentLength > mostSharedBody {
		return false, nil
	}
	a := &sharedAnswer{status: response.StatusCode, header: response.Header, body: make([]byte, response.ContentLength), until: now.Add(fresh)}
	if _, err := io.ReadFull(response.Body, a.body); err != nil {
		return false, err
	}
	e.sharing.give(f.ticket, a)
	a.write(ctx, f.writer)
	return true, nil
}

// readShared reads a web.SharedHeader, "source;milliseconds".
func readShared(header string) (source string, fresh time.Duration) {
	source, text, ok := strings.Cut(header, ";")
	ms, err := strconv.Atoi(text)
	if !ok || err != nil || ms < 0 {
		return "", 0
	}
	return source, min(time.Duration(ms)*time.Millisecond, 10*time.Second)
}
