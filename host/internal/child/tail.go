package child

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
)

const (
	longestLine = 4 << 10 // bytes; the rest of a longer line is dropped
	tailLines   = 12
)

// tail writes a program's output to the log line by line and remembers the last lines for the reader of an error.
type tail struct {
	ctx  context.Context // of the program's life, for the log
	spec Spec
	mu   sync.Mutex
	part []byte
	last []string
}

// Write takes output in any pieces. It never fails, so that a program is not stopped by its log.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := p; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		if room := longestLine - len(t.part); room > 0 {
			t.part = append(t.part, line[:min(room, len(line))]...)
		}
		if whole {
			t.line(strings.TrimRight(string(t.part), "\r "))
			t.part = t.part[:0]
		}
		rest = after
	}
	return len(p), nil
}

func (t *tail) line(line string) {
	if line == "" {
		return
	}
	t.last = append(t.last, line)
	if len(t.last) > tailLines {
		t.last = t.last[1:]
	}
	level := slog.LevelDebug
	if t.spec.Level != nil {
		level = t.spec.Level(line)
	}
	t.spec.Log.Log(t.ctx, level, line, "part", t.spec.Name)
}

// String is the remembered output, each line on its own, empty when there was none.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.last) == 0 {
		return ""
	}
	return "; it said:\n  " + strings.Join(t.last, "\n  ")
}
