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
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/postgres"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/device/recorder"
	"outrider.dev/sdk/device/traffic"
	"outrider.dev/sdk/events"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	ann = viewing.Watcher{OrgID: "demo", UserID: "ann"}
	ben = viewing.Watcher{OrgID: "demo", UserID: "ben"}
	cab = live.Camera{OrgID: "demo", DeviceID: "demo-0001", Channel: 1, Profile: device.ProfileSub}
)

// world is a desk whose devices are reached by a queue instead of MQTT; the database and the pictures are real.
type world struct {
	t      *testing.T
	desk   *viewing.Desk
	tokens *postgres.Streams
	asker  *ask.Asker
	obey   func(device.Command) // what the device does with a command

	mu       sync.Mutex
	commands []events.DeviceCommand
	late     time.Duration
}

func open(t *testing.T) *world {
	t.Helper()
	db := dbtest.Open(t, "plugins/footage")
	w := &world{t: t, tokens: postgres.NewStreams(db), obey: func(device.Command) {}}
	log := slog.New(slog.DiscardHandler)
	w.asker = ask.New(postgres.NewQuestions(db), w, log, time.Now)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.desk = viewing.New(w.tokens, w.asker, viewing.Alone{}, "rtsp://"+listener.Addr().String(), log, w.now)
	ctx, stop := context.WithCancel(t.Context())
	server := live.NewServer(ctx, listener, nil, w.desk.Admit, log)
	var work sync.WaitGroup
	work.Go(func() { _ = server.Run(ctx) })
	work.Go(func() { _ = w.desk.Run(ctx) })
	t.Cleanup(func() { stop(); work.Wait() })
	return w
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.late)
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.late += d
}

// PublishDirect takes what would go to a device.
func (w *world) PublishDirect(_ context.Context, _, _, _ string, data any) error {
	c := data.(events.DeviceCommand)
	w.mu.Lock()
	w.commands = append(w.commands, c)
	w.mu.Unlock()
	w.obey(device.Command{ID: c.ID, Type: c.Type, Data: c.Data})
	return nil
}

func (w *world) sent(kind string) (list []events.DeviceCommand) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.commands {
		if c.Type == kind {
			list = append(list, c)
		}
	}
	return list
}

// says is the device's answer to a command.
func (w *world) says(id, status, text string) {
	w.replied(device.Reply{ID: id, Status: status, Text: text})
}

func (w *world) replied(r device.Reply) {
	reply := events.Event[events.DeviceReply]{OrgID: "demo", Data: events.DeviceReply{
		DeviceID: cab.DeviceID, OrgID: "demo", ID: r.ID, Status: r.Status, Text: r.Text, Data: r.Data,
	}}
	if err := w.asker.Take(w.t.Context(), reply); err != nil && w.t.Context().Err() == nil {
		w.t.Error(err)
	}
}

// withRecorder connects the simulated recorder.
func (w *world) withRecorder() {
	w.t.Helper()
	ffmpeg, err := recorder.FindFFmpeg()
	if err != nil {
		w.t.Fatal(err)
	}
	r := recorder.New(recorder.Options{
		Vehicle: func() *traffic.Vehicle {
			return traffic.New(1, traffic.Spec{DeviceID: cab.DeviceID, Model: "JH8", Vehicle: "Van 1", Type: "van"}, time.UTC)
		},
		Now: time.Now, Zone: time.UTC, Folder: w.t.TempDir(), FFmpeg: ffmpeg, Log: slog.New(slog.DiscardHandler),
	})
	w.obey = r.Command
	ctx, stop := context.WithCancel(w.t.Context())
	var work sync.WaitGroup
	work.Go(func() { r.Run(ctx) })
	work.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case reply := <-r.Replies():
				w.replied(reply)
			}
		}
	})
	w.t.Cleanup(func() { stop(); work.Wait() })
}

func TestStart_OneDeviceStreamForAllViewers(t *testing.T) {
	w := open(t)
	w.withRecorder()
	first, err := w.desk.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	second, err := w.desk.Start(t.Context(), ben, cab)
	if err != nil {
		t.Fatal(err)
	}
	if first.Stream != second.Stream || first.ID == second.ID || len(w.sent(device.CommandStartStream)) != 1 {
		t.Error("two viewers do not share one stream of the device under addresses of their own")
	}
	<-first.Stream.Begun()
	if _, err := w.desk.Open(first.ID, ben); !errors.Is(err, viewing.ErrGone) {
		t.Errorf("another's view is played: %v", err)
	}
	_ = w.desk.Stop(t.Context(), first)
	if _, err := w.desk.Open(second.ID, ben); err != nil {
		t.Errorf("a view ended with another's: %v", err)
	}
	_ = w.desk.Stop(t.Context(), second)
	<-second.Stream.Done()
	await(t, "the device is told to stop", func() bool { return len(w.sent(device.CommandStopStream)) == 1 })
	if _, err := w.desk.Open(second.ID, ben); !errors.Is(err, viewing.ErrGone) {
		t.Errorf("a view that was given up is played: %v", err)
	}
}

func TestStart_SaysWhyADeviceDoesNot(t *testing.T) {
	w := open(t)
	w.obey = func(c device.Command) {
		if c.Type == device.CommandStartStream {
			go w.says(c.ID, "failed", "there is no camera 7")
		}
	}
	if _, err := w.desk.Start(t.Context(), ann, cab); !errors.Is(err, ask.ErrRefused) {
		t.Errorf("a device that refuses: %v", err)
	}
	if left := w.desk.Find(ann, viewing.Which{DeviceID: cab.DeviceID}); len(left) != 0 {
		t.Errorf("%d views of a stream that never was", len(left))
	}
}

func TestStream_EndsWithoutPicturesOrViewers(t *testing.T) {
	w := open(t)
	w.obey = func(c device.Command) {
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
		v, err := w.desk.Start(t.Context(), ann, cab)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		w.pass(tc.pass)
		if tc.keep {
			_ = w.desk.Keep(t.Context(), v)
		}
		<-v.Stream.Done()
		if err := w.desk.Keep(t.Context(), v); !errors.Is(err, viewing.ErrGone) {
			t.Errorf("%s: kept all the same: %v", tc.name, err)
		}
	}
}

func TestOpen_FetchingAloneDoesNotKeepAViewForEver(t *testing.T) {
	w := open(t)
	w.withRecorder()
	v, err := w.desk.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	<-v.Stream.Begun()
	await(t, "the view of somebody who never says a word ends", func() bool {
		w.pass(2 * time.Second)
		_, err := w.desk.Open(v.ID, ann)
		return errors.Is(err, viewing.ErrGone)
	})
	<-v.Stream.Done()
}

func TestAdmit_TokensAreForOneChannelAndATime(t *testing.T) {
	w := open(t)
	var address string
	w.obey = func(c device.Command) {
		var start device.StartStream
		if c.Type == device.CommandStartStream && json.Unmarshal(c.Data, &start) == nil {
			address = start.URL
			go w.says(c.ID, "accepted", "")
		}
	}
	v, err := w.desk.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	token := address[len(address)-32:]
	if s, err := w.desk.Admit(t.Context(), cab.DeviceID, 1, token); err != nil || s != v.Stream {
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
		w.pass(tc.later)
		if _, err := w.desk.Admit(t.Context(), tc.device, tc.channel, tc.token); !errors.Is(err, live.ErrToken) {
			t.Errorf("%s is let in: %v", tc.name, err)
		}
	}
}

func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.After(20 * time.Second); !holds(); {
		select {
		case <-deadline:
			t.Fatalf("not in time: %s", what)
		case <-ticker.C:
		}
	}
}
