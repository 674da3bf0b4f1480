package supervisor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	keptLines     = 200      // the last words of a plugin, kept for the admin console
	maxLine       = 16 << 10 // bytes; the rest of a longer line is dropped
	linesPerSec   = 100      // lasting rate that reaches the host's log
	linesAtOnce   = 500      // burst above it
	floodPause    = 5 * time.Millisecond
	reportDropped = time.Second
)

// Relay takes what a plugin writes to stderr into the host's log: JSON lines of slog keep their level and attributes, others are
// warnings. It lets linesPerSec through and counts the rest; a flood is read in large pieces with pauses, so it costs the host
// nothing and slows down only who floods.
type Relay struct {
	log *slog.Logger
	now func() time.Time

	mu       sync.Mutex
	partial  []byte
	last     [keptLines]string // a ring: lines counts all that ever came
	lines    int
	tokens   float64
	refilled time.Time
	dropped  int
	reported time.Time
}

// NewRelay makes a relay into log, which should name the plugin already.
func NewRelay(log *slog.Logger, now func() time.Time) *Relay {
	return &Relay{log: log, now: now, tokens: linesAtOnce, refilled: now()}
}

// Write takes a piece of output. It never fails.
func (r *Relay) Write(piece []byte) (int, error) {
	if r.take(piece) {
		time.Sleep(floodPause) // outside the lock: readers of the last lines do not wait for a flood
	}
	return len(piece), nil
}

// take handles the lines in piece and reports whether it had to drop some.
func (r *Relay) take(piece []byte) (flooded bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refill()
	for {
		end := bytes.IndexByte(piece, '\n')
		if end < 0 {
			r.partial = appendBounded(r.partial, piece)
			break
		}
		line := piece[:end]
		if len(r.partial) > 0 {
			r.partial = appendBounded(r.partial, line)
			line = r.partial
		}
		flooded = r.line(line) || flooded
		r.partial, piece = r.partial[:0], piece[end+1:]
	}
	return flooded
}

func appendBounded(line, more []byte) []byte {
	return append(line, more[:min(len(more), max(0, maxLine-len(line)))]...)
}

func (r *Relay) refill() {
	now := r.now()
	r.tokens = min(linesAtOnce, r.tokens+now.Sub(r.refilled).Seconds()*linesPerSec)
	r.refilled = now
	if r.dropped > 0 && now.Sub(r.reported) >= reportDropped {
		r.log.Warn(fmt.Sprintf("the plugin writes too much: %d lines of its log were dropped", r.dropped))
		r.dropped, r.reported = 0, now
	}
}

// line keeps one line and logs it, or reports that it was dropped.
func (r *Relay) line(line []byte) (dropped bool) {
	if len(line) == 0 {
		return false
	}
	line = line[:min(len(line), maxLine)]
	r.last[r.lines%keptLines] = string(line)
	r.lines++
	if r.tokens < 1 {
		r.dropped++
		return true
	}
	r.tokens--
	level, message, attributes := parseLine(line)
	r.emit(level, message, attributes)
	return false
}

func (r *Relay) emit(level slog.Level, message string, attributes []any) {
	switch {
	case level >= slog.LevelError:
		r.log.Error(message, attributes...)
	case level >= slog.LevelWarn:
		r.log.Warn(message, attributes...)
	case level >= slog.LevelInfo:
		r.log.Info(message, attributes...)
	default:
		r.log.Debug(message, attributes...)
	}
}

// LastLines are the newest lines, dropped ones included, oldest first.
func (r *Relay) LastLines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := make([]string, 0, min(r.lines, keptLines))
	for i := max(0, r.lines-keptLines); i < r.lines; i++ {
		kept = append(kept, r.last[i%keptLines])
	}
	return kept
}

// parseLine reads a JSON line of slog; any other line is a warning with the line as its message.
func parseLine(line []byte) (slog.Level, string, []any) {
	var fields map[string]any
	if line[0] != '{' || json.Unmarshal(line, &fields) != nil {
		return slog.LevelWarn, string(line), nil
	}
	message, _ := fields[slog.MessageKey].(string)
	level := slog.LevelWarn
	if name, ok := fields[slog.LevelKey].(string); ok {
		_ = level.UnmarshalText([]byte(name))
	}
	var attributes []any
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch name {
		case slog.MessageKey, slog.LevelKey, slog.TimeKey, "plugin":
		default:
			attributes = append(attributes, slog.Any(name, fields[name]))
		}
	}
	return level, message, attributes
}
