package app_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/sdk/device"
)

// Devices that are connected stay so, each message of theirs is acknowledged, and who works at the portal is answered soon, while strangers hold more slow connections than there
// is room for on every port.
func TestRun_SlowConnectionsTroubleNobodyWhoIsThere(t *testing.T) {
	mqtt, rtsp := freeAddress(t), freeAddress(t)
	r := launch(t, true, &http.Client{Transport: &http.Transport{}},
		"OUTRIDER_PLUGINS_DIR="+builtPlugins(t), "OUTRIDER_HTTP_CONNECTIONS=400", "OUTRIDER_HTTP_CONNECTIONS_PER_ADDRESS=200",
		"OUTRIDER_DEVICES_MQTT_ADDRESS="+mqtt, "OUTRIDER_DEVICES_MQTT_CONNECTIONS=400", "OUTRIDER_DEVICES_MQTT_CONNECTIONS_PER_ADDRESS=200",
		"OUTRIDER_DEVICES_RTSP_ADDRESS="+rtsp, "OUTRIDER_DEVICES_RTSP_CONNECTIONS=200", "OUTRIDER_DEVICES_RTSP_CONNECTIONS_PER_ADDRESS=100")
	at, err := url.Parse(r.address)
	if err != nil {
		t.Fatal(err)
	}
	_, token := r.signIn(nil)
	var devices []*deviceclient.Client
	var last deviceclient.Config
	for n := range 20 {
		id := fmt.Sprintf("real-%d", n)
		var added struct{ Key string }
		r.send(token, http.MethodPost, "/api/org/demo/devices", map[string]string{"device_id": id, "model": "JH8"}, &added)
		last = deviceclient.Config{Broker: "tcp://" + mqtt, ID: id, Key: added.Key}
		devices = append(devices, dial(t, last))
	}
	devices[len(devices)-1].Close() // it comes and goes meanwhile
	devices = devices[:len(devices)-1]
	kinds := make([]string, 0, len(slowKinds))
	for kind := range slowKinds {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	var took []time.Duration
	for n := range 1500 {
		from := fmt.Sprintf("127.0.4.%d", n%250+1)
		if n%2 == 0 {
			from = "127.0.0.1" // where the devices and the browser are, too
		}
		hold(t, from, net.JoinHostPort("127.0.0.1", at.Port()), slowKinds[kinds[n%len(kinds)]])
		hold(t, from, mqtt, "\x10")
		hold(t, from, rtsp, "ANNOUNCE rtsp://x/1/1 RTSP/1.0\r\n")
		if n%10 != 0 {
			continue
		}
		soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		if n%100 == 0 {
			comes, err := deviceclient.Dial(soon, last)
			if err != nil {
				t.Fatalf("beside %d connections a device cannot connect: %v", 3*n, err)
			}
			comes.Close()
		}
		if err := devices[n/10%len(devices)].Publish(soon, device.TopicTelemetry, sample(53+float64(n)/1e5)); err != nil {
			t.Fatalf("beside %d connections a device's message is not acknowledged: %v", 3*n, err)
		}
		cancel()
		began := time.Now()
		r.get(token, "/api/shell")
		took = append(took, time.Since(began))
	}
	for n, d := range devices {
		select {
		case <-d.Done():
			t.Errorf("device %d was disconnected", n)
		default:
		}
	}
	slices.Sort(took)
	t.Logf("median %s, slowest %s", took[len(took)/2], took[len(took)-1])
	if p99 := took[len(took)*99/100]; p99 > 2*time.Second {
		t.Errorf("requests took up to %s", p99)
	}
}
