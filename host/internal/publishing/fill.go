package publishing

import (
	"context"
	"fmt"
	"sync"

	"outrider.dev/sdk/events"
)

// bounded are the streams that plugins publish into through the host.
var bounded = []string{events.StreamEvents, events.StreamCommands, events.StreamControl, events.StreamDead}

// fill is how full the streams are: as the server said last, and what went through here since.
type fill struct {
	mu      sync.Mutex
	streams map[string]*level
}

type level struct {
	most   int64 // bytes; 0: not known, or no bound
	held   int64
	passed int64 // since the start
	before int64 // of passed, when the server was asked
}

func newFill() *fill {
	f := &fill{streams: map[string]*level{}}
	for _, name := range bounded {
		f.streams[name] = &level{}
	}
	return f
}

// look asks the server how full the streams are.
func (f *fill) look(ctx context.Context, ask func(ctx context.Context, stream string) (held, most int64, err error)) error {
	for _, name := range bounded {
		f.mu.Lock()
		before := f.streams[name].passed
		f.mu.Unlock()
		held, most, err := ask(ctx, name)
		if err != nil {
			return fmt.Errorf("ask how full stream %s is: %w", name, err)
		}
		f.mu.Lock()
		l := f.streams[name]
		l.held, l.most, l.before = held, max(most, 0), before
		f.mu.Unlock()
	}
	return nil
}

// take counts a message in, unless it would use what is kept for the host.
func (f *fill) take(stream string, size int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.streams[stream]
	if room := l.most - l.most/reserve; l.most > 0 && l.held+l.passed-l.before+size > room {
		return fmt.Errorf("the stream %s holds %d of its %d bytes; the rest is kept for the host", stream, l.held+l.passed-l.before, l.most)
	}
	l.passed += size
	return nil
}

// most is the bound of a stream in bytes; 0: not known, or none.
func (f *fill) most(stream string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.streams[stream].most
}
