package connlimit_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/leak"

	"outrider.dev/sdk/connlimit"
)

func TestMain(m *testing.M) { leak.Main(m) }

// site is a server behind a limited listener.
type site struct {
	t        *testing.T
	limits   *connlimit.Listener
	address  string
	begun    chan string
	finished chan struct{}
}

func serve(t *testing.T, limits connlimit.Limits, address string) *site {
	t.Helper()
	inner, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{
		t: t, limits: connlimit.Listen(inner, limits, slog.New(slog.DiscardHandler)), address: inner.Addr().String(),
		begun: make(chan string, 1000), finished: make(chan struct{}),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/hello", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hello ", r.RemoteAddr) })
	mux.HandleFunc("/body", func(w http.ResponseWriter, r *http.Request) {
		s.begun <- r.URL.Path
		n, err := io.Copy(io.Discard, r.Body)
		fmt.Fprint(w, n, err)
	})
	mux.HandleFunc("/much", func(w http.ResponseWriter, r *http.Request) {
		s.begun <- r.URL.Path
		_, _ = w.Write(make([]byte, 64<<20))
	})
	mux.HandleFunc("/wait", func(w http.ResponseWriter, r *http.Request) {
		s.begun <- r.URL.Path
		<-r.Context().Done()
	})
	mux.HandleFunc("/kept", func(w http.ResponseWriter, r *http.Request) {
		connlimit.Keep(r.Context())
		s.begun <- r.URL.Path
		<-r.Context().Done()
	})
	server := &http.Server{Handler: mux}
	connlimit.Serve(server)
	go func() { defer close(s.finished); _ = server.Serve(s.limits) }()
	t.Cleanup(func() {
		_ = server.Close()
		<-s.finished
	})
	return s
}

// dial connects, from an address of this machine, and says something.
func (s *site) dial(from, words string) net.Conn {
	s.t.Helper()
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).DialContext(s.t.Context(), "tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, words); err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// hello asks for something small on a connection of its own.
func (s *site) hello(from string) error {
	conn := s.dial(from, "GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %w", answer.Status, err)
	}
	return nil
}

func (s *site) mustHello(from string) {
	s.t.Helper()
	if err := s.hello(from); err != nil {
		s.t.Errorf("somebody else's request failed: %v", err)
	}
}

func (s *site) await(begun int) {
	s.t.Helper()
	for range begun {
		select {
		case <-s.begun:
		case <-time.After(10 * time.Second):
			s.t.Fatal("a request did not begin")
		}
	}
}

func (s *site) open(want func(n int) bool, otherwise string) {
	s.t.Helper()
	tick, end := time.NewTicker(time.Millisecond), time.After(10*time.Second)
	defer tick.Stop()
	for !want(s.limits.Counts().Open) {
		select {
		case <-tick.C:
		case <-end:
			s.t.Fatalf("%s: %d are open", otherwise, s.limits.Counts().Open)
		}
	}
}

func ended(t *testing.T, conn net.Conn) {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.Copy(io.Discard, conn); err != nil && strings.Contains(err.Error(), "timeout") {
		t.Errorf("a connection that should have been closed is open")
	}
}

func TestListener_SlowConnectionsCostNobodyARequest(t *testing.T) {
	for name, c := range map[string]struct {
		words string
		from  func(n int) string
	}{
		"silent, one address":    {"", func(int) string { return "127.0.0.1" }},
		"half a head":            {"GET / HTTP/1.1\r\nHost: x\r\n", func(int) string { return "127.0.0.1" }},
		"silent, many addresses": {"", func(n int) string { return fmt.Sprintf("127.0.1.%d", n%200+1) }},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, connlimit.Limits{Total: 100, PerAddress: 60}, "127.0.0.1:0")
			for n := range 400 {
				s.dial(c.from(n), c.words)
				if n%20 == 0 {
					s.mustHello("127.0.0.1")
					s.mustHello("127.0.0.2")
				}
			}
			if got := s.limits.Counts(); got.Open > 100 || got.Closed == 0 || got.Refused > 0 {
				t.Errorf("%+v: no more than 100 may be open, and the waiting ones make room", got)
			}
		})
	}
}

func TestListener_IdleGoesBeforeBusy(t *testing.T) {
	s := serve(t, connlimit.Limits{Total: 10}, "127.0.0.1:0")
	for range 6 {
		s.dial("127.0.0.1", "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	s.await(6)
	for range 30 {
		if conn := s.dial("127.0.0.1", "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"); conn != nil {
			if _, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil {
				t.Fatalf("a newcomer has no room beside idle connections: %v", err)
			}
		}
	}
	for range 4 {
		s.dial("127.0.0.1", "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	s.await(4)
	if s.hello("127.0.0.1") == nil {
		t.Error("there was room for an eleventh connection beside ten that are served")
	}
	if got := s.limits.Counts(); got.Refused != 1 {
		t.Errorf("%+v: want one that was refused", got)
	}
}

func TestListener_OneAddressLeavesRoomForOthers(t *testing.T) {
	s := serve(t, connlimit.Limits{Total: 100, PerAddress: 10}, "127.0.0.1:0")
	for range 10 {
		s.dial("127.0.0.9", "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	s.await(10)
	if s.hello("127.0.0.9") == nil {
		t.Error("an address has more connections than it may have")
	}
	s.mustHello("127.0.0.1")
}

func TestListener_KeptConnectionsAreNotCountedByAddress(t *testing.T) {
	s := serve(t, connlimit.Limits{Total: 100, PerAddress: 10}, "127.0.0.1:0")
	for range 30 {
		s.dial("127.0.0.9", "GET /kept HTTP/1.1\r\nHost: x\r\n\r\n")
		s.await(1)
	}
	s.mustHello("127.0.0.9")
}

func TestListener_SlowClientsEnd(t *testing.T) {
	for name, c := range map[string]struct {
		words string
		drip  string
	}{
		"a body that does not come":             {"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", ""},
		"a body that drips":                     {"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n", "x"},
		"a body in chunks that drips":           {"POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"},
		"a body that nobody reads":              {"POST /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", ""},
		"an answer that its client never reads": {"GET /much HTTP/1.1\r\nHost: x\r\n\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, connlimit.Limits{Total: 100, Stall: 300 * time.Millisecond}, "127.0.0.1:0")
			conn := s.dial("127.0.0.1", c.words)
			drips := time.NewTicker(20 * time.Millisecond) // the attack itself
			defer drips.Stop()
			for c.drip != "" {
				if _, err := io.WriteString(conn, c.drip); err != nil {
					break
				}
				<-drips.C
			}
			s.open(func(n int) bool { return n == 0 }, "the connection of a slow client stays")
			ended(t, conn)
		})
	}
}

func TestListener_SlowButSteadyIsServed(t *testing.T) {
	s := serve(t, connlimit.Limits{Total: 100, Stall: 400 * time.Millisecond}, "127.0.0.1:0")
	const pieces = 10
	conn := s.dial("127.0.0.1", fmt.Sprintf("POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", pieces*16<<10))
	network := time.NewTicker(100 * time.Millisecond) // a slow one
	defer network.Stop()
	for range pieces {
		if _, err := conn.Write(make([]byte, 16<<10)); err != nil {
			t.Fatalf("a client that goes on is cut off: %v", err)
		}
		<-network.C
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("a client that goes on is cut off: %v", err)
	}
	answer.Body.Close()
}

func TestListener_WhoSaysNothingWithinItsTime(t *testing.T) {
	s := serve(t, connlimit.Limits{Total: 100, Stall: time.Second, Within: 200 * time.Millisecond}, "127.0.0.1:0")
	ended(t, s.dial("127.0.0.1", ""))
}

func TestListener_BehindAProxy(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.5/32")}
	s := serve(t, connlimit.Limits{Total: 100, PerAddress: 10, Proxies: proxies, ProxyHeader: true}, "127.0.0.1:0")
	told := func(client string) string { return "PROXY TCP4 " + client + " 127.0.0.1 1000 80\r\n" }
	for range 10 {
		s.dial("127.0.0.5", told("192.0.2.1")+"GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	s.await(10)
	ask := func(from, words string) string {
		conn := s.dial(from, words+"GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		text, _ := io.ReadAll(conn)
		return string(text)
	}
	if got := ask("127.0.0.5", told("192.0.2.2")); !strings.Contains(got, "hello 192.0.2.2:1000") {
		t.Errorf("another client of the proxy got %q", got)
	}
	if got := ask("127.0.0.5", told("192.0.2.1")); strings.Contains(got, "hello") {
		t.Error("an address behind the proxy has more connections than it may have")
	}
	if got := ask("127.0.0.5", ""); !strings.Contains(got, "hello 127.0.0.5") {
		t.Errorf("a proxy that tells nothing got %q", got)
	}
	if got := ask("127.0.0.6", told("192.0.2.7")); !strings.Contains(got, "400") {
		t.Errorf("somebody who is no proxy named an address, and got %q", got)
	}
}

func TestServe_LongHead(t *testing.T) {
	s := serve(t, connlimit.Limits{Total: 100}, "127.0.0.1:0")
	for size, want := range map[int]int{30 << 10: http.StatusOK, 33 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.address+"/hello", nil)
		request.RequestURI = ""
		request.Header.Set("X-Long", strings.Repeat("x", size))
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("a head of %d bytes: %s, want %d", size, answer.Status, want)
		}
	}
}

func TestGroup(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::", "fe80::1%eth0": "fe80::",
	} {
		if got := connlimit.Group(netip.MustParseAddr(address)); got.String() != want {
			t.Errorf("%s is counted as %s, want %s", address, got, want)
		}
	}
}
