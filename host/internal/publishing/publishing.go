// Package publishing stands between plugins and the streams that they share. What a plugin publishes comes to the host, which holds it to a rate, to a share
// of each stream and to the room that is kept for the host, and hands it on; the stream's answer goes back as it is.
package publishing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"outrider.dev/sdk/events"
)

const (
	lookEvery = time.Second
	syncEvery = 5 * time.Second
	lookBound = 5 * time.Second
)

// Config is what it works with.
type Config struct {
	Limits  Limits
	Connect func(options ...nats.Option) (*nats.Conn, error) // as the host; each plugin has a connection, so that one that floods holds up itself
	Fill    func(ctx context.Context, stream string) (held, most int64, err error)
	Pool    *pgxpool.Pool
	Log     *slog.Logger
	Now     func() time.Time
}

// Publishing serves all plugins.
type Publishing struct {
	Config
	fill  *fill
	usage *usage

	mu      sync.Mutex
	plugins map[string]*forwarder
}

// New makes it. Run must run.
func New(c Config) *Publishing {
	return &Publishing{Config: c, fill: newFill(), usage: newUsage(c.Pool), plugins: map[string]*forwarder{}}
}

// Load reads how full the streams are and what was published before. Call it before the first plugin starts.
func (p *Publishing) Load(ctx context.Context) error {
	return errors.Join(p.fill.look(ctx, p.Fill), p.usage.sync(ctx, p.Now()))
}

// Run looks at the streams and keeps what was counted until ctx ends.
func (p *Publishing) Run(ctx context.Context) error {
	look, sync := time.NewTicker(lookEvery), time.NewTicker(syncEvery)
	defer look.Stop()
	defer sync.Stop()
	said := ""
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
			err = within(ctx, func(ctx context.Context) error { return p.fill.look(ctx, p.Fill) })
		case <-sync.C:
			err = within(ctx, func(ctx context.Context) error { return p.usage.sync(ctx, p.Now()) })
		}
		if text := fmt.Sprint(err); err != nil && ctx.Err() == nil && text != said {
			p.Log.Warn("bounds of what plugins publish go on with older figures", "error", err)
			said = text
		}
	}
}

func within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, lookBound)
	defer cancel()
	return do(ctx)
}

// Serve takes what a plugin publishes from now on.
func (p *Publishing) Serve(pluginID string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.plugins[pluginID] != nil {
		return nil
	}
	f, err := p.forward(pluginID)
	if err != nil {
		return fmt.Errorf("take what plugin %s publishes: %w", pluginID, err)
	}
	p.plugins[pluginID] = f
	return nil
}

// Close takes no more.
func (p *Publishing) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.plugins {
		f.conn.Close()
	}
}

// Usage is what a plugin published into a stream.
type Usage struct {
	Plugin, Stream          string
	MessagesToday           int64
	BytesToday, BytesWeek   int64
	MostBytesWeek           int64     // 0: no bound
	Refused                 int64     // on this host, since it started
	RefusedSince, RefusedAt time.Time // first and last of a row of refusals; zero: none for a minute
	Reason                  string    // of the last one
}

// Usages lists what plugins published, as all hosts counted it.
func (p *Publishing) Usages() (all []Usage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, f := range p.plugins {
		for _, stream := range bounded {
			u := Usage{Plugin: id, Stream: stream, MostBytesWeek: p.share(stream)}
			today, week := p.usage.of(key{id, stream})
			u.MessagesToday, u.BytesToday, u.BytesWeek = today.messages, today.bytes, week.bytes
			f.refusals.tell(stream, &u, p.Now())
			if u.BytesWeek > 0 || u.Refused > 0 {
				all = append(all, u)
			}
		}
	}
	return all
}

// share is how many bytes a plugin may publish into a stream within a week; 0: no bound. Streams that hold only what nobody has handled yet are bounded by
// rates and by the room that is kept.
func (p *Publishing) share(stream string) int64 {
	if stream != events.StreamEvents && stream != events.StreamDead {
		return 0
	}
	return p.fill.most(stream) / 100 * int64(p.Limits.Percent)
}
