// Package live takes what devices publish by RTSP and shows it as HLS. One stream of a camera has any number of viewers; it lives as long
// as somebody watches.
package live

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

const (
	// Lease is how long a viewer is believed to watch after the last sign of life: a keep-alive or a playlist that was fetched.
	Lease = 45 * time.Second
	// Warm is how long a stream goes on after its last viewer has left, for one who comes straight back.
	Warm = 5 * time.Second
	// silence is how long a stream may go without a key frame.
	silence = 20 * time.Second
	// tail is how long a recording that has ended stays, for viewers who have not seen all of it.
	tail = 20 * time.Second
	// sweepEvery is how often leases are looked through.
	sweepEvery = 250 * time.Millisecond
)

// ErrEnded means that a stream is over.
var ErrEnded = errors.New("the stream is over")

// Camera is one channel of a device.
type Camera struct {
	OrgID    string
	DeviceID string
	Channel  int    // 1 to 8
	Profile  string // device.ProfileMain or ProfileSub
}

// Hub keeps the streams of this process. It is safe for concurrent use.
type Hub struct {
	log   *slog.Logger
	now   func() time.Time
	ended func(*Stream) // told of each stream that is over, outside of locks

	mu      sync.Mutex
	streams map[string]*Stream // by id
	shared  map[Camera]*Stream // live ones, which viewers share
}

// NewHub returns a hub; Run ends streams that nobody watches. ended is told of each stream that is over.
func NewHub(log *slog.Logger, now func() time.Time, ended func(*Stream)) *Hub {
	return &Hub{log: log, now: now, ended: ended, streams: map[string]*Stream{}, shared: map[Camera]*Stream{}}
}

// Open finds the live stream of a camera, or begins one under a new id; begun tells which. A device is asked to publish what was begun.
func (h *Hub) Open(c Camera, newID string) (s *Stream, begun bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.shared[c]; s != nil && !s.isOver() {
		return s, false
	}
	s = h.add(c, newID, false)
	h.shared[c] = s
	return s, true
}

// Shows reports whether a camera is shown live.
func (h *Hub) Shows(c Camera) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.shared[c]
	return s != nil && !s.isOver()
}

// OpenRecording begins a stream of a recording, which one viewer watches.
func (h *Hub) OpenRecording(c Camera, newID string) *Stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.add(c, newID, true)
}

// add makes a stream; mu is held.
func (h *Hub) add(c Camera, id string, recording bool) *Stream {
	s := newStream(c, id, recording, h.log, h.now)
	h.streams[id] = s
	return s
}

// Find is a stream by its id; nil if this process does not have it.
func (h *Hub) Find(id string) *Stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.streams[id]
}

// Of are the streams of a device that are under way.
func (h *Hub) Of(orgID, deviceID string) (list []*Stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.streams {
		if s.Camera.OrgID == orgID && s.Camera.DeviceID == deviceID {
			list = append(list, s)
		}
	}
	return list
}

// Close ends a stream at once.
func (h *Hub) Close(s *Stream, why error) {
	h.mu.Lock()
	known := h.streams[s.ID] == s
	delete(h.streams, s.ID)
	if h.shared[s.Camera] == s {
		delete(h.shared, s.Camera)
	}
	h.mu.Unlock()
	s.end(why)
	if known {
		h.ended(s)
	}
}

// Run ends streams that nobody watches, or that show nothing, until ctx ends; then all of them.
func (h *Hub) Run(ctx context.Context) error {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			h.sweep(func(*Stream) error { return ErrEnded })
			return nil
		case <-ticker.C:
			now := h.now()
			h.sweep(func(s *Stream) error { return s.why(now) })
		}
	}
}

// sweep closes the streams for which there is a reason.
func (h *Hub) sweep(reason func(*Stream) error) {
	h.mu.Lock()
	due := map[*Stream]error{}
	for _, s := range h.streams {
		if why := reason(s); why != nil {
			due[s] = why
		}
	}
	h.mu.Unlock()
	for s, why := range due {
		h.Close(s, why)
	}
}
