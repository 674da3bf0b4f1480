package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// TestUnderTheHost runs the gateway as it runs in production and plays a device.
func TestUnderTheHost(t *testing.T) {
	h := plugintest.Start(t, ".")
	js := h.JetStream(t)
	stored := listen(t, js)
	deliverDevice(t, h, js, false)
	deliverCommand(t, h, js, "c-1") // the device is not there yet

	d := dial(t, h)
	if c := receive(t, d); c.ID != "c-1" || string(c.Data) != `{"say":"hi"}` {
		t.Errorf("received %+v", c)
	}
	d = publish(t, h, d, 1)
	wantStored(t, stored, 1)
	queueEmpties(t, h) // what is acknowledged at the moment of a kill comes once more

	t.Run("who is connected", func(t *testing.T) { connections(t, h) })
	t.Run("kill -9", func(t *testing.T) {
		killPlugin(t)
		<-d.Done()
		d = publish(t, h, dial(t, h), 2)
		wantStored(t, stored, 2)
		deliverCommand(t, h, js, "c-2")
		if c := receive(t, d); c.ID != "c-2" {
			t.Errorf("received %s, which the device had acknowledged", c.ID)
		}
	})
	t.Run("disabled", func(t *testing.T) {
		deliverDevice(t, h, js, true)
		<-d.Done()
	})
}

func listen(t *testing.T, js jetstream.JetStream) jetstream.Consumer {
	t.Helper()
	c, err := js.CreateOrUpdateConsumer(t.Context(), events.StreamTelemetry, jetstream.ConsumerConfig{AckPolicy: jetstream.AckNonePolicy})
	if err != nil {
		t.Fatalf("listen to telemetry: %v", err)
	}
	return c
}

func deliverDevice(t *testing.T, h *plugintest.Host, js jetstream.JetStream, disabled bool) {
	t.Helper()
	sum := sha256.Sum256([]byte("secret"))
	h.Deliver(t, js, plugintest.Event{Subject: "event.vehicles.device", OrgID: "alpha", ID: fmt.Sprintf("device-%v", disabled), Data: events.DeviceChanged{
		ID: "truck", VehicleID: "v-1", Model: "JH8", KeySHA256: hex.EncodeToString(sum[:]), Disabled: disabled,
	}})
}

func deliverCommand(t *testing.T, h *plugintest.Host, js jetstream.JetStream, id string) {
	t.Helper()
	h.Deliver(t, js, plugintest.Event{Subject: "device.command", Key: "truck", OrgID: "alpha", ID: id, Data: events.DeviceCommand{
		ID: id, DeviceID: "truck", OrgID: "alpha", Type: "greet", ExpiresAt: time.Now().Add(time.Hour).UnixMilli(), Data: json.RawMessage(`{"say":"hi"}`),
	}})
}

// queueEmpties waits until the gateway has noted that the device has its commands.
func queueEmpties(t *testing.T, h *plugintest.Host) {
	t.Helper()
	conn := h.Database(t)
	plugintest.Eventually(t, "the command is not noted as delivered", func() bool {
		var waiting int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM gateway.command`).Scan(&waiting)
		return err == nil && waiting == 0
	})
}

// connected is the device, and the commands that came over this connection and those that broke while it was made.
type connected struct {
	*deviceclient.Client
	commands chan device.Command
}

// dial connects as soon as the gateway lets the device in.
func dial(t *testing.T, h *plugintest.Host) connected {
	t.Helper()
	var client *deviceclient.Client
	commands := make(chan device.Command, 8)
	plugintest.Eventually(t, "the device is not let in", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		c, err := deviceclient.Dial(ctx, deviceclient.Config{
			Broker: h.Listeners["mqtt"], ID: "truck", Key: "secret", OnCommand: func(c device.Command) { commands <- c },
		})
		client = c
		return err == nil
	})
	t.Cleanup(client.Close)
	return connected{client, commands}
}

func receive(t *testing.T, d connected) device.Command {
	t.Helper()
	select {
	case c := <-d.commands:
		return c
	case <-time.After(time.Minute):
		t.Fatal("no command comes")
		return device.Command{}
	}
}

// publish has a message acknowledged; what is not is sent again on another connection, as every device does.
func publish(t *testing.T, h *plugintest.Host, d connected, n int) connected {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	payload := fmt.Sprintf(`{"time":%d,"lat":53.4,"lng":-2.3,"speed_kmh":%d}`, time.Now().UnixMilli(), n)
	for {
		err := d.Publish(ctx, device.TopicTelemetry, []byte(payload))
		if err == nil {
			return d
		}
		if errors.Is(err, deviceclient.ErrRefused) || ctx.Err() != nil {
			t.Fatalf("publish: %v", err)
		}
		d.Close()
		d = dial(t, h)
	}
}

func wantStored(t *testing.T, stored jetstream.Consumer, speed float64) {
	t.Helper()
	m, err := stored.Next(jetstream.FetchMaxWait(time.Minute))
	if err != nil {
		t.Fatalf("the stream does not have what was acknowledged: %v", err)
	}
	e, err := events.Unmarshal[events.Telemetry](m.Data())
	if err != nil || e.OrgID != "alpha" || *e.Data.Samples[0].SpeedKmh != speed {
		t.Errorf("the stream has %s, %v", m.Data(), err)
	}
}

func connections(t *testing.T, h *plugintest.Host) {
	t.Helper()
	answer := h.Do(plugintest.As("alpha", "ORG_ADMIN"), "GET /api/org/alpha/gateway/connections", nil)
	if answer.Status != 200 || !strings.Contains(string(answer.Body), `"device_id":"truck"`) || !strings.Contains(string(answer.Body), `"messages":1`) {
		t.Errorf("the administrator sees %d %s", answer.Status, answer.Body)
	}
	answer = h.Do(plugintest.As("beta", "ORG_ADMIN"), "GET /api/org/beta/gateway/connections", nil)
	if answer.Status != 200 || strings.Contains(string(answer.Body), "truck") {
		t.Errorf("another organisation sees %d %s", answer.Status, answer.Body)
	}
}

// killPlugin kills the gateway that this test's host has started. It needs /proc.
func killPlugin(t *testing.T) {
	t.Helper()
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range environments {
		raw, err := os.ReadFile(file)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && strings.Contains(string(raw), "OUTRIDER_NATS_USER=plugin_gateway\x00") && descends(pid, os.Getpid()) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatalf("kill the plugin: %v", err)
			}
			return
		}
	}
	t.Fatal("the plugin's process is not found")
}

func descends(pid, ancestor int) bool {
	for pid > 1 && pid != ancestor {
		raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return false
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		if len(fields) < 2 {
			return false
		}
		pid, _ = strconv.Atoi(fields[1])
	}
	return pid == ancestor
}
