package push

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"
)

// Options are the bounds and rhythms of a Hub. Zero values become the defaults that New documents.
type Options struct {
	PublicURL string // https://portal.example.com; pages of this origin may connect beside those of the same host
	Now       func() time.Time
	Log       *slog.Logger
	Address   func(*http.Request) string // of the client, as far as proxies are trusted; default: of the connection

	Tick      time.Duration // between two batches of a topic to a browser, at least and on average; 150 ms
	Recheck   time.Duration // between two checks of what every client may see; 5 s
	Handshake time.Duration // for connecting, and for the first message after it; 10 s
	Ping      time.Duration // 20 s
	Stall     time.Duration // a client that takes nothing for so long is closed; 30 s

	MaxClients        int // 20,000
	MaxPerUser        int // 20
	MaxPendingKeys    int // items that wait for a slow client; 5,000
	MaxPendingBytes   int // 1 MiB
	MessagesPerSecond rate.Limit
	MessageBurst      int
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Address == nil {
		o.Address = func(r *http.Request) string { return r.RemoteAddr }
	}
	orDuration(&o.Tick, 150*time.Millisecond)
	orDuration(&o.Recheck, 5*time.Second)
	orDuration(&o.Handshake, 10*time.Second)
	orDuration(&o.Ping, 20*time.Second)
	orDuration(&o.Stall, 30*time.Second)
	orInt(&o.MaxClients, 20_000)
	orInt(&o.MaxPerUser, 20)
	orInt(&o.MaxPendingKeys, 5_000)
	orInt(&o.MaxPendingBytes, 1<<20)
	orInt(&o.MessageBurst, 60)
	if o.MessagesPerSecond == 0 {
		o.MessagesPerSecond = 20
	}
	return o
}

func orDuration(d *time.Duration, fallback time.Duration) {
	if *d == 0 {
		*d = fallback
	}
}

func orInt(n *int, fallback int) {
	if *n == 0 {
		*n = fallback
	}
}

// Hub holds the push connections of this host.
type Hub struct {
	opts   Options
	access Access
	nats   *nats.Conn
	topics *topicIndex
	id     string // the first part of its connection ids

	counters counters
	packer   packer
	serving  sync.WaitGroup

	mu      sync.RWMutex
	stopped bool
	clients map[string]*client
	perUser map[string]int
	total   int
	feeds   map[string]*feed
	changed chan Change
	fresh   chan struct{} // holds one token when a feed has something to deliver

	base    context.Context // of the connections; set by Run before it says that it is running
	running chan struct{}
}

// New makes a hub that reads from the host's NATS connection. Run starts it.
func New(conn *nats.Conn, access Access, opts Options) *Hub {
	opts = opts.withDefaults()
	return &Hub{
		opts: opts, access: access, nats: conn, topics: newTopicIndex(), id: newID(),
		clients: make(map[string]*client), perUser: make(map[string]int), feeds: make(map[string]*feed),
		changed: make(chan Change, 1024), fresh: make(chan struct{}, 1), running: make(chan struct{}),
	}
}

// Run delivers, checks access and serves requests of other hosts until ctx is done; then it closes every connection
// with 1001 and returns when all of them are gone. It is called once; connections wait for it.
func (h *Hub) Run(ctx context.Context) error {
	defer h.stop()
	asked, err := h.nats.Subscribe(subscribeSubject(h.id), h.subscribeForOther)
	if err != nil {
		return fmt.Errorf("serve subscriptions of other hosts: %w", err)
	}
	defer func() { _ = asked.Unsubscribe() }() // fails only when the connection is closed
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { h.deliverUntil(ctx); return nil })
	group.Go(func() error { h.checkUntil(ctx); return nil })
	group.Go(func() error { h.tendUntil(ctx); return nil })
	h.base = ctx
	close(h.running)
	return group.Wait()
}

func (h *Hub) stop() {
	h.mu.Lock()
	h.stopped = true
	for _, c := range h.clients {
		c.end(websocket.StatusGoingAway, "the host is stopping")
	}
	h.mu.Unlock()
	h.awaitGoodbyes()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.feeds {
		f.close()
	}
	clear(h.feeds)
}

// goodbye is how long browsers may take to agree to the end of their connections when the host stops.
const goodbye = 500 * time.Millisecond

// awaitGoodbyes waits until all connections are gone, and cuts those whose other side does not answer.
func (h *Hub) awaitGoodbyes() {
	gone := make(chan struct{})
	go func() {
		h.serving.Wait()
		close(gone)
	}()
	late := time.NewTimer(goodbye)
	defer late.Stop()
	select {
	case <-gone:
		return
	case <-late.C:
	}
	for _, c := range h.everybody() {
		c.wire.cut()
	}
	<-gone
}
