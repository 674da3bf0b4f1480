package push

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"outrider.dev/sdk/fault"
)

// Close codes of the push connection, beside those of RFC 6455.
const (
	CloseSignedOut websocket.StatusCode = 4401 // the token expired, or the session or account is over
	CloseDenied    websocket.StatusCode = 4403 // the permission to connect was taken away
	CloseSilent    websocket.StatusCode = 4408 // nothing was asked for after connecting
	CloseFlood     websocket.StatusCode = 4429 // too many messages, or unread answers
)

// readLimit bounds one message of a client: a subscription with maxValues ids, in bytes.
const readLimit = 128 << 10

// client is one browser's connection. One goroutine serves it, its reader; what is written is written by who has something to say (see wire).
type client struct {
	id     string
	userID string
	hub    *Hub
	conn   *websocket.Conn
	wire   *wire
	ctx    context.Context // of the connection
	cancel context.CancelFunc

	since              time.Time
	address, userAgent string

	heard  atomic.Int64 // when the other side was last heard of, Unix nanoseconds
	pinged int64        // when it was last asked for a sign of life; used by tendUntil alone

	mu      sync.Mutex
	subject Subject
	ended   bool
	code    websocket.StatusCode
	reason  string

	subs map[string]*subscription // by topic and organisation; guarded by hub.mu

	held    bool      // gets nothing until somebody can tell what it may see; guarded by hub.mu
	waiting []Request // what it is subscribed to meanwhile; guarded by hub.mu
}

// who is the subject of the newest token.
func (c *client) who() Subject {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.subject
}

// end closes the connection with a code and a reason; the first call counts. It does not wait.
func (c *client) end(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	c.ended, c.code, c.reason = true, code, reason
	c.wire.work.Go(c.close)
}

// close sends what waits and the close frame.
func (c *client) close() {
	if c.wire.shut(2 * time.Second) {
		_ = c.conn.Close(c.code, c.reason) // an error means that the browser was gone before us
	}
	_ = c.conn.CloseNow() // it is closed already, or broken
	c.wire.out.abandon()  // nobody writes after this
}

// say queues an answer; a client that reads none is ended.
func (c *client) say(message []byte) {
	if err := c.wire.say(message); err != nil {
		c.end(CloseFlood, err.Error())
	}
}

// serve reads until the connection is over.
func (c *client) serve() {
	defer c.cancel()
	c.read()
	c.end(websocket.StatusNormalClosure, "")
	c.wire.work.Wait()
}

func (c *client) read() {
	silent := time.AfterFunc(c.hub.opts.Handshake, func() { c.end(CloseSilent, "nothing asked for") })
	defer silent.Stop()
	limit := rate.NewLimiter(c.hub.opts.MessagesPerSecond, c.hub.opts.MessageBurst)
	c.conn.SetReadLimit(readLimit)
	for {
		_, data, err := c.conn.Read(context.WithoutCancel(c.ctx)) // ended by end, so that a close frame is sent
		if err != nil {
			return
		}
		silent.Stop()
		c.heard.Store(time.Now().UnixNano())
		if !limit.AllowN(c.hub.opts.Now(), 1) {
			c.end(CloseFlood, "too many messages")
			return
		}
		c.handle(data)
	}
}

// handle answers one message of the client.
func (c *client) handle(data []byte) {
	var cmd command
	if err := json.Unmarshal(data, &cmd); err != nil {
		c.say(refusal("", fault.New(fault.Invalid, "The message is not JSON of the documented shape.")).encode())
		return
	}
	ctx, cancel := context.WithTimeout(c.ctx, c.hub.opts.Handshake)
	defer cancel()
	switch cmd.Action {
	case "getConnectionId":
		c.say([]byte(c.id))
	case "subscribe":
		c.subscribe(ctx, cmd.Request)
	case "unsubscribe":
		c.hub.unsubscribe(c, cmd.Request)
		c.say(answer{Action: "unsubscribed", SubscriptionType: cmd.SubscriptionType}.encode())
	case "token":
		c.renew(ctx, cmd.Token)
	case "ping":
		c.say(answer{Action: "pong"}.encode())
	default:
		c.say(refusal("", fault.New(fault.Invalid, "The action is not known.")).encode())
	}
}

func (c *client) subscribe(ctx context.Context, req Request) {
	if req.ConnectionID != "" && req.ConnectionID != c.id {
		c.say(refusal(req.SubscriptionType, fault.New(fault.Invalid, "The connectionId is not that of this connection.")).encode())
		return
	}
	if err := c.hub.subscribe(ctx, c, req); err != nil {
		c.say(refusal(req.SubscriptionType, err).encode())
	}
}

// renew takes a newer token of the same user, so that the connection outlives the one that it was opened with.
func (c *client) renew(ctx context.Context, token string) {
	now, err := c.hub.access.Authenticate(ctx, token)
	old := c.who()
	switch {
	case err != nil:
		c.say(refusal("", err).encode())
		return
	case now.UserID != old.UserID || now.OrgID != old.OrgID:
		c.say(refusal("", fault.New(fault.Invalid, "The token is another user's.")).encode())
		return
	}
	c.mu.Lock()
	c.subject = now
	c.mu.Unlock()
	c.say(answer{Action: "token", ExpiresAt: &now.ExpiresAt}.encode())
}

// tend ends a connection whose token has expired or whose other side gives no sign of life, and asks for such signs.
func (c *client) tend(now time.Time) {
	if !c.hub.opts.Now().Before(c.who().ExpiresAt) {
		c.end(CloseSignedOut, "token expired")
		return
	}
	heard, at := max(c.heard.Load(), c.wire.taken.Load()), now.UnixNano()
	switch asked := heard < c.pinged; {
	case asked && at-c.pinged >= int64(c.hub.opts.Stall):
		c.wire.cut()
	case !asked && at-c.pinged >= int64(c.hub.opts.Ping):
		c.pinged = at
		_ = c.wire.queue(pingFrame) // if too much waits already, that other side is asked to read by what waits
	}
}
