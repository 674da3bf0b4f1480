// Package disk watches the room of the file system that holds the data: work is refused while there is still enough to finish what was taken.
package disk

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// Level is how much room there is.
type Level int32

const (
	Roomy Level = iota
	Low         // a warning: soon work is refused
	Full        // only the reserve is left: new work is refused
)

const (
	lookEvery  = time.Second
	lowFactor  = 2  // times the reserve: below that is Low
	roomAgain  = 5  // percent above a bound that must be free before it is left behind
	mostOfDisk = 10 // the reserve is no more than this part of the disk
)

// Watch looks at one folder's file system.
type Watch struct {
	dir     string
	reserve uint64 // bytes
	changed func(ctx context.Context, to Level) error
	space   func(dir string) (free, total uint64, err error)
	log     *slog.Logger
	level   atomic.Int32
	untold  bool // changed has failed; of the goroutine that looks
}

// NewWatch makes a watch. changed is called when the level changes, and again at the next look if it fails; may be nil.
func NewWatch(dir string, reserve uint64, changed func(ctx context.Context, to Level) error, log *slog.Logger) *Watch {
	return &Watch{dir: dir, reserve: reserve, changed: changed, space: Space, log: log}
}

// Level is that of the last look.
func (w *Watch) Level() Level { return Level(w.level.Load()) }

// Full reports whether new work is to be refused.
func (w *Watch) Full() bool { return w.Level() == Full }

// Room is what is free, the whole size, and what is kept free, in bytes.
func (w *Watch) Room() (free, total, reserve uint64, err error) {
	free, total, err = w.space(w.dir)
	return free, total, min(w.reserve, total/mostOfDisk), err
}

// Look looks once.
func (w *Watch) Look(ctx context.Context) error {
	free, _, reserve, err := w.Room()
	if err != nil {
		return fmt.Errorf("look at the disk: %w", err)
	}
	before := w.Level()
	now := levelOf(free, reserve, before)
	if now != before {
		w.level.Store(int32(now))
		w.say(now, free, reserve)
	}
	if w.changed == nil || now == before && !w.untold {
		return nil
	}
	err = w.changed(ctx, now)
	w.untold = err != nil
	return err
}

func (w *Watch) say(now Level, free, reserve uint64) {
	switch now {
	case Full:
		w.log.Error("the disk is nearly full: new work is refused until there is room", "folder", w.dir, "free_bytes", free, "reserve_bytes", reserve)
	case Low:
		w.log.Warn("the disk is filling up; new work will be refused below the reserve", "folder", w.dir, "free_bytes", free, "reserve_bytes", reserve)
	default:
		w.log.Info("the disk has room again", "folder", w.dir, "free_bytes", free)
	}
}

// levelOf is the level for what is free. A bound that was passed is left behind only with some room above it, so that work is not taken and refused in turn.
func levelOf(free, reserve uint64, before Level) Level {
	bound := func(l Level, at uint64) uint64 {
		if before >= l {
			return at + at/100*roomAgain
		}
		return at
	}
	switch {
	case free < bound(Full, reserve):
		return Full
	case free < bound(Low, reserve*lowFactor):
		return Low
	default:
		return Roomy
	}
}

// Run looks every second until ctx ends.
func (w *Watch) Run(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	said := ""
	for {
		if err := w.Look(ctx); err != nil && err.Error() != said {
			said = err.Error()
			w.log.Error("the room on the disk cannot be looked after", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
