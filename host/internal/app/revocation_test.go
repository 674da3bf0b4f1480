package app_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/secrets"
	"outrider.dev/sdk/events"
)

// The stream of events is full to its last byte. A device that is disabled, given another key or deleted is out within two seconds all the same, and stays out when
// the host starts again.
func TestRun_DevicesAreShutOutWhileTheStreamOfEventsIsFull(t *testing.T) {
	dir, mqtt := hosttest.Dir(t), freeAddress(t)
	environment := []string{
		"OUTRIDER_PLUGINS_DIR=" + builtPlugins(t), "OUTRIDER_DEVICES_MQTT_ADDRESS=" + mqtt, "OUTRIDER_DEVICES_RTSP_ADDRESS=" + freeAddress(t),
		"OUTRIDER_HTTP_ADDRESS=" + freeAddress(t), "OUTRIDER_ACCESS_STALE_AFTER=1m", "OUTRIDER_NATS_EVENTS_BYTES=4MiB",
	}
	host, stop := startIn(t, dir, environment...)
	_, token := host.signIn(nil)
	keys := map[string]string{}
	for _, id := range []string{"disabled", "rekeyed", "deleted"} {
		var added struct{ Key string }
		host.send(token, http.MethodPost, "/api/org/demo/devices", map[string]string{"device_id": id, "model": "JH8"}, &added)
		keys[id] = added.Key
		dial(t, deviceclient.Config{Broker: "tcp://" + mqtt, ID: id, Key: added.Key}).Close()
	}
	stop()
	fillEvents(t, dir)

	host, stop = startIn(t, dir, environment...)
	_, token = host.signIn(nil)
	for id, shutOut := range map[string]func(){
		"disabled": func() {
			host.send(token, http.MethodPut, "/api/org/demo/devices/id/disabled", map[string]bool{"disabled": true}, nil)
		},
		"rekeyed": func() { host.send(token, http.MethodPost, "/api/org/demo/devices/id/rekeyed/key", nil, nil) },
		"deleted": func() { host.send(token, http.MethodDelete, "/api/org/demo/devices/id/deleted", nil, nil) },
	} {
		connected := dial(t, deviceclient.Config{Broker: "tcp://" + mqtt, ID: id, Key: keys[id]})
		shutOut()
		select {
		case <-connected.Done():
		case <-time.After(2 * time.Second):
			t.Errorf("%s: the device is still connected after two seconds", id)
		}
	}
	stop()
	host, _ = startIn(t, dir, environment...)
	for id, key := range keys {
		if c, err := deviceclient.Dial(t.Context(), deviceclient.Config{Broker: "tcp://" + mqtt, ID: id, Key: key}); err == nil {
			c.Close()
			t.Errorf("%s: the device is let in after a restart", id)
		}
	}
	_, token = host.signInAs("support@outrider.test", nil)
	if streams := host.get(token, "/api/admin/streams"); !strings.Contains(streams, `"EVENTS"`) {
		t.Errorf("streams: %s", streams)
	}
}

// fillEvents fills the stream of events of a stopped host until it takes nothing more.
func fillEvents(t *testing.T, dir string) {
	t.Helper()
	parts := hosttest.Parts(t)
	parts.DataDir = filepath.Join(dir, "var")
	var err error
	if parts.Secrets, err = secrets.Open(filepath.Join(parts.DataDir, "secrets.json")); err != nil {
		t.Fatal(err)
	}
	server, err := embedded.StartNATS(t.Context(), parts, embedded.NATSOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	connection, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	js, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	for size := 64 << 10; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = js.Publish(t.Context(), "event.rooms.room", make([]byte, size))
		}
		if !strings.Contains(err.Error(), "maximum bytes exceeded") {
			t.Fatal(err)
		}
	}
	stream, err := js.Stream(t.Context(), events.StreamEvents)
	if err != nil {
		t.Fatal(err)
	}
	if state := stream.CachedInfo(); int64(state.State.Bytes) < state.Config.MaxBytes-100 {
		t.Fatalf("%d of %d bytes are held", state.State.Bytes, state.Config.MaxBytes)
	}
}
