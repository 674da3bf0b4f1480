package fleetsim

import (
	"context"
	"iter"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

func (u *unit) openPast() {
	o := u.fleet.options
	if o.History <= 0 {
		return
	}
	until := o.HistoryUntil
	if until.IsZero() {
		until = o.From
	}
	u.fleet.Counts.Past.Add(1)
	u.yore, u.told = traffic.New(o.Seed, u.vehicle.Spec, o.Zone), until.Add(-o.History)
	u.past, u.stop = iter.Pull(traffic.History(o.Seed, u.vehicle.Spec, o.Zone, until.Add(-o.History), until.Add(-time.Millisecond), o.HistoryPace))
}

func (u *unit) closePast() {
	if u.past == nil {
		return
	}
	u.stop()
	u.past = nil
	u.fleet.Counts.Past.Add(-1)
}

// sendPast uses the time until the next reading for the past. If there is none it sends a little all the same: a fleet that has no time to spare
// tells its past too.
func (u *unit) sendPast(ctx context.Context, next time.Time) {
	for u.past != nil && u.client != nil && ctx.Err() == nil {
		if !u.sendPastBatch(ctx) || u.fleet.until(next) <= 0 {
			return
		}
	}
}

// sendPastBatch sends one message of the past, when it is this vehicle's turn.
func (u *unit) sendPastBatch(ctx context.Context) bool {
	select {
	case u.fleet.past <- struct{}{}:
		defer func() { <-u.fleet.past }()
	default:
		return false // others are at it
	}
	if len(u.batch) == 0 {
		for len(u.batch) < device.MaxSamples {
			s, ok := u.past()
			if !ok {
				break
			}
			u.batch = append(u.batch, s)
		}
	}
	if len(u.batch) == 0 {
		u.closePast()
		u.fleet.caughtUp()
		return false
	}
	if !u.send(ctx, u.batch) || !u.tellPast(ctx, time.UnixMilli(u.batch[len(u.batch)-1].Time)) {
		return false
	}
	u.batch = nil
	return true
}

// tellPast sends what happened up to an instant of the past. What is sent again, after a break, has the same id.
func (u *unit) tellPast(ctx context.Context, until time.Time) bool {
	for _, h := range u.yore.Happenings(u.told, until) {
		if !u.publish(ctx, device.TopicEvents, h) {
			return false
		}
	}
	u.fleet.sent.Add(until.Sub(u.told).Milliseconds())
	u.told = until
	return true
}
