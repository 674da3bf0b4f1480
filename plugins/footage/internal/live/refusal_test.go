package live_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

// says sends requests of RTSP over a connection of its own and returns the first line of the last answer.
func (s stage) says(t *testing.T, requests ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.rtsp, "rtsp://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 4096)
	n := 0
	for _, request := range requests {
		if _, err = conn.Write([]byte(strings.ReplaceAll(request, "\n", "\r\n") + "\r\n")); err == nil {
			n, err = conn.Read(answer)
		}
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
	}
	line, _, _ := strings.Cut(string(answer[:n]), "\r\n")
	return line
}

// TestServer_LetsNobodyFetch has strangers ask to be sent something, which ended the process once.
func TestServer_LetsNobodyFetch(t *testing.T) {
	t.Parallel()
	s := watched(t)
	for name, request := range map[string]string{
		"DESCRIBE": "DESCRIBE " + s.rtsp + "/demo-0001/1?token=s1 RTSP/1.0\nCSeq: 1\n",
		"SETUP":    "SETUP " + s.rtsp + "/demo-0001/1/trackID=0 RTSP/1.0\nCSeq: 1\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\n",
		"PLAY":     "PLAY " + s.rtsp + "/demo-0001/1 RTSP/1.0\nCSeq: 1\nSession: 1\n",
		"RECORD":   "RECORD " + s.rtsp + "/demo-0001/1 RTSP/1.0\nCSeq: 1\n",
	} {
		if line := s.says(t, request); !strings.HasPrefix(line, "RTSP/1.0 4") && !strings.HasPrefix(line, "RTSP/1.0 501") {
			t.Errorf("%s is answered %q", name, line)
		}
	}
	badDevice(t, s, film(t), unspoilt) // and it serves on
	<-s.hub.Find("s1").Begun()
}

// TestServer_TellsOfATransportThatIsRefused has a device that knows nothing but UDP.
func TestServer_TellsOfATransportThatIsRefused(t *testing.T) {
	t.Parallel()
	s := watched(t)
	waiting := s.asks(t, "low/index.m3u8")
	ended := publish(t, s.rtsp+"/demo-0001/1?token=s1", "-c:v", "libx264", "-rtsp_transport", "udp")
	a := <-waiting
	if reason, title := a.reason(t); reason != "transport" {
		t.Errorf("the reason is %q: %s", reason, title)
	}
	if err := <-ended; err == nil {
		t.Error("it is let in")
	}
}

// TestServer_TakesADeviceThatAsksForUDPFirst has one that does as it is told.
func TestServer_TakesADeviceThatAsksForUDPFirst(t *testing.T) {
	t.Parallel()
	s := watched(t)
	publish(t, s.rtsp+"/demo-0001/1?token=s1", "-c:v", "libx264", "-g", "5", "-rtsp_transport", "udp+tcp")
	plugintest.Within(t, patience, "there is no picture", func() bool {
		select {
		case <-s.hub.Find("s1").Begun():
			return true
		default:
			return false
		}
	})
}
