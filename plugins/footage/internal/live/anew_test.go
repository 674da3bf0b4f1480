package live_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/plugintest"
)

var resolutions = regexp.MustCompile(`RESOLUTION=(\d+x\d+)`)

// filmOf is a film of a size.
func filmOf(t *testing.T, size string) [][][]byte {
	t.Helper()
	return recordertest.Film(t, "-f", "lavfi", "-i", "testsrc=size="+size+":rate=10:duration=3", "-pix_fmt", "yuv420p",
		"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "10")
}

// first is the first line of a playlist that is no comment, and what it says the size is.
func (s stage) first(t *testing.T, variant live.Variant) (address, size string) {
	t.Helper()
	if kept := head(t, s.page+"/s1/"+string(variant)+"/index.m3u8").Get("Cache-Control"); kept != "no-store" {
		t.Errorf("browsers keep a playlist that names what may be over: %q", kept)
	}
	list := fetch(t, s.page+"/s1/"+string(variant)+"/index.m3u8")
	for line := range strings.Lines(list) {
		if !strings.HasPrefix(line, "#") {
			address = strings.TrimSpace(line)
		}
	}
	if found := resolutions.FindStringSubmatch(list); found != nil {
		size = found[1]
	}
	return address, size
}

// head is the head of an answer.
func head(t *testing.T, address string) http.Header {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close() // its head is what matters
	return answer.Header
}

// TestStream_GoesOnAnewWithAnotherSize has a device change the size of its pictures within a session: players take that from a beginning only, and are
// told to begin again.
func TestStream_GoesOnAnewWithAnotherSize(t *testing.T) {
	t.Parallel()
	s := watched(t)
	both, large := filmOf(t, "320x240"), filmOf(t, "640x480")
	for range 20 {
		both = append(both, large...)
	}
	badDevice(t, s, both, unspoilt)
	<-s.hub.Find("s1").Begun()
	before, size := s.first(t, live.Low)
	if size != "320x240" {
		t.Fatalf("its size is %q", size)
	}
	plugintest.Within(t, patience, "it is as small as before", func() bool { _, size = s.first(t, live.Low); return size == "640x480" })
	if reason, _ := (<-s.asks(t, "low/"+before)).reason(t); reason != "anew" {
		t.Errorf("who plays on is told %q", reason)
	}
	if stream := s.hub.Find("s1"); stream == nil || stream.Why() != nil {
		t.Error("the stream is over")
	}
	s.seen(t, 10)
}

// TestStream_GoesOnAnewWithAnotherCodec has a device come back with H.265 that sent H.264 before.
func TestStream_GoesOnAnewWithAnotherCodec(t *testing.T) {
	t.Parallel()
	s := watched(t)
	hangUp := badDevice(t, s, film(t), unspoilt)
	<-s.hub.Find("s1").Begun()
	before, _ := s.first(t, live.Low)
	hangUp()
	badDevice265(t, s, h265At(), film265(t, aCamera), unspoilt)
	page := s.page + "/s1/low/index.m3u8"
	plugintest.Within(t, patience, "it is H.264 as before", func() bool { return codecs265.MatchString(fetch(t, page)) })
	if reason, _ := (<-s.asks(t, "low/"+before)).reason(t); reason != "anew" {
		t.Errorf("who plays on is told %q", reason)
	}
	s.seen(t, 30)
}

// TestStream_HasNothingOfANameThatItNeverGave asks for a piece that never was.
func TestStream_HasNothingOfANameThatItNeverGave(t *testing.T) {
	t.Parallel()
	s := watched(t)
	badDevice(t, s, film(t), unspoilt)
	<-s.hub.Find("s1").Begun()
	if a := <-s.asks(t, "low/none.mp4"); a.status != http.StatusNotFound {
		t.Errorf("it is answered %d", a.status)
	}
}
