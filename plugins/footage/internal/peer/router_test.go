package peer_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/footagetest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/peer"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
	"outrider.dev/sdk/store"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	ann, ben = footagetest.Ann, footagetest.Ben
	cab      = footagetest.Cab
)

// host is one of several processes of the plugin.
type host struct {
	router *peer.Router
	asker  *ask.Asker
	stop   func()
}

func newHost(t *testing.T, db *store.DB, d *footagetest.Truck) *host {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	self, err := peer.NewSelf(listener.Addr().String(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	log, views := slog.New(slog.DiscardHandler), peer.NewViews(db, self)
	h := &host{asker: ask.New(ask.NewStore(db), d, log, time.Now)}
	sessions := viewing.New(viewing.NewStreams(db), h.asker, views, "rtsp://"+listener.Addr().String(), log, time.Now)
	h.router = peer.NewRouter(sessions, views, log, time.Now)
	devices, peers := peer.Split(listener)
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	server := live.NewServer(ctx, devices, live.UDP{}, nil, sessions.Admit, log)
	for _, run := range []func(context.Context) error{server.Run, sessions.Run, func(ctx context.Context) error { return peer.NewServer(self, sessions, log).Run(ctx, peers) }} {
		work.Go(func() {
			if err := run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	h.stop = func() { cancel(); work.Wait(); h.router.Close() }
	t.Cleanup(h.stop)
	return h
}

// fetch has a host play a piece of a view.
func (h *host) fetch(t *testing.T, who viewing.Watcher, id, file string) (string, error) {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	err := h.router.Play(w, r, who, id, live.Plain, file, func(bool) error { return nil })
	return w.Body.String(), err
}

func TestRouter_AnyHostShowsAView(t *testing.T) {
	db, d := dbtest.Open(t, "plugins/footage"), &footagetest.Truck{}
	a, b := newHost(t, db, d), newHost(t, db, d)
	d.WithRecorder(t, b.asker) // answers of the device come to the host that did not ask
	view, err := a.router.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	var list string
	plugintest.Eventually(t, "the other host does not play the view", func() bool {
		list, err = b.fetch(t, ann, view.ID, "video1_stream.m3u8")
		return err == nil && strings.Contains(list, ".mp4")
	})
	init := list[strings.Index(list, `URI="`)+5:]
	if piece, err := b.fetch(t, ann, view.ID, init[:strings.Index(init, `"`)]); err != nil || !strings.Contains(piece, "ftyp") {
		t.Errorf("a piece that one host names is not had from the other: %v", err)
	}
	if _, err := b.fetch(t, ben, view.ID, "index.m3u8"); !errors.Is(err, viewing.ErrGone) {
		t.Errorf("another's view is played: %v", err)
	}
	other, err := b.router.Start(t.Context(), ben, cab)
	if err != nil {
		t.Fatal(err)
	}
	if n := d.Received(device.CommandStartStream); n != 1 {
		t.Errorf("the device was told %d times to show itself to viewers of two hosts", n)
	}
	which := viewing.Filter{DeviceID: cab.DeviceID}
	for name, h := range map[string]*host{"a": a, "b": b} {
		kept, err := h.router.Follow(t.Context(), ann, which, viewing.DoKeep)
		if err != nil || len(kept) != 1 || kept[0].ID != view.ID || !kept[0].Streaming {
			t.Errorf("host %s keeps %+v, %v", name, kept, err)
		}
	}
	for who, id := range map[viewing.Watcher]string{ann: view.ID, ben: other.ID} {
		if stopped, err := b.router.Follow(t.Context(), who, viewing.Filter{DeviceID: cab.DeviceID, IDs: []string{id}}, viewing.DoStop); err != nil || len(stopped) != 1 {
			t.Errorf("stopped %+v, %v", stopped, err)
		}
	}
	plugintest.Eventually(t, "the device is not told to stop", func() bool { return d.Received(device.CommandStopStream) == 1 })
}

func TestRouter_AViewGoesWithItsHost(t *testing.T) {
	db, d := dbtest.Open(t, "plugins/footage"), &footagetest.Truck{}
	a, b := newHost(t, db, d), newHost(t, db, d)
	d.WithRecorder(t, b.asker)
	view, err := a.router.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	plugintest.Eventually(t, "the other host does not play the view", func() bool { _, err := b.fetch(t, ann, view.ID, "index.m3u8"); return err == nil })
	a.stop()
	plugintest.Eventually(t, "it goes on", func() bool { _, err := b.fetch(t, ann, view.ID, "index.m3u8"); return errors.Is(err, viewing.ErrGone) })
	again, err := b.router.Start(t.Context(), ann, cab)
	if err != nil {
		t.Fatal(err)
	}
	plugintest.Eventually(t, "it is not shown from the other host", func() bool { _, err := b.fetch(t, ann, again.ID, "index.m3u8"); return err == nil })
}
