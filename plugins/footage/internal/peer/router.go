package peer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
)

const (
	// remembered is how long it is believed where a view is.
	remembered = 10 * time.Second
	// mostRemembered bounds what is remembered; beyond it everything is looked up again.
	mostRemembered = 4096
	askTimeout     = 5 * time.Second
	idleConns      = 256
)

// Router shows views, whichever process has them. It is safe for concurrent use.
type Router struct {
	sessions  *viewing.Sessions
	directory Directory
	log       *slog.Logger
	now       func() time.Time

	mu      sync.Mutex
	entries map[viewing.Watcher]map[string]known
	count   int
	clients map[string]*http.Client // by process: its address and certificate
}

type known struct {
	Entry
	at time.Time
}

// NewRouter shows the views of sessions, and those that are elsewhere.
func NewRouter(sessions *viewing.Sessions, directory Directory, log *slog.Logger, now func() time.Time) *Router {
	return &Router{sessions: sessions, directory: directory, log: log, now: now, entries: map[viewing.Watcher]map[string]known{}, clients: map[string]*http.Client{}}
}

// Start begins to watch a camera: here if it is shown here, else where it is shown, else here.
func (t *Router) Start(ctx context.Context, w viewing.Watcher, c live.Camera) (viewing.State, error) {
	if !t.sessions.Shows(c) {
		if e, ok, err := t.directory.Shown(ctx, c, t.now()); err == nil && ok {
			state, err := t.join(ctx, w, c, e)
			if err == nil {
				return state, nil
			}
			t.log.Info("a camera is not shown any more where it was", "device", c.DeviceID, "channel", c.Channel, "error", err)
		}
	}
	v, err := t.sessions.Start(ctx, w, c)
	if err != nil {
		return viewing.State{}, err
	}
	return v.State(), nil
}

func (t *Router) join(ctx context.Context, w viewing.Watcher, c live.Camera, e Entry) (viewing.State, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return viewing.State{}, err
	}
	return t.ask(ctx, w, e, "/start", body)
}

// StartRecording begins to watch a recording, here.
func (t *Router) StartRecording(ctx context.Context, w viewing.Watcher, c live.Camera, wanted viewing.Span) (viewing.State, error) {
	v, err := t.sessions.StartRecording(ctx, w, c, wanted)
	if err != nil {
		return viewing.State{}, err
	}
	return v.State(), nil
}

// Follow does something with a watcher's views, viewing.DoKeep, DoStop or DoLook, and says how they are. Those that are over are left out.
func (t *Router) Follow(ctx context.Context, w viewing.Watcher, which viewing.Filter, action string) (list []viewing.State, err error) {
	for _, v := range t.sessions.Find(w, which) {
		switch err := t.sessions.Do(ctx, v, action); {
		case errors.Is(err, viewing.ErrGone):
		case err != nil:
			return nil, err
		default:
			list = append(list, v.State())
		}
	}
	others, err := t.directory.Of(ctx, w, which, t.now())
	if err != nil {
		return nil, err
	}
	for _, e := range others {
		state, err := t.ask(ctx, w, e, "/view/"+url.PathEscape(e.ID)+"/"+action, nil)
		if err != nil { // it is over, and so is perhaps its process: the browser starts anew
			t.log.Info("a view of another process is over", "device", e.DeviceID, "error", err)
			continue
		}
		list = append(list, state)
	}
	return list, nil
}

// Play answers with a playlist or a piece of a view. may is asked before: whether this caller may watch recordings, or live pictures.
// viewing.ErrGone.
func (t *Router) Play(w http.ResponseWriter, r *http.Request, who viewing.Watcher, id string, variant live.Variant, file string, may func(recording bool) error) error {
	stream, err := t.sessions.Open(id, who)
	if err == nil {
		if err := may(stream.Recording); err != nil {
			return err
		}
		stream.ServeHTTP(w, r, variant, file)
		return nil
	}
	var over *viewing.Over
	if errors.As(err, &over) {
		return err
	}
	e, err := t.find(r.Context(), who, id)
	if err != nil {
		return err
	}
	if err := may(e.Recording); err != nil {
		return err
	}
	return t.pass(w, r, who, e, "/view/"+url.PathEscape(id)+"/"+string(variant)+"/"+url.PathEscape(file))
}

// Beginning is what the player of a view asks for first; nothing while there is no picture, or where another process has the view.
func (t *Router) Beginning(ctx context.Context, who viewing.Watcher, id string) []live.Piece {
	stream, err := t.sessions.Open(id, who)
	if err != nil {
		return nil
	}
	return stream.Beginning(ctx)
}

// find says where a view is.
func (t *Router) find(ctx context.Context, who viewing.Watcher, id string) (Entry, error) {
	t.mu.Lock()
	found, ok := t.entries[who][id]
	t.mu.Unlock()
	if ok && t.now().Sub(found.at) < remembered {
		return found.Entry, nil
	}
	e, err := t.directory.Find(ctx, who, id, t.now())
	if err != nil {
		return e, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count++; t.count > mostRemembered {
		clear(t.entries)
		t.count = 1
	}
	if t.entries[who] == nil {
		t.entries[who] = map[string]known{}
	}
	t.entries[who][id] = known{e, t.now()}
	return e, nil
}

// pass hands a fetch on to the process that has the view, and its answer back as it comes.
func (t *Router) pass(w http.ResponseWriter, r *http.Request, who viewing.Watcher, e Entry, path string) error {
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	answer, err := t.send(r.Context(), http.MethodGet, who, e, path, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", viewing.ErrGone, err)
	}
	defer answer.Body.Close()
	isReason := answer.Header.Get("Content-Type") == "application/problem+json" // why it is over
	if (answer.StatusCode == http.StatusGone && !isReason) || answer.StatusCode == http.StatusUnauthorized {
		return viewing.ErrGone
	}
	for _, name := range []string{"Content-Type", "Content-Length", "Cache-Control", "Retry-After"} {
		if value := answer.Header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body) // a viewer that has gone, or half a piece: players fetch it again
	return nil
}

// ask sends a command to a process.
func (t *Router) ask(ctx context.Context, who viewing.Watcher, e Entry, path string, body []byte) (state viewing.State, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	answer, err := t.send(ctx, http.MethodPost, who, e, path, body)
	if err != nil {
		return state, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return state, fmt.Errorf("%w: the other process says %d", viewing.ErrGone, answer.StatusCode)
	}
	return state, json.NewDecoder(io.LimitReader(answer.Body, maxCommand)).Decode(&state)
}

func (t *Router) send(ctx context.Context, method string, who viewing.Watcher, e Entry, path string, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://relay"+path, bytes.NewReader(body)) // the connection is TLS already
	if err != nil {
		return nil, err
	}
	request.Header.Set(headerSecret, e.Secret)
	request.Header.Set(headerOrg, who.OrgID)
	request.Header.Set(headerUser, who.UserID)
	return t.client(e).Do(request)
}

// client is what reaches a process; it keeps connections.
func (t *Router) client(e Entry) *http.Client {
	key := e.Address + " " + string(e.Certificate)
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.clients[key]; c != nil {
		return c
	}
	if len(t.clients) >= idleConns { // processes that are long gone
		for _, c := range t.clients {
			c.CloseIdleConnections()
		}
		clear(t.clients)
	}
	c := &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: idleConns, IdleConnTimeout: time.Minute, DisableCompression: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, e.Address, e.Certificate) },
	}}
	t.clients[key] = c
	return c
}

// Close lets go of connections to other processes.
func (t *Router) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.clients {
		c.CloseIdleConnections()
	}
}
