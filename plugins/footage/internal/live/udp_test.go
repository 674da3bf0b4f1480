package live_test

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugintest"
)

// pair opens two UDP sockets as the host does.
func pair(t *testing.T) plugin.RTPPair {
	t.Helper()
	listen := func(port int) *net.UDPConn {
		conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port})
		if err != nil {
			return nil
		}
		t.Cleanup(func() { _ = conn.Close() }) // the server closes it, too
		return conn
	}
	for range 1000 {
		first := listen(0)
		if first == nil {
			t.Fatal("there is no free port")
		}
		port := first.LocalAddr().(*net.UDPAddr).Port
		if port%2 == 0 {
			if second := listen(port + 1); second != nil {
				return plugin.RTPPair{RTP: first, RTCP: second}
			}
		}
		_ = first.Close()
	}
	t.Fatal("there are no two free ports in a row")
	return plugin.RTPPair{}
}

// watchedByUDP is watched on a server that takes UDP.
func watchedByUDP(t *testing.T) stage {
	t.Helper()
	s := newStageWith(t, live.UDP{RTPPair: pair(t)})
	stream, _ := s.hub.Open(camera, "s1")
	if err := stream.Watch("ann"); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestUDP_IsTakenFromFFmpeg publishes by UDP with a program that is no device of ours.
func TestUDP_IsTakenFromFFmpeg(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]string{
		"H.264": {"-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "10"},
		"H.265": x265(aCamera + ":repeat-headers=1"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := watchedByUDP(t)
			publish(t, s.rtsp+"/demo-0001/1?token=s1", append(options, "-rtsp_transport", "udp")...)
			s.seen(t, 30)
		})
	}
}

func TestUDP_IsSeenInSpiteOfTheNetwork(t *testing.T) {
	t.Parallel()
	pictures, pictures265 := film(t), film265(t, aCamera)
	for _, tc := range poorNetworks {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := watchedByUDP(t)
			badDevice(t, s, pictures, tc.spoil)
			s.seen(t, 30)
		})
		t.Run(tc.name+", H.265", func(t *testing.T) {
			t.Parallel()
			s := watchedByUDP(t)
			badDevice265(t, s, h265At(), pictures265, tc.spoil)
			s.seen(t, 30)
		})
	}
}

// TestUDP_OfADeviceThatIsGone has one that is killed: the viewer learns it as soon as by TCP.
func TestUDP_OfADeviceThatIsGone(t *testing.T) {
	t.Parallel()
	s := watchedByUDP(t)
	hangUp := badDevice(t, s, film(t), unspoilt)
	stream := s.hub.Find("s1")
	<-stream.Begun()
	hangUp()
	plugintest.Within(t, patience, "the stream does not end", func() bool {
		s.pass(time.Second) // the clock by which devices are given up
		select {
		case <-stream.Done():
			return true
		default:
			return false
		}
	})
	if !strings.Contains(stream.Why().Error(), "lost its connection") {
		t.Errorf("it ends because %v", stream.Why())
	}
}

// TestUDP_ThatDoesNotArrive has a device whose packets something in between swallows: the viewer is told, and the device sends by TCP from then on.
func TestUDP_ThatDoesNotArrive(t *testing.T) {
	t.Parallel()
	s := watchedByUDP(t)
	waiting := s.asks(t, "low/index.m3u8")
	media := &description.Media{Type: description.MediaTypeVideo, Formats: []format.Format{&format.H264{PayloadTyp: 96, PacketizationMode: 1}}}
	silent := func(token string, transport *gortsplib.Transport) error {
		client := &gortsplib.Client{Transport: transport}
		t.Cleanup(client.Close)
		return client.StartRecording(s.rtsp+"/demo-0001/1?token="+token, &description.Session{Medias: []*description.Media{media}})
	}
	byUDP := gortsplib.TransportUDP
	if err := silent("s1", &byUDP); err != nil {
		t.Fatal(err)
	}
	a := <-waiting
	if reason, title := a.reason(t); reason != "no_packets" {
		t.Errorf("the reason is %q: %s", reason, title)
	}
	for i, id := range []string{"s2", "s3"} {
		s.hub.Open(live.Camera{OrgID: "demo", DeviceID: "demo-0001", Channel: 2 + i}, id)
	}
	if err := silent("s2", &byUDP); err == nil {
		t.Error("it may send by UDP again")
	}
	if err := silent("s3", nil); err != nil {
		t.Errorf("it may not send by TCP: %v", err)
	}
}
