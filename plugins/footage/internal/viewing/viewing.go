// Package viewing is who watches what: it asks devices to publish when somebody begins to watch, and to stop when nobody does any more.
package viewing

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"sync"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/live"
)

const (
	// answerWithin is how long a device may take to say that it will publish.
	answerWithin = 10 * time.Second
	// comeWithin is how long a token is good for after it was made, or after the stream was last kept.
	comeWithin = 2 * time.Minute
	// unkept is how long fetching alone keeps a view, without a word of its viewer.
	unkept = 2 * time.Minute
	// stopLife is how long a device is told to stop: one that is away has stopped by then.
	stopLife = time.Minute
	// goodbye bounds what is done for a stream that is over.
	goodbye = 5 * time.Second
	// keyFrameEvery is asked of devices, in milliseconds.
	keyFrameEvery = 1000
)

// ErrGone means that a view is over, or is somebody else's.
var ErrGone = errors.New("the view is over")

// Tokens keeps which device may publish what.
type Tokens interface {
	Add(ctx context.Context, s *live.Stream, token string, until time.Time) error
	Find(ctx context.Context, deviceID string, channel int, token string, now time.Time) (id string, err error)
	Extend(ctx context.Context, orgID, id string, until time.Time) error
	Remove(ctx context.Context, orgID, id string, now time.Time) error
}

// Devices are asked to publish.
type Devices interface {
	Ask(ctx context.Context, orgID, deviceID, kind string, data any, wait time.Duration, wanted string) (ask.Answer, error)
	Command(ctx context.Context, orgID, deviceID, kind string, data any, life time.Duration) error
}

// Watcher is somebody who watches.
type Watcher struct{ OrgID, UserID string }

// View is one watcher's look at one stream. Its id is the address of what is played.
type View struct {
	ID      string
	Watcher Watcher
	Stream  *live.Stream
	Begins  Span // of a recording
	keptAt  time.Time
}

// Span is what a device shows of a recording, in Unix milliseconds.
type Span struct {
	StartMs int64
	EndMs   int64 // 0: not known
}

// Sessions gives out views. It is safe for concurrent use.
type Sessions struct {
	hub     *live.Hub
	tokens  Tokens
	devices Devices
	address string // "rtsp://video.example.com:8554"
	log     *slog.Logger
	now     func() time.Time
	over    chan ended
	others  Registry

	mu    sync.Mutex
	views map[string]*View
	past  map[string]past // views whose stream is over, by id
}

// ended is a stream that is over, and the views that it had.
type ended struct {
	stream *live.Stream
	views  []string
}

// maxOver bounds the streams that are over and whose device was not told yet.
const maxOver = 1024

// New returns sessions. Devices publish to address, "rtsp://host:port"; others is told of its views.
func New(tokens Tokens, devices Devices, others Registry, address string, log *slog.Logger, now func() time.Time) *Sessions {
	d := &Sessions{
		tokens: tokens, devices: devices, address: address, log: log, now: now, over: make(chan ended, maxOver), others: others,
		views: map[string]*View{}, past: map[string]past{},
	}
	d.hub = live.NewHub(log, now, d.ended)
	return d
}

// Open is the stream of a view, for playing; ErrGone for one that is over or another's, an Over if it is known why. Fetching keeps the view, but not for
// ever.
func (d *Sessions) Open(id string, w Watcher) (*live.Stream, error) {
	d.mu.Lock()
	v, over := d.views[id], d.past[id]
	d.mu.Unlock()
	if v == nil && over.why != nil && over.watcher == w {
		return nil, &Over{over.why}
	}
	if v != nil && v.Watcher == w && v.Stream.Why() != nil {
		return nil, &Over{v.Stream.Why()}
	}
	if v == nil || v.Watcher != w || !v.Stream.Watching(id) {
		return nil, ErrGone
	}
	if d.now().Sub(d.kept(v)) < unkept {
		if err := v.Stream.Watch(id); err != nil {
			return nil, ErrGone
		}
	}
	return v.Stream, nil
}

func (d *Sessions) kept(v *View) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return v.keptAt
}

// Filter says which views are meant.
type Filter struct {
	DeviceID  string
	Recording bool
	Channels  []int    // none: all
	IDs       []string // none: all
}

// Find lists a watcher's views of a device.
func (d *Sessions) Find(w Watcher, which Filter) (found []*View) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, v := range d.views {
		isMeant := v.Stream.Camera.DeviceID == which.DeviceID && v.Stream.Recording == which.Recording
		if v.Watcher == w && isMeant && has(which.Channels, v.Stream.Camera.Channel) && has(which.IDs, v.ID) {
			found = append(found, v)
		}
	}
	return found
}

// has reports whether a list names a value; an empty one names all.
func has[T comparable](list []T, value T) bool {
	for _, one := range list {
		if one == value {
			return true
		}
	}
	return len(list) == 0
}

// Keep renews a view; ErrGone.
func (d *Sessions) Keep(ctx context.Context, v *View) error {
	if err := v.Stream.Watch(v.ID); err != nil {
		return ErrGone
	}
	now := d.now()
	d.mu.Lock()
	v.keptAt = now
	d.mu.Unlock()
	if err := d.others.Extend(ctx, v, now.Add(listed)); err != nil {
		return err
	}
	return d.tokens.Extend(ctx, v.Watcher.OrgID, v.Stream.ID, now.Add(comeWithin))
}

// Stop ends a view. The device goes on while others watch.
func (d *Sessions) Stop(ctx context.Context, v *View) error {
	d.mu.Lock()
	delete(d.views, v.ID)
	d.mu.Unlock()
	v.Stream.Leave(v.ID)
	return d.others.Remove(ctx, v.Watcher.OrgID, v.ID)
}

// What Do does.
const (
	DoKeep = "keep"
	DoStop = "stop"
	DoLook = "look"
)

// Do keeps a view, stops it, or only looks at it; ErrGone.
func (d *Sessions) Do(ctx context.Context, v *View, action string) error {
	switch action {
	case DoKeep:
		return d.Keep(ctx, v)
	case DoStop:
		return d.Stop(ctx, v)
	default:
		return nil
	}
}

// View is a watcher's view; nil if it is over or another's.
func (d *Sessions) View(id string, w Watcher) *View {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v := d.views[id]; v != nil && v.Watcher == w {
		return v
	}
	return nil
}

// Shows reports whether a camera is shown live here.
func (d *Sessions) Shows(c live.Camera) bool { return d.hub.Shows(c) }

// Join begins to watch a camera that is shown here already; ErrGone if it is not.
func (d *Sessions) Join(ctx context.Context, w Watcher, c live.Camera) (*View, error) {
	if !d.hub.Shows(c) || c.OrgID != w.OrgID {
		return nil, ErrGone
	}
	return d.Start(ctx, w, c)
}

// newSecret is 128 random bits.
func newSecret() string {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // it never fails
	return hex.EncodeToString(raw[:])
}
