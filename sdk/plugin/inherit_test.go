package plugin

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"testing"

	"outrider.dev/sdk/leak"
	"outrider.dev/sdk/plugin/manifest"
)

func TestMain(m *testing.M) { leak.Main(m) }

// pair is a socket pair: the host's end as a connection, the plugin's as a bare descriptor that nothing else owns.
func pair(t *testing.T) (*net.UnixConn, uintptr) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatalf("make socket pair: %v", err)
	}
	file := os.NewFile(uintptr(fds[0]), "host")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		t.Fatalf("open socket: %v", err)
	}
	return conn.(*net.UnixConn), uintptr(fds[1])
}

// handOver sends a fresh connection through the data plane, as the host does.
func handOver(t *testing.T, host *net.UnixConn) net.Conn {
	t.Helper()
	ours, theirs := pair(t)
	defer syscall.Close(int(theirs))
	if _, _, err := host.WriteMsgUnix([]byte{0}, syscall.UnixRights(int(theirs)), nil); err != nil {
		t.Fatalf("hand over: %v", err)
	}
	return ours
}

func TestDataPlane_ServesConnectionsAndOutlivesItsEnd(t *testing.T) {
	host, fd := pair(t)
	plane, err := newDataPlane(fd)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	server := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) })}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(plane) }()
	conn := handOver(t, host)
	client := http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}}
	get := func() {
		t.Helper()
		answer, err := client.Get("http://plugin/api/x")
		if err != nil {
			t.Fatalf("get: %v", err)
		}
		defer answer.Body.Close()
		if body, _ := io.ReadAll(answer.Body); string(body) != "/api/x" {
			t.Errorf("the answer is %q", body)
		}
	}
	get()
	if _, err := host.Write([]byte{0}); err != nil { // a message without a connection is ignored
		t.Fatalf("write: %v", err)
	}
	if err := host.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Errorf("the listener ended with %v", err)
	}
	get()
	client.CloseIdleConnections()
	if err := server.Shutdown(t.Context()); err != nil {
		t.Errorf("shut down: %v", err)
	}
}

func TestDataPlane_RefusesWhatIsNoSocket(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	fd, err := syscall.Dup(int(reader.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := newDataPlane(uintptr(fd)); err == nil {
		t.Error("a pipe is taken for the data plane")
	}
}

func TestWatchLifeline_ExitsWhenTheHostIsGone(t *testing.T) {
	host, fd := pair(t)
	code := make(chan int, 1)
	if err := watchLifeline(fd, func(c int) { code <- c }); err != nil {
		t.Fatalf("watch: %v", err)
	}
	select {
	case <-code:
		t.Fatal("exits while the host lives")
	default:
	}
	if err := host.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	if got := <-code; got != exitOrphaned {
		t.Errorf("exit code %d, want %d", got, exitOrphaned)
	}
	if err := watchLifeline(9999, nil); err == nil {
		t.Error("a descriptor that is not open is taken for the lifeline")
	}
}

func TestInheritListeners(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Dup(int(file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := inheritListeners(uintptr(fd), []manifest.Listener{{Name: "mqtt"}})
	if err != nil || got.listeners["mqtt"].Addr().String() != l.Addr().String() {
		t.Fatalf("inherited %v, %v", got, err)
	}
	defer got.close()
	if _, err := inheritListeners(9990, []manifest.Listener{{Name: "rtsp"}}); err == nil {
		t.Error("a descriptor that is not open is taken for a listener")
	}
}

// TestInheritListeners_RTP has a pair of UDP sockets between two listeners, and one that is switched off.
func TestInheritListeners_RTP(t *testing.T) {
	for name, isOn := range map[string]bool{"on": true, "off": false} {
		var files []*os.File
		for range 2 {
			file, err := os.Open(os.DevNull)
			if isOn {
				var conn net.PacketConn
				if conn, err = net.ListenPacket("udp", "127.0.0.1:0"); err == nil {
					defer conn.Close()
					file, err = conn.(*net.UDPConn).File()
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			files = append(files, file)
		}
		const first = 700 // which nothing has
		for i, file := range files {
			if err := syscall.Dup2(int(file.Fd()), first+i); err != nil {
				t.Fatal(err)
			}
		}
		got, err := inheritListeners(first, []manifest.Listener{{Name: "rtp", Network: manifest.NetworkRTP}})
		if err != nil {
			t.Fatal(err)
		}
		pair, ok := got.pairs["rtp"]
		if ok != isOn || isOn && pair.RTP.LocalAddr().String() == pair.RTCP.LocalAddr().String() {
			t.Errorf("%s: %v, %v", name, pair, ok)
		}
		got.close()
	}
}
