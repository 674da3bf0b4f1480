// Package quietlog keeps an outage from filling the disk with its log: of lines that say the same only some are written, and how many were left out.
package quietlog

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	atOnce   = 20              // lines of one kind that are written as they come; then
	oneEvery = 5 * time.Second // apart
	kinds    = 2_000           // that are told apart
)

// limits are shared by a handler and all that were made of it.
type limits struct {
	now  func() time.Time
	mu   sync.Mutex
	seen map[kind]*bucket
}

// kind is what lines have in common that say the same: of whom they are, and their message.
type kind struct {
	level           slog.Level
	owner, sentence string
}

type bucket struct {
	room float64
	at   time.Time
	left int // out since the last line
}

// handler passes lines on.
type handler struct {
	slog.Handler
	limits *limits
	owner  string // the plugin or part that its lines name
}

// Handler lets lines below a warning through, and of warnings and errors a few of each kind: who says it, and the message without its attributes.
func Handler(next slog.Handler, now func() time.Time) slog.Handler {
	return handler{Handler: next, limits: &limits{now: now, seen: map[kind]*bucket{}}}
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return h.Handler.Handle(ctx, r)
	}
	owner := h.owner
	r.Attrs(func(a slog.Attr) bool {
		owner = ownerIn(owner, a)
		return true
	})
	pass, left := h.limits.take(kind{r.Level, owner, r.Message})
	if !pass {
		return nil
	}
	if left > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("left_out", left))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		h.owner = ownerIn(h.owner, a)
	}
	h.Handler = h.Handler.WithAttrs(attrs)
	return h
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	h.Handler = h.Handler.WithGroup(name)
	return h
}

func ownerIn(owner string, a slog.Attr) string {
	if a.Key == "plugin" || a.Key == "part" {
		return a.Value.String()
	}
	return owner
}

// take reports whether a line may be written, and how many of its kind were not since the last one.
func (l *limits) take(k kind) (pass bool, left int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b, known := l.seen[k]
	if !known {
		if len(l.seen) >= kinds { // of messages that are never the same
			clear(l.seen)
		}
		b = &bucket{room: atOnce, at: now}
		l.seen[k] = b
	}
	b.room = min(atOnce, b.room+now.Sub(b.at).Seconds()/oneEvery.Seconds())
	b.at = now
	if b.room < 1 {
		b.left++
		return false, 0
	}
	b.room--
	left, b.left = b.left, 0
	return true, left
}
