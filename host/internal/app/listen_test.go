package app_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/app"
	"outrider.dev/outrider/host/internal/hosttest"
)

// Ports of others are all named, with the keys to change, and nothing is started.
func TestRun_NamesTakenPortsBeforeAnythingStarts(t *testing.T) {
	dir := hosttest.Dir(t)
	taken := map[string]string{}
	for _, key := range []string{"http.address", "devices.mqtt.address", "nats.port"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		taken[key] = l.Addr().String()
	}
	_, natsPort, _ := net.SplitHostPort(taken["nats.port"])
	udp, first := takenUDP(t)
	defer udp.Close()
	taken["devices.rtsp.udp"] = udp.LocalAddr().String()
	o := options(t, dir, &bytes.Buffer{}, "OUTRIDER_HTTP_ADDRESS="+taken["http.address"], "OUTRIDER_DEVICES_MQTT_ADDRESS="+taken["devices.mqtt.address"],
		"OUTRIDER_NATS_PORT="+natsPort, "OUTRIDER_PLUGINS_DIR="+builtPlugins(t), "OUTRIDER_DEVICES_RTSP_ADDRESS="+freeAddress(t), "OUTRIDER_DEVICES_RTSP_UDP="+first)
	err := app.Run(t.Context(), o)
	if err == nil {
		t.Fatal("the host starts")
	}
	for key, address := range taken {
		if !strings.Contains(err.Error(), address) || !strings.Contains(err.Error(), key) {
			t.Errorf("the error does not name %s and %s: %v", address, key, err)
		}
	}
	for _, part := range []string{"postgres", "nats", "keto"} {
		if _, err := os.Stat(filepath.Join(dir, "var", part)); err == nil {
			t.Errorf("%s was made", part)
		}
	}
}

// takenUDP is an even UDP port that somebody has.
func takenUDP(t *testing.T) (conn net.PacketConn, port string) {
	t.Helper()
	for {
		conn, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if n := conn.LocalAddr().(*net.UDPAddr).Port; n%2 == 0 {
			return conn, strconv.Itoa(n)
		}
		conn.Close()
	}
}

// While the host starts its port is open: it lives, is not ready, and says when to come again.
func TestRun_AnswersWhileItStarts(t *testing.T) {
	address := freeAddress(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := options(t, hosttest.Dir(t), &bytes.Buffer{}, "OUTRIDER_HTTP_ADDRESS="+address)
	o.Demo = false
	started, ended := make(chan string, 1), make(chan error, 1)
	o.Started = func(address string) { started <- address }
	go func() { ended <- app.Run(ctx, o) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	early := false
	for tick := time.NewTicker(5 * time.Millisecond); ; {
		select {
		case err := <-ended:
			ended <- nil
			t.Fatal(err)
		case <-started:
			tick.Stop()
			if !early {
				t.Error("nothing was answered before everything was up")
			}
			return
		case <-tick.C:
		}
		answer, err := client.Get("http://" + address + "/api/shell")
		if err != nil {
			continue
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusServiceUnavailable {
			continue // it is up: started follows
		}
		early = true
		if answer.Header.Get("Retry-After") == "" {
			t.Fatal("503 without Retry-After")
		}
	}
}
