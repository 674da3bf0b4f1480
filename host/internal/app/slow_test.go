package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// slowKinds are ways to hold a connection without ever being done with it.
var slowKinds = map[string]string{
	"silent":        "",
	"half a head":   "GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
	"half a body":   "POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
	"idle":          "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
	"reads nothing": "GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\nGET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n",
}

// TestRun_SlowConnections holds more connections than there is room for, from one address and from many, on every port that strangers reach. Whoever
// comes in earnest is served meanwhile.
func TestRun_SlowConnections(t *testing.T) {
	mqtt, rtsp := freeAddress(t), freeAddress(t)
	r := launch(t, true, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
		"OUTRIDER_PLUGINS_DIR="+builtPlugins(t), "OUTRIDER_HTTP_CONNECTIONS=200", "OUTRIDER_HTTP_CONNECTIONS_PER_ADDRESS=100",
		"OUTRIDER_DEVICES_MQTT_ADDRESS="+mqtt, "OUTRIDER_DEVICES_MQTT_CONNECTIONS=200", "OUTRIDER_DEVICES_MQTT_CONNECTIONS_PER_ADDRESS=50",
		"OUTRIDER_DEVICES_RTSP_ADDRESS="+rtsp, "OUTRIDER_DEVICES_RTSP_CONNECTIONS=100", "OUTRIDER_DEVICES_RTSP_CONNECTIONS_PER_ADDRESS=50")
	at, err := url.Parse(r.address)
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(at.Host)
	if err != nil {
		t.Fatal(err)
	}
	_, token := r.signIn(nil)
	n := 0
	for kind, words := range slowKinds {
		for range 240 {
			n++
			from := "127.0.0.1"
			if n%2 == 0 {
				from = fmt.Sprintf("127.0.3.%d", n%250+1)
			}
			hold(t, from, "127.0.0.1:"+port, words)
			hold(t, from, mqtt, "\x10")
			hold(t, from, rtsp, "ANNOUNCE rtsp://x/1/1 RTSP/1.0\r\n")
			if n%60 != 0 {
				continue
			}
			if got := r.get(token, "/api/shell"); !strings.Contains(got, "admin@demo.test") {
				t.Errorf("beside %d connections that are %s somebody else got %.200s", n, kind, got)
			}
			if err := mqttAnswers(mqtt); err != nil {
				t.Errorf("beside %d connections a device got %v", n, err)
			}
			if err := rtspAnswers(rtsp); err != nil {
				t.Errorf("beside %d connections a camera got %v", n, err)
			}
		}
	}
}

// hold opens a connection that stays until the test ends.
func hold(t *testing.T, from, to, words string) {
	t.Helper()
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 10 * time.Second}).DialContext(t.Context(), "tcp", to)
	if err != nil {
		t.Fatalf("connect to %s: %v", to, err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, _ = io.WriteString(conn, words) // one that is closed already is what the host does to such
}

// mqttAnswers connects as a device that is not known: it is to be told so.
func mqttAnswers(address string) error {
	connect := "\x10\x18\x00\x04MQTT\x04\xc2\x00\x3c\x00\x01x\x00\x04nope\x00\x03key"
	return answers(address, connect, "\x20\x02")
}

func rtspAnswers(address string) error {
	return answers(address, "OPTIONS rtsp://x/ RTSP/1.0\r\nCSeq: 1\r\n\r\n", "RTSP/1.0 200")
}

func answers(address, words, want string) error {
	conn, err := net.DialTimeout("tcp", address, 10*time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, words); err != nil {
		return err
	}
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return err
	}
	got := make([]byte, len(want))
	if _, err := io.ReadFull(bufio.NewReader(conn), got); err != nil || string(got) != want {
		return fmt.Errorf("%q: %w", got, err)
	}
	return nil
}
