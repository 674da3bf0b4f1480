package embedded

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

const (
	keepEvery  = time.Second
	keepBound  = 2 * time.Second // of one look
	brokenFor  = 2               // looks in a row: one may be of a machine that stood still
	roomToOpen = 1 << 20         // bytes that must be writable before streams are opened again
)

// Keep looks every second whether the streams refuse, and opens them again as soon as there is room for it, until ctx ends. refuses returns the reason
// while a store may be unable to write or read, and nil for whatever opening it again does not mend.
func (n *NATS) Keep(ctx context.Context, refuses func(ctx context.Context) error, log *slog.Logger) error {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	said, looks := "", 0
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		reason := bounded(ctx, refuses)
		if reason == nil || ctx.Err() != nil {
			looks = 0
			continue
		}
		if looks++; looks < brokenFor {
			continue
		}
		if err := n.room(); err != nil {
			if text := err.Error(); text != said {
				log.Error("streams refuse messages, and will be opened again once there is room", "part", "nats", "reason", reason, "room", err)
				said = text
			}
			continue
		}
		said, looks = "", 0
		began := time.Now()
		if err := n.Reopen(); err != nil {
			log.Error("streams could not be opened again", "part", "nats", "error", err)
			continue
		}
		log.Warn("streams that refused messages were opened again", "part", "nats", "reason", reason, "took", time.Since(began).Round(time.Millisecond).String())
	}
}

func bounded(ctx context.Context, look func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, keepBound)
	defer cancel()
	return look(ctx)
}

// room writes a file where the streams are: it needs a file descriptor and space, as they do.
func (n *NATS) room() (err error) {
	name := filepath.Join(n.options.StoreDir, ".room")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("try to write beside the streams: %w", err)
	}
	defer os.Remove(name) // one that stays is written again
	if _, err = file.Write(make([]byte, roomToOpen)); err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("try to write beside the streams: %w", err)
	}
	return nil
}
