package live_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pion/rtp"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/plugintest"
)

// answered is what a viewer's fetch was answered, and when.
type answered struct {
	status int
	body   []byte
	at     time.Time
}

// asks fetches a file of stream s1 beside the test.
func (s stage) asks(t *testing.T, file string) <-chan answered {
	t.Helper()
	told := make(chan answered, 1)
	go func() {
		defer close(told)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.page+"/s1/"+file, nil)
		if err != nil {
			return
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close() // it was read
		told <- answered{answer.StatusCode, body, time.Now()}
	}()
	return told
}

// reason is the reason of a 410.
func (a answered) reason(t *testing.T) (reason, title string) {
	t.Helper()
	var problem struct{ Reason, Title string }
	if err := json.Unmarshal(a.body, &problem); err != nil || a.status != http.StatusGone {
		t.Errorf("it is answered %d %s", a.status, a.body)
	}
	return problem.Reason, problem.Title
}

func unspoilt(_ int, packets []*rtp.Packet) []*rtp.Packet { return packets }

// TestStream_ItsPlaylistIsWaitedFor asks for the playlist before the device has come.
func TestStream_ItsPlaylistIsWaitedFor(t *testing.T) {
	t.Parallel()
	s := watched(t)
	low, plain := s.asks(t, "low/index.m3u8"), s.asks(t, "plain/index.m3u8")
	badDevice(t, s, film(t), unspoilt)
	for _, told := range []<-chan answered{low, plain} {
		if a := <-told; a.status != http.StatusOK {
			t.Errorf("it is answered %d %s", a.status, a.body)
		}
	}
}

// TestStream_WithoutAPictureIsAskedForAgain waits for a device that does not come.
func TestStream_WithoutAPictureIsAskedForAgain(t *testing.T) {
	t.Parallel()
	s := watched(t)
	if a := <-s.asks(t, "low/index.m3u8"); a.status != http.StatusServiceUnavailable {
		t.Errorf("it is answered %d %s", a.status, a.body)
	}
}

// TestStream_TellsWhyItIsOver has a device leave while viewers wait for the next part, and one that comes straight back.
func TestStream_TellsWhyItIsOver(t *testing.T) {
	t.Parallel()
	s := watched(t)
	stream := s.hub.Find("s1")
	hangUp := badDevice(t, s, film(t), unspoilt)
	<-stream.Begun()
	hangUp()
	again := badDevice(t, s, film(t), unspoilt)
	s.await(t, live.Low, 7)
	s.pass(2 * time.Second)
	if err := stream.Why(); err != nil {
		t.Fatalf("a device that came straight back has ended: %v", err)
	}
	again()
	waiting := s.asks(t, "low/video1_stream.m3u8?_HLS_msn="+next(t, fetch(t, s.page+"/s1/low/video1_stream.m3u8")))
	plugintest.Within(t, patience, "the stream goes on", func() bool { s.pass(time.Second); return stream.Why() != nil })
	if reason, _ := (<-waiting).reason(t); reason != "lost" {
		t.Errorf("who waits is told %q", reason)
	}
	for _, file := range []string{"low/index.m3u8", "plain/index.m3u8", "low/video1_stream.m3u8", "low/anything.mp4"} {
		a := <-s.asksOf(t, stream, file)
		if reason, _ := a.reason(t); reason != "lost" {
			t.Errorf("%s: the reason is %s", file, a.body)
		}
	}
}

// next is the number of the segment that comes after those of a list.
func next(t *testing.T, list string) string {
	t.Helper()
	_, rest, _ := strings.Cut(list, "#EXT-X-MEDIA-SEQUENCE:")
	first, _, _ := strings.Cut(rest, "\n")
	number, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		t.Fatalf("%v in %s", err, list)
	}
	return strconv.Itoa(number + strings.Count(list, "#EXTINF"))
}

// asksOf is asks for a stream that the hub has forgotten.
func (s stage) asksOf(t *testing.T, stream *live.Stream, file string) <-chan answered {
	t.Helper()
	recorder := httptest.NewRecorder()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/"+file, nil)
	if err != nil {
		t.Fatal(err)
	}
	stream.ServeHTTP(recorder, request, live.Low, file)
	told := make(chan answered, 1)
	told <- answered{recorder.Code, recorder.Body.Bytes(), time.Now()}
	return told
}

// TestStream_TellsOfACodecThatIsRefused has a viewer wait for a device that sends something else.
func TestStream_TellsOfACodecThatIsRefused(t *testing.T) {
	t.Parallel()
	for _, codec := range []struct{ encoder, name string }{{"mpeg4", "MPEG-4 Video"}, {"libvpx", "VP8"}, {"mjpeg", "M-JPEG"}} {
		s := watched(t)
		waiting := s.asks(t, "low/index.m3u8")
		began := time.Now()
		publish(t, s.rtsp+"/demo-0001/1?token=s1", "-c:v", codec.encoder)
		a := <-waiting
		reason, title := a.reason(t)
		if reason != "codec" || title != "the device sends "+codec.name+", and only H.264 and H.265 can be shown" {
			t.Errorf("the reason is %q: %s", reason, title)
		}
		t.Logf("told after %s", a.at.Sub(began))
		plugintest.Within(t, patience, "the hub keeps it", func() bool { return s.hub.Find("s1") == nil })
	}
}

// TestStream_LongGOP plays a stream whose key frames are ten seconds apart.
func TestStream_LongGOP(t *testing.T) {
	t.Parallel()
	s := watched(t)
	badDevice(t, s, recordertest.Film(t, "-f", "lavfi", "-i", "testsrc=size=320x240:rate=10:duration=20", "-pix_fmt", "yuv420p",
		"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "100"), unspoilt)
	<-s.hub.Find("s1").Begun()
	for _, variant := range []live.Variant{live.Low, live.Plain} {
		plugintest.Within(t, patience, "it is not seen as "+string(variant), func() bool { return s.plays(t, variant) })
	}
}
