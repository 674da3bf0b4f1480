package push

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coder/websocket"

	"outrider.dev/sdk/connlimit"
	"outrider.dev/sdk/fault"
)

// Protocol is the subprotocol of the push connection; the token comes beside it as another one, since a browser can set no header.
const (
	Protocol     = "outrider.v1"
	bearerPrefix = "bearer."
)

// ServeHTTP implements GET /api/ws. It refuses with problem+json before the connection becomes a WebSocket: 401 without an accepted token,
// 403 for another site's page or without the permission to connect, 429 and 503 above the bounds.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case <-h.running:
	case <-r.Context().Done():
		return
	}
	who, err := h.admit(r)
	if err != nil {
		writeProblem(w, err)
		return
	}
	release, err := h.reserve(who.UserID)
	if err != nil {
		writeProblem(w, err)
		return
	}
	c, err := h.accept(w, r, who)
	if err != nil { // it has been answered
		release()
		return
	}
	connlimit.Keep(r.Context()) // a user's connections are bounded here
	go func() {                 // what the request holds of memory is not needed while its connection stands idle
		defer release()
		h.enter(c)
		defer h.exit(c)
		c.serve()
	}()
}

// accept makes the connection a WebSocket, or answers why not.
func (h *Hub) accept(w http.ResponseWriter, r *http.Request, who Subject) (*client, error) {
	c := &client{
		id: h.id + "." + newID(), userID: who.UserID, hub: h, subject: who, since: h.opts.Now(), address: h.opts.Address(r),
		userAgent: clip(r.UserAgent()), subs: make(map[string]*subscription),
	}
	c.pinged = time.Now().UnixNano()
	c.heard.Store(c.pinged)
	writer := &wireWriter{ResponseWriter: w, opts: h.opts}
	var err error
	c.conn, err = websocket.Accept(writer, r, &websocket.AcceptOptions{
		Subprotocols:       []string{Protocol},
		InsecureSkipVerify: true,                                   // admit has checked the origin, with the configured public address
		CompressionMode:    websocket.CompressionNoContextTakeover, // each message by itself: so batches are compressed once for all
		OnPongReceived:     func(context.Context, []byte) { c.heard.Store(time.Now().UnixNano()) },
	})
	if err != nil {
		return nil, err
	}
	c.wire = writer.wire
	c.wire.unpacks = w.Header().Get("Sec-WebSocket-Extensions") != ""
	c.ctx, c.cancel = context.WithCancel(h.base)
	return c, nil
}

// admit authenticates the request and checks where its page comes from.
func (h *Hub) admit(r *http.Request) (Subject, error) {
	token := bearer(r.Header)
	if token == "" {
		return Subject{}, fault.New(fault.SignedOut, "Sign in to continue.")
	}
	ctx, cancel := context.WithTimeout(r.Context(), h.opts.Handshake)
	defer cancel()
	who, err := h.access.Authenticate(ctx, token)
	if err != nil {
		return Subject{}, err
	}
	if !h.opts.Now().Before(who.ExpiresAt) {
		return Subject{}, fault.New(fault.SignedOut, "Sign in to continue.")
	}
	if !sameOrigin(r, h.opts.PublicURL) {
		return Subject{}, fault.New(fault.Denied, "Pages of other sites may not connect.")
	}
	grant, err := h.access.Decide(ctx, who, who.OrgID)
	if err != nil {
		return Subject{}, err
	}
	if !grant.Allowed("connect") {
		return Subject{}, fault.New(fault.Denied, "You do not have permission to connect.")
	}
	return who, nil
}

// bearer finds the token among the subprotocols that the client offers.
func bearer(header http.Header) string {
	for _, line := range header.Values("Sec-WebSocket-Protocol") {
		for protocol := range strings.SplitSeq(line, ",") {
			if token, ok := strings.CutPrefix(strings.TrimSpace(protocol), bearerPrefix); ok {
				return token
			}
		}
	}
	return ""
}

// sameOrigin accepts pages of the host that the request names, of the public address, and programs, which send no origin.
func sameOrigin(r *http.Request, publicURL string) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	if err != nil {
		return false
	}
	if strings.EqualFold(from.Host, r.Host) {
		return true
	}
	public, err := url.Parse(publicURL)
	return err == nil && public.Host != "" && strings.EqualFold(public.Host, from.Host) && strings.EqualFold(public.Scheme, from.Scheme)
}

// reserve counts a connection before it is made, so that a flood of them stops at the bound.
func (h *Hub) reserve(userID string) (release func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.stopped:
		return nil, fault.New(fault.Unavailable, "The host is stopping.")
	case h.total >= h.opts.MaxClients:
		return nil, fault.New(fault.Unavailable, "This host has no room for another connection.")
	case h.perUser[userID] >= h.opts.MaxPerUser:
		return nil, errTooMany
	}
	h.perUser[userID]++
	h.total++
	h.serving.Add(1)
	return func() { h.release(userID) }, nil
}

func (h *Hub) release(userID string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.total--
	if h.perUser[userID]--; h.perUser[userID] == 0 {
		delete(h.perUser, userID)
	}
	h.serving.Done()
}

func (h *Hub) enter(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[c.id] = c
	if h.stopped {
		c.end(websocket.StatusGoingAway, "the host is stopping")
	}
}

func (h *Hub) exit(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c.id)
	for _, s := range c.subs {
		h.detach(s)
	}
}

// newID is unguessable: whoever knows a connection's id may ask for subscriptions on it.
func newID() string { return rand.Text() }

// clip keeps what a browser says of itself short.
func clip(text string) string {
	const most = 300
	return strings.Clone(strings.ToValidUTF8(text[:min(len(text), most)], "")) // not a part of all headers
}
