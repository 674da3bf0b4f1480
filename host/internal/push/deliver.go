package push

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	gatherShare = 20  // after the first item, the others that came with it are waited for: Tick/gatherShare
	handful     = 256 // members that one goroutine serves before another may help
)

// deliverUntil delivers what comes: the first item after a quiet time at once, and then each feed as often as Tick allows.
func (h *Hub) deliverUntil(ctx context.Context) {
	next := time.NewTimer(h.opts.Tick)
	defer next.Stop()
	reconnects := h.nats.Stats().Reconnects
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.fresh:
			if !pause(ctx, h.opts.Tick/gatherShare) {
				return
			}
		case <-next.C:
		}
		now := h.nats.Stats().Reconnects
		h.deliver(h.due(time.Now(), now != reconnects)) // what was published while the connection was away is lost: read the snapshot
		reconnects = now
		next.Reset(h.untilDue(time.Now()))
	}
}

// wake has feeds delivered that may be.
func (h *Hub) wake() {
	select {
	case h.fresh <- struct{}{}:
	default:
	}
}

// due empties the feeds whose time has come.
func (h *Hub) due(now time.Time, lost bool) (list []parcel) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, f := range h.feeds {
		if now.Before(f.due) && !lost {
			continue
		}
		items, gap := f.take()
		if lost || gap {
			f.resyncAll()
			continue
		}
		if len(items) > 0 {
			f.due = after(f.due, now, h.opts.Tick)
			list = append(list, f.parcels(items)...)
			h.counters.items.Add(int64(len(items)))
		}
	}
	allot(list, &h.packer)
	return list
}

// after is when a feed is due that was due before and is delivered now. A delivery that was late, because its news came late, does not put off the
// next one: else what comes at a pace of its own, like that of a plugin that gathers, would wait each time from then on.
func after(due, now time.Time, tick time.Duration) time.Time {
	return now.Add(tick - min(now.Sub(due), tick/2))
}

// untilDue is when the next feed that has something may be delivered; without any, when to look whether something was lost.
func (h *Hub) untilDue(now time.Time) time.Duration {
	h.mu.RLock()
	defer h.mu.RUnlock()
	wait := h.opts.Tick
	for _, f := range h.feeds {
		if f.waits() {
			wait = min(wait, f.due.Sub(now))
		}
	}
	return max(wait, h.opts.Tick/gatherShare)
}

// deliver hands parcels over. No lock is held, so a parcel may find that somebody has left its group. Writing is system calls: half of the
// processors do it, since the others have to receive what is published, and to answer requests.
func (h *Hub) deliver(parcels []parcel) {
	var helpers errgroup.Group
	helpers.SetLimit(max(1, runtime.GOMAXPROCS(0)/2))
	for _, p := range parcels {
		for from := 0; from < len(p.to); from += handful {
			some := p.to[from:min(from+handful, len(p.to))]
			helpers.Go(func() error { h.handOver(p, some); return nil })
		}
	}
	_ = helpers.Wait() // they return no errors
}

func (h *Hub) handOver(p parcel, to []*subscription) {
	dropped := int64(0)
	for _, s := range to {
		if s.client.wire.deliver(s, p.group, p.batch) {
			dropped++
		}
	}
	if dropped > 0 {
		h.counters.dropped.Add(dropped)
	}
}

func pause(ctx context.Context, length time.Duration) bool {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
