package plugins

import (
	"net"
	"os"
	"testing"

	"outrider.dev/sdk/plugin/manifest"
)

// TestSockets_TakeTurnsWithPairs starts two releases one after the other, and one that does not come to run in between.
func TestSockets_TakeTurnsWithPairs(t *testing.T) {
	m := manifest.Manifest{ID: "cameras", Listeners: []manifest.Listener{{Name: "rtp", Config: "cameras.rtp", Network: manifest.NetworkRTP}}}
	var pairs []RTPPair
	for range 2 {
		var conns []*net.UDPConn
		for range 2 {
			conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			conns = append(conns, conn)
		}
		pairs = append(pairs, RTPPair{conns[0], conns[1]})
	}
	s := newSockets(nil, nil, func(string) []RTPPair { return pairs })
	next := func() (rtp string) {
		t.Helper()
		files, err := s.of(m)
		if err != nil || len(files) != 2 {
			t.Fatalf("%d sockets, %v", len(files), err)
		}
		conn, err := net.FilePacketConn(files[0])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.LocalAddr().String()
	}
	running := next()
	refused := next()
	s.undo(m)
	if again := next(); running == refused || again != refused {
		t.Errorf("a release has %s, one that is refused %s, the next %s: two versions read the same packets", running, refused, again)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}

func TestSockets_OfUDPThatIsOff(t *testing.T) {
	s := newSockets(nil, nil, func(string) []RTPPair { return nil })
	files, err := s.of(manifest.Manifest{ID: "cameras", Listeners: []manifest.Listener{{Name: "rtp", Config: "cameras.rtp", Network: manifest.NetworkRTP}}})
	if err != nil || len(files) != 2 || files[0].Name() != os.DevNull {
		t.Fatalf("%v, %v", files, err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
}
