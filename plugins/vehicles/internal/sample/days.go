package sample

import (
	"context"
	"slices"
	"sync"
	"time"

	"outrider.dev/sdk/events"
)

// Samples are kept for days from so long ago to so far ahead: a day more than the gateway takes them for, because a
// message may wait over midnight.
const (
	daysBack  = 401
	daysAhead = 2
)

const dayMs = int64(24 * time.Hour / time.Millisecond)

// inTime divides a message into the samples that can be kept at an instant and the others.
func inTime(m events.Telemetry, now time.Time) (kept, outside events.Telemetry) {
	today := now.UnixMilli() / dayMs
	first, end := (today-daysBack)*dayMs, (today+daysAhead+1)*dayMs
	kept, outside = m, m
	outside.Samples = nil
	within := func(s events.Sample) bool { return s.Time >= first && s.Time < end }
	if !slices.ContainsFunc(m.Samples, func(s events.Sample) bool { return !within(s) }) {
		return kept, outside
	}
	kept.Samples = nil
	for _, s := range m.Samples {
		if within(s) {
			kept.Samples = append(kept.Samples, s)
		} else {
			outside.Samples = append(outside.Samples, s)
		}
	}
	return kept, outside
}

// days remembers which days have a partition.
type days struct {
	store Samples
	mu    sync.Mutex
	have  map[int64]time.Time // number of the day to when that was last made sure
}

// sureFor is how long a partition is taken to exist: retention may have dropped it since.
const sureFor = 10 * time.Minute

func newDays(store Samples) *days { return &days{store: store, have: map[int64]time.Time{}} }

// ensure makes the partitions of the samples' days, in a transaction of its own: making a table waits for others.
func (d *days) ensure(ctx context.Context, batch []events.Telemetry) error {
	for day := range daysOf(batch) {
		if d.known(day) {
			continue
		}
		if err := d.store.MakePartition(ctx, time.UnixMilli(day*dayMs)); err != nil {
			return err
		}
		d.remember(day)
	}
	return nil
}

func daysOf(batch []events.Telemetry) map[int64]bool {
	found := map[int64]bool{}
	for _, m := range batch {
		for _, s := range m.Samples {
			found[s.Time/dayMs] = true
		}
	}
	return found
}

func (d *days) known(day int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	made, ok := d.have[day]
	return ok && time.Since(made) < sureFor
}

func (d *days) remember(day int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.have[day] = time.Now()
}
