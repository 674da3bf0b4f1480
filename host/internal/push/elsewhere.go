package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/sdk/fault"
)

// elsewhereWait is how long another host may take to make a subscription.
const elsewhereWait = 3 * time.Second

// order is a subscription that another host was asked for over HTTP, on a connection of this one.
type order struct {
	UserID  string  `json:"user_id"`
	Request Request `json:"request"`
}

// outcome is empty when the subscription was made.
type outcome struct {
	Kind  fault.Kind `json:"kind,omitempty"`
	Title string     `json:"title,omitempty"`
}

func subscribeSubject(hub string) string { return "host.push.subscribe." + hub }

// subscribeElsewhere asks the host that the connection belongs to; any host may be sent the HTTP request.
func (h *Hub) subscribeElsewhere(ctx context.Context, who Subject, req Request) error {
	hub, _, ok := strings.Cut(req.ConnectionID, ".")
	if !ok || hub == h.id || !isToken(hub) {
		return errNoConnection()
	}
	data, err := json.Marshal(order{UserID: who.UserID, Request: req})
	if err != nil {
		return fmt.Errorf("write subscription: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, elsewhereWait)
	defer cancel()
	reply, err := h.nats.RequestWithContext(ctx, subscribeSubject(hub), data)
	if errors.Is(err, nats.ErrNoResponders) { // no such host any more, and so no such connection
		return fault.Wrap(fault.NotFound, err, "%s", noConnection)
	}
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "Live updates are not available just now.")
	}
	var o outcome
	if err := json.Unmarshal(reply.Data, &o); err != nil {
		return fmt.Errorf("read outcome of subscription: %w", err)
	}
	if o.Kind != "" {
		return fault.New(o.Kind, "%s", o.Title)
	}
	return nil
}

// subscribeForOther serves another host's request. NATS calls it; it decides with the subject of the connection, not of the message.
func (h *Hub) subscribeForOther(m *nats.Msg) {
	var o order
	err := json.Unmarshal(m.Data, &o)
	h.mu.RLock()
	c := h.clients[o.Request.ConnectionID]
	h.mu.RUnlock()
	switch {
	case err != nil:
		err = fault.New(fault.Invalid, "The subscription cannot be read.")
	case c == nil || c.userID != o.UserID:
		err = errNoConnection()
	default:
		ctx, cancel := context.WithTimeout(c.ctx, elsewhereWait)
		defer cancel()
		err = h.subscribe(ctx, c, o.Request)
	}
	var answered outcome
	if err != nil {
		answered = outcome{Kind: fault.KindOf(err), Title: title(err)}
	}
	data, err := json.Marshal(answered)
	if err == nil {
		err = m.Respond(data)
	}
	if err != nil {
		h.opts.Log.Warn("answer another host's subscription", "error", err)
	}
}

// isToken reports whether s can be one part of a NATS subject.
func isToken(s string) bool {
	return s != "" && !strings.ContainsAny(s, ".*> \t\r\n")
}
