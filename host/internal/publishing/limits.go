package publishing

import (
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"outrider.dev/sdk/events"
)

// Limits bound what one plugin publishes.
type Limits struct {
	Messages int   // a second
	Bytes    int64 // a second
	Percent  int   // of a stream: most that a plugin publishes into it within a week
}

const (
	burst = 10 // seconds of the rates that may come at once

	// reserve is the part of a stream, one in so many, that only the host fills: changes of users and groups, replays.
	reserve = 8

	// overhead is about what a stream adds to a message, in bytes.
	overhead = 64

	// revocations are what a plugin may say each second on the stream that nothing else shares, whatever it says elsewhere.
	revocations = 200
)

// bucket is what a plugin may publish now.
type bucket struct{ messages, bytes, control *rate.Limiter }

func newBucket(l Limits) bucket {
	return bucket{
		messages: rate.NewLimiter(rate.Limit(l.Messages), l.Messages*burst),
		bytes:    rate.NewLimiter(rate.Limit(l.Bytes), max(int(l.Bytes)*burst, mostInOne)),
		control:  rate.NewLimiter(revocations, revocations*burst),
	}
}

// mostInOne is the largest message with what a stream adds, so that one is never too much by itself.
const mostInOne = 5 << 20

// allow takes a message out of the bucket. The error says which bound it passes.
func (b bucket) allow(now time.Time, stream string, size int, l Limits) error {
	if stream == events.StreamControl {
		if !b.control.AllowN(now, 1) {
			return fmt.Errorf("the plugin publishes more than %d messages a second there", revocations)
		}
		return nil
	}
	if !b.messages.AllowN(now, 1) {
		return fmt.Errorf("the plugin publishes more than %d messages a second", l.Messages)
	}
	if !b.bytes.AllowN(now, size) {
		return fmt.Errorf("the plugin publishes more than %d bytes a second", l.Bytes)
	}
	return nil
}
