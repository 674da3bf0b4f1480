package events

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/trace"
)

const (
	publishTimeout = 5 * time.Second
	reconnectWait  = 250 * time.Millisecond
	pingInterval   = 5 * time.Second
	maxUnanswered  = 1 << 16 // events published together that the stream has not answered; more are refused
)

// Config is what a client needs.
type Config struct {
	URL      string
	User     string
	Password string
	Plugin   string                // its id
	Tracer   *trace.Tracer         // nil: no traces
	Metrics  prometheus.Registerer // nil: none
	Batches  bool                  // the host takes several events of the outbox as one message
	TLS      *tls.Config           // nil: as the URL says
	Log      *slog.Logger
}

// Client is a plugin's connection to NATS. It is safe for concurrent use.
type Client struct {
	conn   *nats.Conn
	stream jetstream.JetStream
	plugin string
	tracer *trace.Tracer
	meter  *meter
	health health
	log    *slog.Logger

	batches bool

	mu      sync.Mutex
	waiting []func(ctx context.Context) // registered before Run
	running context.Context             // of Run: consumers that come later run in it
	workers sync.WaitGroup

	together together
}

// InboxPrefix is where a plugin's answers arrive; its NATS user may subscribe to nothing else.
func InboxPrefix(pluginID string) string { return "_INBOX_" + pluginID }

// Connect makes a client. It does not wait for NATS: the client connects when it can, and again for ever. While it is not connected
// nothing is buffered; publishing fails.
func Connect(c Config) (*Client, error) {
	meter, err := newMeter(c.Metrics)
	if err != nil {
		return nil, err
	}
	client := &Client{plugin: c.Plugin, tracer: c.Tracer, meter: meter, log: c.Log, batches: c.Batches}
	secure := nats.Option(func(*nats.Options) error { return nil })
	if c.TLS != nil {
		secure = nats.Secure(c.TLS)
	}
	conn, err := nats.Connect(c.URL, secure,
		nats.Name("outrider-"+c.Plugin), nats.UserInfo(c.User, c.Password), nats.CustomInboxPrefix(InboxPrefix(c.Plugin)),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait), nats.ReconnectBufSize(-1), nats.IgnoreAuthErrorAbort(),
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2), nats.Timeout(2*time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.Log.Warn("lost the connection to NATS", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.Log.Info("connected to NATS again") }),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrSlowConsumer) && sub == nil {
				return
			}
			c.Log.Warn("NATS reports an error", "error", err)
		}))
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	client.conn = conn
	client.stream, err = jetstream.New(conn, jetstream.WithDefaultTimeout(publishTimeout),
		jetstream.WithPublishAsyncTimeout(publishTimeout), jetstream.WithPublishAsyncMaxPending(maxUnanswered))
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	return client, nil
}

// Close ends the connection. Call it after Run has returned.
func (c *Client) Close() { c.conn.Close() }

// Connected reports whether NATS answers at this moment.
func (c *Client) Connected() bool { return c.conn.IsConnected() }

// Run works off all consumers until ctx ends, then waits for the handlers that are under way. The SDK calls it once.
func (c *Client) Run(ctx context.Context) {
	c.mu.Lock()
	c.running = ctx
	for _, work := range c.waiting {
		c.workers.Go(func() { work(ctx) })
	}
	c.waiting = nil
	c.mu.Unlock()
	<-ctx.Done()
	c.mu.Lock() // nobody is adding a worker now, and nobody will again
	//lint:ignore SA2001 an empty critical section is meant
	c.mu.Unlock()
	c.workers.Wait()
}

func (c *Client) add(work func(ctx context.Context)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running == nil {
		c.waiting = append(c.waiting, work)
		return
	}
	if ctx := c.running; ctx.Err() == nil {
		c.workers.Go(func() { work(ctx) })
	}
}

// PublishDirect writes one event to its stream without a database: for the gateway and for commands. It returns nil once the stream has
// it; publishing again under the same id within two minutes is harmless. Otherwise it is fault.Unavailable.
func (c *Client) PublishDirect(ctx context.Context, subject, id, orgID string, data any) error {
	body, err := encode(id, Type(subject), orgID, time.Now(), data)
	if err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	return c.publish(ctx, &nats.Msg{Subject: subject, Header: headersOf(data), Data: body}, id)
}

func (c *Client) publish(ctx context.Context, m *nats.Msg, id string) error {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	if trace.On(ctx) {
		return c.publishTraced(ctx, m, id)
	}
	return c.send(ctx, m, id)
}

func (c *Client) send(ctx context.Context, m *nats.Msg, id string) error {
	if _, err := c.stream.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0)); err != nil {
		return streamAway(m.Subject, err)
	}
	return nil
}

// watchWait is how long a host has to say that it passes pushes on.
const watchWait = time.Second

// Watched reports whether a browser, on whichever host, is subscribed to a topic of an organisation at this moment. News that nobody watches need
// not be gathered: whoever comes later begins with a snapshot. When in doubt it is true.
func (c *Client) Watched(ctx context.Context, topic, orgID string) bool {
	ctx, cancel := context.WithTimeout(ctx, watchWait)
	defer cancel()
	_, err := c.conn.RequestWithContext(ctx, PushSubject(topic, orgID), nil)
	return !errors.Is(err, nats.ErrNoResponders)
}

// Push sends news to the browsers of one organisation, at most once: what is lost is made good by the next value or a snapshot.
func (c *Client) Push(ctx context.Context, orgID string, p Push) error {
	if !ValidToken(orgID) || !ValidToken(p.Topic) {
		return fmt.Errorf("push %q to %q: not a subject", p.Topic, orgID)
	}
	body, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("push %s: %w", p.Topic, err)
	}
	_, span := trace.Begin(ctx, "push "+p.Topic, otel.SpanKindProducer)
	defer span.End()
	if err := c.conn.Publish(PushSubject(p.Topic, orgID), body); err != nil {
		return fmt.Errorf("push %s: %w", p.Topic, err)
	}
	return nil
}
