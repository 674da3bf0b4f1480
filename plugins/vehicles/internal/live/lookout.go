package live

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/fleet"
)

// lookEvery is how often the lookout looks for devices that fell silent.
const lookEvery = 5 * time.Second

// Heard reads when devices were last heard of.
type Heard interface {
	HeardBetween(ctx context.Context, afterMs, untilMs int64) ([]presence.DeviceRef, error)
}

// Lookout marks the devices that fell silent: nothing happens when a device goes OFFLINE, so nobody else would say it.
// Readers of presence do not depend on it, they judge by the clock.
type Lookout struct {
	heard Heard
	board *Board
	now   func() time.Time
	last  time.Time // until when devices were looked at
}

// NewLookout returns a lookout that begins with all devices heard of lately, because a push of before may be lost.
func NewLookout(heard Heard, board *Board, now func() time.Time) *Lookout {
	return &Lookout{heard: heard, board: board, now: now}
}

// Run looks until ctx ends.
func (l *Lookout) Run(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := l.look(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// look marks the devices that went over the limit since the last look; at the first, all that are or just were within it.
func (l *Lookout) look(ctx context.Context) error {
	now := l.now()
	after, until := l.last.Add(-fleet.OfflineAfter), now.Add(-fleet.OfflineAfter)
	if l.last.IsZero() {
		after, until = now.Add(-fleet.OfflineAfter-time.Minute), now
	}
	silent, err := l.heard.HeardBetween(ctx, after.UnixMilli(), until.UnixMilli())
	if err != nil {
		return err
	}
	for _, d := range silent {
		l.board.Mark(d.OrgID, d.DeviceID)
	}
	l.last = now
	return nil
}
