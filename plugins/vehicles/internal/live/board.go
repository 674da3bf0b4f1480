// Package live tells browsers what changed: devices are marked as they change and their presence is pushed a few times a
// second, so that a device that changes often is read and sent once.
package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/events"
)

// Topic is the push topic of presence.
const Topic = "presenceUpdates"

// every is how often marked devices are pushed; the host sends to browsers at the same pace.
const every = 200 * time.Millisecond

// perPush bounds the items of one push, so that it fits in a message.
const perPush = 500

// Presences reads presence.
type Presences interface {
	PresencesOf(ctx context.Context, orgID string, deviceIDs []string) (postgres.Presence, error)
}

// Pusher publishes to browsers.
type Pusher interface {
	Push(ctx context.Context, orgID string, p events.Push) error
}

// Board is what changed and was not pushed yet: at most every device once. It is safe for use by many goroutines.
type Board struct {
	presences Presences
	pusher    Pusher
	unnamed   func() // called when a device stands where no place is known
	log       *slog.Logger
	now       func() time.Time

	mu     sync.Mutex
	marked map[string]map[string]bool // organisation to device ids
}

// NewBoard returns an empty board.
func NewBoard(presences Presences, pusher Pusher, unnamed func(), log *slog.Logger, now func() time.Time) *Board {
	return &Board{presences: presences, pusher: pusher, unnamed: unnamed, log: log, now: now, marked: map[string]map[string]bool{}}
}

// Mark notes that the presence of devices may have changed.
func (b *Board) Mark(orgID string, deviceIDs ...string) {
	if len(deviceIDs) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.marked[orgID] == nil {
		b.marked[orgID] = map[string]bool{}
	}
	for _, id := range deviceIDs {
		b.marked[orgID][id] = true
	}
}

// Run pushes what is marked until ctx ends.
func (b *Board) Run(ctx context.Context) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			b.flush(ctx)
		}
	}
}

// flush pushes what is marked. What cannot be read or pushed now is marked again.
func (b *Board) flush(ctx context.Context) {
	for orgID, set := range b.take() {
		ids := make([]string, 0, len(set))
		for id := range set {
			ids = append(ids, id)
		}
		if err := b.push(ctx, orgID, ids); err != nil && ctx.Err() == nil {
			b.log.Warn("presence was not pushed; it is tried again", "org", orgID, "devices", len(ids), "error", err.Error())
			b.Mark(orgID, ids...)
		}
	}
}

func (b *Board) take() map[string]map[string]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	marked := b.marked
	b.marked = map[string]map[string]bool{}
	return marked
}

func (b *Board) push(ctx context.Context, orgID string, ids []string) error {
	found, err := b.presences.PresencesOf(ctx, orgID, ids)
	if err != nil {
		return err
	}
	if len(found.Unnamed) > 0 {
		b.unnamed()
	}
	for from := 0; from < len(found.Devices); from += perPush {
		part := found.Devices[from:min(from+perPush, len(found.Devices))]
		if err := b.pusher.Push(ctx, orgID, events.Push{Topic: Topic, Items: items(part, b.now())}); err != nil {
			return err
		}
	}
	return nil
}

func items(devices []presence.Device, now time.Time) []events.PushItem {
	list := make([]events.PushItem, len(devices))
	for i, d := range devices {
		list[i] = events.PushItem{Key: d.DeviceID, Path: d.Path, VehicleID: d.VehicleID, Value: d.Record(now)}
	}
	return list
}
