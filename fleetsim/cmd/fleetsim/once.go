package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"outrider.dev/fleetsim"
)

// done ends the note of a history that has been sent.
const done = " done"

// once has the history sent a single time over all starts: the note in the file says where it ends, so that a start after an
// interruption sends the very same readings again, which count as repeats; and whether all of it was sent. The note is written anew
// by the function that it sets.
func once(file string, o *fleetsim.Options) error {
	raw, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the note of the history: %w", err)
	}
	note := strings.TrimSpace(string(raw))
	if strings.HasSuffix(note, done) {
		o.History = 0
		return nil
	}
	o.HistoryUntil = o.From
	if at, err := time.Parse(time.RFC3339Nano, note); err == nil {
		o.HistoryUntil = at
	}
	until := o.HistoryUntil.UTC().Format(time.RFC3339Nano)
	o.HistorySent = func() {
		if err := os.WriteFile(file, []byte(until+done+"\n"), 0o600); err != nil {
			o.Log.Error("the note of the history cannot be written; the next start sends it again", "error", err)
		}
	}
	return os.WriteFile(file, []byte(until+"\n"), 0o600)
}
