package push

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
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

// client is one browser's connection. Three goroutines serve it: the handler's reads, one writes, one pings.
type client struct {
	id     string
	userID string
	hub    *Hub
	conn   *websocket.Conn
	cork   *cork
	out    *outbox
	ctx    context.Context // of the connection, for what other hosts ask of it

	since              time.Time
	address, userAgent string

	mu      sync.Mutex
	subject Subject
	code    websocket.StatusCode
	reason  string
	ending  chan struct{} // closed by end

	subs map[string]*subscription // by topic and organisation; guarded by hub.mu
}

// who is the subject of the newest token.
func (c *client) who() Subject {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.subject
}

// end closes the connection with a code and a reason; the first call counts.
func (c *client) end(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.ending:
		return
	default:
	}
	c.code, c.reason = code, reason
	close(c.ending)
	c.cork.hurry(2 * time.Second)
}

// say queues an answer; a client that reads none is ended.
func (c *client) say(message []byte) {
	if err := c.out.say(message); err != nil {
		c.end(CloseFlood, err.Error())
	}
}

// serve reads until the connection is over.
func (c *client) serve() {
	var wg sync.WaitGroup
	wg.Go(c.write)
	wg.Go(c.ping)
	c.read()
	c.end(websocket.StatusNormalClosure, "")
	wg.Wait()
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

// write sends what waits in the outbox, several messages in one system call, until the connection ends.
func (c *client) write() {
	for {
		select {
		case <-c.ending:
			c.close()
			return
		case <-c.out.wake:
		}
		if err := c.send(c.out.take()); err != nil {
			_ = c.conn.CloseNow() // the reader then ends the client; the connection is already broken
		}
	}
}

func (c *client) send(messages [][]byte) error {
	c.cork.hold()
	var failed error
	for _, m := range messages {
		if failed = c.conn.Write(context.WithoutCancel(c.ctx), websocket.MessageText, m); failed != nil {
			break
		}
	}
	return errors.Join(failed, c.cork.release())
}

// close sends the last answers and the close frame.
func (c *client) close() {
	if err := c.send(c.out.take()); err != nil {
		_ = c.conn.CloseNow() // broken: there is nobody to tell
		return
	}
	_ = c.conn.Close(c.code, c.reason) // an error means that the browser was gone before us
}

// ping ends a connection whose other side does not answer.
func (c *client) ping() {
	every := time.NewTicker(c.hub.opts.Ping)
	defer every.Stop()
	for {
		select {
		case <-c.ending:
			return
		case <-every.C:
		}
		within, cancel := context.WithTimeout(c.ctx, c.hub.opts.Stall)
		err := c.conn.Ping(within)
		cancel()
		if err != nil {
			_ = c.conn.CloseNow() // the reader then ends the client
			return
		}
	}
}
