package live

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/leak"
)

func TestMain(m *testing.M) { leak.Main(m) }

// yard knows every device, and remembers what was pushed.
type yard struct {
	fails  int // how many pushes fail before they go through
	pushed [][]string
	heard  map[string]int64 // device to when, in Unix milliseconds

	asleep  bool     // nobody watches
	unknown string   // a device that is on no vehicle
	removed []string // who was told that a device is gone
}

func (f *yard) PresencesOf(_ context.Context, _ string, ids []string) (presence.Presence, error) {
	slices.Sort(ids)
	var p presence.Presence
	for _, id := range ids {
		if id == f.unknown {
			continue
		}
		p.Devices = append(p.Devices, presence.Device{DeviceID: id, Path: "/demo/north/", VehicleID: "v-" + id})
	}
	p.Unnamed = []int64{1}
	return p, nil
}

func (f *yard) Watched(context.Context, string, string) bool { return !f.asleep }

func (f *yard) Push(_ context.Context, _ string, p events.Push) error {
	if f.fails > 0 {
		f.fails--
		return errors.New("not connected")
	}
	var keys []string
	for _, item := range p.Items {
		if record, ok := item.Value.(presence.Record); ok && record.Removed {
			f.removed = append(f.removed, item.Key+" "+item.Path)
			continue
		}
		keys = append(keys, item.Key)
	}
	f.pushed = append(f.pushed, keys)
	return nil
}

func (f *yard) HeardBetween(_ context.Context, after, until int64) (list []presence.DeviceRef, _ error) {
	for id, at := range f.heard {
		if at > after && at <= until {
			list = append(list, presence.DeviceRef{OrgID: "demo", DeviceID: id})
		}
	}
	return list, nil
}

func (f *yard) board(unnamed func()) *Board {
	return NewBoard(f, f, unnamed, slog.New(slog.DiscardHandler), time.Now)
}

func TestBoard_pushesEachDeviceOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, unnamed := &yard{fails: 1}, 0
		b := f.board(func() { unnamed++ })
		ctx, stop := context.WithCancel(t.Context())
		go b.Run(ctx)
		for range 50 {
			b.Mark("demo", "d1", "d2")
		}
		b.Mark("demo")
		<-time.After(3 * every) // of the bubble's clock: no time passes
		b.Mark("demo", "d2")
		<-time.After(every)
		stop()
		synctest.Wait()
		if want := [][]string{{"d1", "d2"}, {"d2"}}; !slices.EqualFunc(f.pushed, want, slices.Equal[[]string]) {
			t.Errorf("pushed %v, want %v", f.pushed, want)
		}
		if unnamed == 0 {
			t.Error("nobody was told that a place has no name")
		}
	})
}

func TestBoard_tellsWhoLostSight(t *testing.T) {
	before := func(id, path, vehicle string) presence.Device {
		return presence.Device{DeviceID: id, Path: path, VehicleID: vehicle}
	}
	f := &yard{fails: 1}
	b := f.board(func() {})
	b.Left("demo", before("stays", "/demo/north/", "v-stays"), before("moves", "/demo/south/", "v-moves"), before("gone", "/demo/south/", "v-gone"))
	f.unknown = "gone"
	b.flush(t.Context()) // fails, and is tried again
	b.flush(t.Context())
	slices.Sort(f.removed)
	if want := []string{"gone /demo/south/", "moves /demo/south/"}; !slices.Equal(f.removed, want) {
		t.Errorf("removed %q, want %q", f.removed, want)
	}
	b.Mark("demo", "gone")
	b.flush(t.Context())
	if len(f.removed) != 2 {
		t.Errorf("removed again: %q", f.removed)
	}
}

func TestBoard_forgetsWhatNobodyWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &yard{asleep: true}
		b := f.board(func() { t.Error("places are looked for that nobody sees") })
		b.Mark("demo", "before")
		b.flush(t.Context())
		f.asleep = false
		b.Mark("demo", "since") // by now somebody may have read the snapshot without it
		b.flush(t.Context())
		if len(f.pushed) != 0 {
			t.Errorf("it was asked again at once: pushed %v", f.pushed)
		}
		b.unnamed = func() {}
		<-time.After(lookAfter)
		b.flush(t.Context())
		if want := [][]string{{"since"}}; !slices.EqualFunc(f.pushed, want, slices.Equal[[]string]) {
			t.Errorf("pushed %v, want %v", f.pushed, want)
		}
	})
}

func TestBoard_cutsLargePushes(t *testing.T) {
	f := &yard{}
	b := f.board(func() {})
	for n := range perPush + 1 {
		b.Mark("demo", time.Duration(n).String())
	}
	b.flush(t.Context())
	if len(f.pushed) != 2 || len(f.pushed[0]) != perPush {
		t.Errorf("%d pushes", len(f.pushed))
	}
}

func TestLookout_tellsWhoFellSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now().UnixMilli()
		f := &yard{heard: map[string]int64{"lately": now - 1000, "silent": now - 3_600_000}}
		ctx, stop := context.WithCancel(t.Context())
		b := f.board(func() {})
		go b.Run(ctx)
		go NewLookout(f, b, time.Now).Run(ctx)
		<-time.After(11 * time.Minute)
		stop()
		synctest.Wait()
		if want := [][]string{{"lately"}, {"lately"}}; !slices.EqualFunc(f.pushed, want, slices.Equal[[]string]) {
			t.Errorf("pushed %v, want %v: once at the start and once when it went silent", f.pushed, want)
		}
	})
}
