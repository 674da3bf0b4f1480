package viewing_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/footagetest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	ann, ben = footagetest.Ann, footagetest.Ben
	cab      = footagetest.Cab
)

// world is sessions whose device is reached by a queue instead of MQTT; the database and the pictures are real.
type world struct {
	footagetest.Truck
	footagetest.Clock
	t        *testing.T
	sessions *viewing.Sessions
	tokens   *viewing.Streams
	asker    *ask.Asker
}

func open(t *testing.T) *world {
	t.Helper()
	return openBeside(t, viewing.Alone{})
}

// openBeside is open with other processes.
func openBeside(t *testing.T, others viewing.Registry) *world {
	t.Helper()
	db := dbtest.Open(t, "plugins/footage")
	w := &world{t: t, tokens: viewing.NewStreams(db)}
	w.Obey = func(device.Command) {}
	w.Stand()
	log := slog.New(slog.DiscardHandler)
	w.asker = ask.New(ask.NewStore(db), w, log, time.Now)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.sessions = viewing.New(w.tokens, w.asker, others, "rtsp://"+listener.Addr().String(), log, w.Now)
	ctx, stop := context.WithCancel(t.Context())
	server := live.NewServer(ctx, listener, live.UDP{}, nil, w.sessions.Admit, log)
	var work sync.WaitGroup
	work.Go(func() { _ = server.Run(ctx) })
	work.Go(func() { _ = w.sessions.Run(ctx) })
	t.Cleanup(func() { stop(); work.Wait() })
	return w
}

// over puts the clock on until a stream has ended.
func (w *world) over(s *live.Stream) {
	w.t.Helper()
	plugintest.Eventually(w.t, "the stream goes on", func() bool {
		select {
		case <-s.Done():
			return true
		default:
			w.Pass(time.Second)
			return false
		}
	})
}

// says is the device's answer to a command.
func (w *world) says(id, status, text string) {
	reply := footagetest.Replied(device.Reply{ID: id, Status: status, Text: text})
	if err := w.asker.Take(w.t.Context(), reply); err != nil && w.t.Context().Err() == nil {
		w.t.Error(err)
	}
}

func TestStart_OneDeviceStreamForAllViewers(t *testing.T) {
	w := open(t)
	w.WithRecorder(t, w.asker)
	first, err := w.sessions.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	second, err := w.sessions.Start(t.Context(), ben, cab)
	if err != nil {
		t.Fatal(err)
	}
	if first.Stream != second.Stream || first.ID == second.ID || w.Received(device.CommandStartStream) != 1 {
		t.Error("two viewers do not share one stream of the device under addresses of their own")
	}
	<-first.Stream.Begun()
	if _, err := w.sessions.Open(first.ID, ben); !errors.Is(err, viewing.ErrGone) {
		t.Errorf("another's view is played: %v", err)
	}
	_ = w.sessions.Stop(t.Context(), first)
	if _, err := w.sessions.Open(second.ID, ben); err != nil {
		t.Errorf("a view ended with another's: %v", err)
	}
	_ = w.sessions.Stop(t.Context(), second)
	w.over(second.Stream)
	plugintest.Eventually(t, "the device is not told to stop", func() bool { return w.Received(device.CommandStopStream) == 1 })
	if _, err := w.sessions.Open(second.ID, ben); !errors.Is(err, viewing.ErrGone) {
		t.Errorf("a view that was given up is played: %v", err)
	}
	watched, err := w.sessions.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	w.over(watched.Stream) // its viewer is silent
	for viewer, isTold := range map[viewing.Watcher]bool{ann: true, ben: false} {
		plugintest.Eventually(t, "the view is not over", func() bool { _, err := w.sessions.Open(watched.ID, viewer); return errors.Is(err, viewing.ErrGone) })
		_, err := w.sessions.Open(watched.ID, viewer)
		var over *viewing.Over
		if errors.As(err, &over) != isTold {
			t.Errorf("%s is told %v", viewer.UserID, err)
		}
	}
}

func TestStart_SaysWhyADeviceDoesNot(t *testing.T) {
	w := open(t)
	w.Obey = func(c device.Command) {
		if c.Type == device.CommandStartStream {
			go w.says(c.ID, "failed", "there is no camera 7")
		}
	}
	if _, err := w.sessions.Start(t.Context(), ann, cab); !errors.Is(err, ask.ErrRefused) {
		t.Errorf("a device that refuses: %v", err)
	}
	if left := w.sessions.Find(ann, viewing.Filter{DeviceID: cab.DeviceID}); len(left) != 0 {
		t.Errorf("%d views of a stream that never was", len(left))
	}
}

// deaf is a registry that cannot be told.
type deaf struct{ viewing.Alone }

// Put implements viewing.Registry.
func (deaf) Put(context.Context, *viewing.View, time.Time) error { return errDeaf }

var errDeaf = errors.New("the database is away")

func TestStart_AViewThatCannotBeKeptEndsAtOnce(t *testing.T) {
	w := openBeside(t, deaf{})
	w.Obey = func(c device.Command) { go w.says(c.ID, ask.Accepted, "") }
	if v, err := w.sessions.Start(t.Context(), ann, cab); v != nil || !errors.Is(err, errDeaf) {
		t.Fatalf("%v, %v", v, err)
	}
	if left := w.sessions.Find(ann, viewing.Filter{DeviceID: cab.DeviceID}); len(left) != 0 {
		t.Errorf("%d views of which nobody knows", len(left))
	}
	w.Pass(live.Warm + time.Second)
	plugintest.Eventually(t, "the device is not let go", func() bool { return !w.sessions.Shows(cab) })
}

func TestStream_EndsWithoutPicturesOrViewers(t *testing.T) {
	w := open(t)
	w.Obey = func(c device.Command) {
		if c.Type == device.CommandStartStream {
			go w.says(c.ID, "accepted", "") // and never sends
		}
	}
	for _, tc := range []struct {
		name string
		keep bool // by its viewer
		pass time.Duration
	}{
		{"the device never sends", true, 21 * time.Second},
		{"the tab died", false, live.Lease + live.Warm + time.Second},
	} {
		v, err := w.sessions.Start(t.Context(), ann, cab)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		w.Pass(tc.pass)
		if tc.keep {
			_ = w.sessions.Keep(t.Context(), v)
		}
		w.over(v.Stream)
		if err := w.sessions.Keep(t.Context(), v); !errors.Is(err, viewing.ErrGone) {
			t.Errorf("%s: kept all the same: %v", tc.name, err)
		}
	}
}

func TestOpen_FetchingAloneDoesNotKeepAViewForEver(t *testing.T) {
	w := open(t)
	w.WithRecorder(t, w.asker)
	v, err := w.sessions.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	<-v.Stream.Begun()
	plugintest.Eventually(t, "the view of somebody who never says a word goes on", func() bool {
		w.Pass(2 * time.Second)
		_, err := w.sessions.Open(v.ID, ann)
		return errors.Is(err, viewing.ErrGone)
	})
	w.over(v.Stream)
}

func TestAdmit_TokensAreForOneChannelAndATime(t *testing.T) {
	w := open(t)
	var address string
	w.Obey = func(c device.Command) {
		var start device.StartStream
		if c.Type == device.CommandStartStream && json.Unmarshal(c.Data, &start) == nil {
			address = start.URL
			go w.says(c.ID, "accepted", "")
		}
	}
	v, err := w.sessions.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	token := address[len(address)-32:]
	if s, err := w.sessions.Admit(t.Context(), cab.DeviceID, 1, token); err != nil || s != v.Stream {
		t.Errorf("the device is refused: %v", err)
	}
	for _, tc := range []struct {
		name, device string
		channel      int
		token        string
		later        time.Duration
	}{
		{"another channel", cab.DeviceID, 2, token, 0},
		{"another device", "demo-0002", 1, token, 0},
		{"a guess", cab.DeviceID, 1, token[1:] + "0", 0},
		{"too late", cab.DeviceID, 1, token, 3 * time.Minute},
	} {
		w.Pass(tc.later)
		if _, err := w.sessions.Admit(t.Context(), tc.device, tc.channel, tc.token); !errors.Is(err, live.ErrToken) {
			t.Errorf("%s is let in: %v", tc.name, err)
		}
	}
}
