package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"outrider.dev/fleetsim"
)

// done ends the note of a history that has been sent; until then the note ends with the share of it that is, " 42%".
const done = " done"

// once has the history sent a single time over all starts: the note in the file says where it ends, so that a start after an
// interruption sends the very same readings again, which count as repeats; and how much of it was sent. The note is written anew
// by the functions that it sets.
func once(file string, o *fleetsim.Options) error {
	raw, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the note of the history: %w", err)
	}
	until, state, _ := strings.Cut(strings.TrimSpace(string(raw)), " ")
	if " "+state == done {
		o.History = 0
		return nil
	}
	o.HistoryUntil = o.From
	if at, err := time.Parse(time.RFC3339Nano, until); err == nil {
		o.HistoryUntil = at
	}
	n := &note{file: file, until: o.HistoryUntil.UTC().Format(time.RFC3339Nano)}
	o.HistoryShare = func(share float64) {
		if err := n.write(fmt.Sprintf(" %d%%", int(share*100))); err != nil {
			o.Log.Error("the note of the history cannot be written", "error", err)
		}
	}
	o.HistorySent = func() {
		if err := n.write(done); err != nil {
			o.Log.Error("the note of the history cannot be written; the next start sends it again", "error", err)
		}
	}
	return n.write(" 0%")
}

// note is the file of a history. Once it says that all was sent it stays so.
type note struct {
	file, until string
	mu          sync.Mutex
	ended       bool
}

func (n *note) write(state string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ended {
		return nil
	}
	if err := os.WriteFile(n.file+".new", []byte(n.until+state+"\n"), 0o600); err != nil {
		return err
	}
	n.ended = state == done
	return os.Rename(n.file+".new", n.file)
}
