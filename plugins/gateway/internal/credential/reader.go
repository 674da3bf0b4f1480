package credential

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"outrider.dev/sdk/events"
)

// refreshEvery bounds how long a gateway trusts what another gateway has been told: events go to one of them.
const refreshEvery = 10 * time.Second

// Store keeps the book across restarts. Put stores what an event says, once; Since returns what changed after a position in either stream.
type Store interface {
	Put(ctx context.Context, e events.Event[events.DeviceChanged], d Device) error
	Since(ctx context.Context, p Position) ([]Device, error)
}

// Reader fills a book from the store and from events.
type Reader struct {
	book   *Book
	store  Store
	log    *slog.Logger
	loaded chan struct{}
	once   sync.Once
}

// NewReader fills book.
func NewReader(book *Book, store Store, log *slog.Logger) *Reader {
	return &Reader{book: book, store: store, log: log, loaded: make(chan struct{})}
}

// Take handles an event about a device: first the store has it, then the book.
func (r *Reader) Take(ctx context.Context, e events.Event[events.DeviceChanged]) error {
	return r.take(ctx, e, Position{Sequence: e.Sequence})
}

// TakeControl handles the same news, come by the way that nothing else can fill.
func (r *Reader) TakeControl(ctx context.Context, e events.Event[events.DeviceChanged]) error {
	return r.take(ctx, e, Position{Control: e.Sequence})
}

func (r *Reader) take(ctx context.Context, e events.Event[events.DeviceChanged], at Position) error {
	d := Device{
		ID: e.Data.ID, OrgID: e.OrgID, VehicleID: e.Data.VehicleID, Model: e.Data.Model, KeySHA256: e.Data.KeySHA256,
		Disabled: e.Data.Disabled, Deleted: e.Data.Deleted, Position: at,
	}
	if !Usable(d.ID) {
		r.log.Warn("a device id cannot be a part of topics: the device cannot connect", "device", d.ID, "organisation", d.OrgID)
		return nil
	}
	if err := r.store.Put(ctx, e, d); err != nil {
		return err
	}
	r.book.Put(d)
	return nil
}

// Run loads everything, then what changed, until ctx ends.
func (r *Reader) Run(ctx context.Context) error {
	tick := time.NewTicker(refreshEvery)
	defer tick.Stop()
	for {
		devices, err := r.store.Since(ctx, r.since())
		if err != nil {
			return err
		}
		for _, d := range devices {
			r.book.Put(d)
		}
		r.once.Do(func() { close(r.loaded) })
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// since is where the next look begins. Another gateway may commit a lower sequence after this one has seen a higher, so it looks back.
func (r *Reader) since() Position {
	const back = 1000
	select {
	case <-r.loaded:
	default:
		return Position{}
	}
	newest := r.book.Newest()
	return Position{Control: newest.Control - min(back, newest.Control), Sequence: newest.Sequence - min(back, newest.Sequence)}
}

// Ready waits until the book is loaded, so that no device is refused only because the gateway has just started. It reports false if
// ctx ends first.
func (r *Reader) Ready(ctx context.Context) bool {
	select {
	case <-r.loaded:
		return true
	case <-ctx.Done():
		return false
	}
}
