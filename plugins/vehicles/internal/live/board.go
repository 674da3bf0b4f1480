// Package live tells browsers what changed: devices are marked as they change and their presence is pushed, the first change after a quiet
// time at once and then a few times a second, so that a device that changes often is read and sent once.
package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/events"
)

// Topic is the push topic of presence.
const Topic = "presenceUpdates"

// every is how often marked devices are pushed at most: a little slower than the host sends to browsers (150 ms), so that what is pushed does not
// wait there again.
const every = 160 * time.Millisecond

// gather is how long after the first mark of a quiet time others are waited for, which come of the same transactions.
const gather = 10 * time.Millisecond

// lookAfter is how often it is asked whether somebody watches who did not before. What is marked waits until then.
const lookAfter = time.Second

// perPush bounds the items of one push, so that it fits in a message.
const perPush = 500

// Presences reads presence.
type Presences interface {
	PresencesOf(ctx context.Context, orgID string, deviceIDs []string) (presence.Presence, error)
}

// Pusher publishes to browsers.
type Pusher interface {
	Watched(ctx context.Context, topic, orgID string) bool
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
	marked map[string]map[string]bool            // organisation to device ids
	left   map[string]map[string]presence.Device // organisation to device ids to how they looked before

	unwatched map[string]time.Time // organisation to when it was last found that nobody watches; of Run alone

	some chan struct{} // holds one token while something is marked
}

// NewBoard returns an empty board.
func NewBoard(presences Presences, pusher Pusher, unnamed func(), log *slog.Logger, now func() time.Time) *Board {
	return &Board{
		presences: presences, pusher: pusher, unnamed: unnamed, log: log, now: now,
		marked: map[string]map[string]bool{}, left: map[string]map[string]presence.Device{},
		unwatched: map[string]time.Time{}, some: make(chan struct{}, 1),
	}
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
	select {
	case b.some <- struct{}{}:
	default:
	}
}

// Left notes how devices looked before a change after which some browsers may not see them any more. Whoever loses sight of one is
// told once: their last look at it, marked as removed.
func (b *Board) Left(orgID string, before ...presence.Device) {
	for _, d := range before {
		b.note(orgID, d)
		b.Mark(orgID, d.DeviceID)
	}
}

// note keeps the earliest look that nobody was told about.
func (b *Board) note(orgID string, d presence.Device) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left[orgID] == nil {
		b.left[orgID] = map[string]presence.Device{}
	}
	if _, waits := b.left[orgID][d.DeviceID]; !waits {
		b.left[orgID][d.DeviceID] = d
	}
}

// Run pushes what is marked until ctx ends. It looks once a second even if nothing was marked since, for what was left.
func (b *Board) Run(ctx context.Context) error {
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.some:
		case <-time.After(time.Second):
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(max(gather, every-time.Since(last))):
		}
		last = time.Now()
		b.flush(ctx)
	}
}

// flush pushes what is marked, and forgets what nobody watches. What cannot be read or pushed now is marked again.
func (b *Board) flush(ctx context.Context) {
	marked, left := b.take()
	for orgID, set := range marked {
		if !b.watched(ctx, orgID) {
			continue
		}
		ids := make([]string, 0, len(set))
		for id := range set {
			ids = append(ids, id)
		}
		if err := b.push(ctx, orgID, ids, left[orgID]); err != nil && ctx.Err() == nil {
			b.log.Warn("presence was not pushed; it is tried again", "org", orgID, "devices", len(ids), "error", err.Error())
			for _, d := range left[orgID] {
				b.Left(orgID, d)
			}
			b.Mark(orgID, ids...)
		}
	}
}

// watched asks whether anybody sees the organisation's presence, and remembers if not.
func (b *Board) watched(ctx context.Context, orgID string) bool {
	delete(b.unwatched, orgID)
	if b.pusher.Watched(ctx, Topic, orgID) {
		return true
	}
	b.unwatched[orgID] = b.now()
	return false
}

// take takes both at once: a device that leaves while a push is under way is for the next one. Marks of an organisation that nobody watched
// just now stay: somebody may have come since.
func (b *Board) take() (marked map[string]map[string]bool, left map[string]map[string]presence.Device) {
	b.mu.Lock()
	defer b.mu.Unlock()
	marked, left = map[string]map[string]bool{}, map[string]map[string]presence.Device{}
	for orgID, set := range b.marked {
		if since, unwatched := b.unwatched[orgID]; unwatched && b.now().Sub(since) < lookAfter {
			continue
		}
		marked[orgID], left[orgID] = set, b.left[orgID]
		delete(b.marked, orgID)
		delete(b.left, orgID)
	}
	return marked, left
}

func (b *Board) push(ctx context.Context, orgID string, ids []string, left map[string]presence.Device) error {
	found, err := b.presences.PresencesOf(ctx, orgID, ids)
	if err != nil {
		return err
	}
	if len(found.Unnamed) > 0 {
		b.unnamed()
	}
	all := append(removed(left, found.Devices, b.now()), items(found.Devices, b.now())...)
	for from := 0; from < len(all); from += perPush {
		if err := b.pusher.Push(ctx, orgID, events.Push{Topic: Topic, Items: all[from:min(from+perPush, len(all))]}); err != nil {
			return err
		}
	}
	return nil
}

// removed are the items for those who lost sight of devices: of a device that is on no vehicle now, on another or in another group.
func removed(left map[string]presence.Device, found []presence.Device, now time.Time) (list []events.PushItem) {
	present := make(map[string]presence.Device, len(found))
	for _, d := range found {
		present[d.DeviceID] = d
	}
	for id, before := range left {
		if after, there := present[id]; there && after.Path == before.Path && after.VehicleID == before.VehicleID {
			continue
		}
		record := before.Record(now)
		record.Removed = true
		list = append(list, events.PushItem{Key: id, Path: before.Path, VehicleID: before.VehicleID, Value: record})
	}
	return list
}

func items(devices []presence.Device, now time.Time) []events.PushItem {
	list := make([]events.PushItem, len(devices))
	for i, d := range devices {
		list[i] = events.PushItem{Key: d.DeviceID, Path: d.Path, VehicleID: d.VehicleID, Value: d.Record(now)}
	}
	return list
}
