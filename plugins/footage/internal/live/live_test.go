package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bluenviron/gohlslib/v2"
	"github.com/bluenviron/gohlslib/v2/pkg/codecs"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

var camera = live.Camera{OrgID: "demo", DeviceID: "demo-0001", Channel: 1}

// patience is how long tests wait for pictures: they come in their own time, and later where much else runs.
const patience = 2 * time.Minute

// stage is a server that devices publish to, and a page that shows what they publish. Its clock, by which viewers and devices are given up, stands
// still unless it is put on.
type stage struct {
	hub   *live.Hub
	rtsp  string // "rtsp://127.0.0.1:1234"
	page  string
	ended chan *live.Stream
	late  *atomic.Int64 // nanoseconds
	byUDP bool          // how bad devices send
}

// pass puts the clock on.
func (s stage) pass(d time.Duration) { s.late.Add(int64(d)) }

// watched is a stage with a stream s1 that somebody watches.
func watched(t *testing.T) stage {
	t.Helper()
	s := newStage(t)
	stream, _ := s.hub.Open(camera, "s1")
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	return s
}

func newStage(t *testing.T) stage {
	t.Helper()
	return newStageWith(t, live.UDP{})
}

func newStageWith(t *testing.T, packets live.UDP) stage {
	t.Helper()
	began, late := time.Now(), &atomic.Int64{}
	now := func() time.Time { return began.Add(time.Duration(late.Load())) }
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	ended := make(chan *live.Stream, 16)
	hub := live.NewHub(log, now, func(s *live.Stream) { ended <- s })
	admit := func(_ context.Context, _ string, _ int, token string) (*live.Stream, error) {
		if s := hub.Find(token); s != nil { // the test's tokens are the streams' ids
			return s, nil
		}
		return nil, live.ErrToken
	}
	ctx, stop := context.WithCancel(t.Context())
	server := live.NewServer(ctx, listener, packets, nil, admit, log)
	done := make(chan error, 2)
	go func() { done <- server.Run(ctx) }()
	go func() { done <- hub.Run(ctx) }()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
		hub.Find(parts[0]).ServeHTTP(w, r, live.Variant(parts[1]), path.Join(parts[2:]...))
	}))
	t.Cleanup(func() {
		stop()
		page.CloseClientConnections()
		page.Close()
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
	return stage{hub: hub, rtsp: "rtsp://" + listener.Addr().String(), page: page.URL, ended: ended, late: late, byUDP: packets.RTP != nil}
}

// newRecorder is the device that publishes.
func newRecorder(t *testing.T) *recorder.Recorder {
	t.Helper()
	r := recordertest.New(t, camera.DeviceID)
	recordertest.Run(t, r, func(context.Context, device.Reply) error { return nil })
	return r
}

func (s stage) start(t *testing.T, r *recorder.Recorder, stream *live.Stream) {
	t.Helper()
	data, err := json.Marshal(device.StartStream{
		Session: stream.ID, Channel: 1, Profile: device.ProfileSub, GOPMs: 500, URL: s.rtsp + "/demo-0001/1?token=" + stream.ID,
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Command(device.Command{ID: "c", Type: device.CommandStartStream, Data: data})
}

// await404 waits until there is a publisher, but nothing to be seen of it.
func (s stage) await404(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.page+"/s1/plain/index.m3u8", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err == nil {
		err = answer.Body.Close()
	}
	if err == nil && answer.StatusCode == http.StatusOK {
		t.Error("there is a playlist without a picture")
	}
}

// await waits until the playlist of a variant has so many segments: a player of plain HLS buffers them before it begins.
func (s stage) await(t *testing.T, variant live.Variant, segments int) {
	t.Helper()
	address := s.page + "/s1/" + string(variant) + "/"
	plugintest.Within(t, patience, fmt.Sprintf("there are no %d segments", segments), func() bool {
		list := fetch(t, address+"index.m3u8")
		name := list[strings.LastIndex(strings.TrimSpace(list), "\n")+1:]
		return strings.Count(fetch(t, address+strings.TrimSpace(name)), "#EXTINF") >= segments
	})
}

func fetch(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// plays has a player show ten pictures; false if it ends before.
func (s stage) plays(t *testing.T, variant live.Variant) bool {
	t.Helper()
	pictures, over := make(chan struct{}, 1000), make(chan error, 1)
	client := &gohlslib.Client{URI: s.page + "/s1/" + string(variant) + "/index.m3u8"}
	client.OnTracks = func(tracks []*gohlslib.Track) error {
		if _, ok := tracks[0].Codec.(*codecs.H264); !ok {
			t.Errorf("%s: the track is %T", variant, tracks[0].Codec)
		}
		client.OnDataH26x(tracks[0], func(int64, int64, [][]byte) { pictures <- struct{}{} })
		return nil
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	go func() { over <- client.Wait2() }()
	for range 10 {
		select {
		case <-pictures:
		case err := <-over:
			t.Logf("%s: %v", variant, err)
			return false
		}
	}
	return true
}

func TestStream_IsSeenInBothVariantsAndEndsWithItsLastViewer(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stream, begun := s.hub.Open(camera, "s1")
	if again, twice := s.hub.Open(camera, "s2"); !begun || twice || again != stream {
		t.Fatal("two viewers do not share a stream")
	}
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	s.start(t, newRecorder(t), stream)
	<-stream.Begun()
	for _, variant := range []live.Variant{live.Low, live.Plain} {
		s.await(t, variant, 3)
		plugintest.Within(t, patience, "it is not seen", func() bool { return s.plays(t, variant) }) // a player that has fallen behind begins anew
	}
	stream.Leave("ann")
	s.pass(live.Warm + time.Second)
	if over := <-s.ended; over != stream {
		t.Error("another stream has ended")
	}
	if err := stream.Watch("ben"); err == nil {
		t.Error("a stream that is over is watched")
	}
}

func TestServer_RefusesATokenThatItDidNotMake(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	stream, _ := s.hub.Open(camera, "s1")
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	r := newRecorder(t)
	data, _ := json.Marshal(device.StartStream{Session: "x", Channel: 1, URL: s.rtsp + "/demo-0001/1?token=forged"})
	r.Command(device.Command{ID: "c", Type: device.CommandStartStream, Data: data})
	s.start(t, r, stream) // the good one begins; the forged one never did
	<-stream.Begun()
	if s.hub.Find("forged") != nil {
		t.Error("a stream was made for a forged token")
	}
}
