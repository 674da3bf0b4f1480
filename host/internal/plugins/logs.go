package plugins

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// keptLog is how many lines of each plugin's log a person can look back on.
const keptLog = 2_000

// LogLine is one line of a plugin's log, without secrets.
type LogLine struct {
	Seq     uint64 // ascending, from 1
	At      time.Time
	Level   slog.Level
	Message string
	Attrs   []slog.Attr
}

// Text is the line as a person searches it.
func (l LogLine) Text() string {
	var b strings.Builder
	b.WriteString(l.Message)
	for _, a := range l.Attrs {
		b.WriteByte(' ')
		b.WriteString(a.Key)
		b.WriteByte('=')
		b.WriteString(a.Value.String())
	}
	return b.String()
}

// LogRing holds the newest lines of one plugin, over all its processes.
type LogRing struct {
	mu     sync.Mutex
	lines  [keptLog]LogLine
	last   uint64
	news   chan struct{} // closed and renewed at every line that somebody waits for
	waited bool
	redact *redactor
}

func newLogRing() *LogRing { return &LogRing{news: make(chan struct{}), redact: newRedactor()} }

// Since returns the lines after a sequence, oldest first, and a channel that is closed when there are more.
func (r *LogRing) Since(after uint64) (lines []LogLine, more <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first := after + 1
	if r.last >= keptLog {
		first = max(first, r.last-keptLog+1)
	}
	for seq := first; seq <= r.last; seq++ {
		lines = append(lines, r.lines[seq%keptLog])
	}
	r.waited = true
	return lines, r.news
}

func (r *LogRing) add(record slog.Record, with []slog.Attr) {
	line := LogLine{At: record.Time, Level: record.Level, Message: r.redact.text(record.Message)}
	take := func(a slog.Attr) bool {
		if a.Key != "plugin" {
			line.Attrs = append(line.Attrs, slog.String(a.Key, r.redact.value(a.Key, a.Value.String())))
		}
		return true
	}
	for _, a := range with {
		take(a)
	}
	record.Attrs(take)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	line.Seq = r.last
	r.lines[r.last%keptLog] = line
	if r.waited {
		close(r.news)
		r.news, r.waited = make(chan struct{}), false
	}
}

// logTee sends what is logged of a plugin to its ring besides.
type logTee struct {
	slog.Handler
	ring *LogRing
	with []slog.Attr
}

// Enabled lets everything from debug on through to the ring, if the plugin writes it at all.
func (t logTee) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (t logTee) Handle(ctx context.Context, record slog.Record) error {
	t.ring.add(record, t.with)
	if !t.Handler.Enabled(ctx, record.Level) {
		return nil
	}
	return t.Handler.Handle(ctx, record)
}

// WithAttrs implements slog.Handler.
func (t logTee) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logTee{t.Handler.WithAttrs(attrs), t.ring, append(t.with[:len(t.with):len(t.with)], attrs...)}
}

// WithGroup implements slog.Handler; a plugin's lines have no groups.
func (t logTee) WithGroup(name string) slog.Handler {
	return logTee{t.Handler.WithGroup(name), t.ring, t.with}
}

// Logs finds or makes the ring of a plugin.
func (p *Plugins) Logs(id string) *LogRing {
	p.mu.Lock()
	defer p.mu.Unlock()
	ring, ok := p.logs[id]
	if !ok {
		ring = newLogRing()
		p.logs[id] = ring
	}
	return ring
}
