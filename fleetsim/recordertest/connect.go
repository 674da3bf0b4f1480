package recordertest

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// again is the pause before a message that was not acknowledged is sent once more.
const again = time.Second

// Connect lets a recorder of New work as a device of a host until the test ends: it takes commands, answers them and tells its status. It waits
// until the host knows its key.
func Connect(t *testing.T, deviceID, broker, key string) *deviceclient.Client {
	t.Helper()
	r := New(t, deviceID)
	client := Dial(t, deviceclient.Config{Broker: broker, ID: deviceID, Key: key, OnCommand: r.Command})
	Run(t, r, func(ctx context.Context, reply device.Reply) error {
		raw, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		return publish(ctx, client, device.TopicReplies, raw)
	})
	publishStatus(t, client, deviceID)
	return client
}

// Dial connects a device until the test ends; it waits until the host knows its key.
func Dial(t *testing.T, c deviceclient.Config) (client *deviceclient.Client) {
	t.Helper()
	plugintest.Within(t, time.Minute, "the gateway does not let the device in", func() bool {
		attempt, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		var err error
		client, err = deviceclient.Dial(attempt, c)
		return err == nil
	})
	t.Cleanup(client.Close)
	return client
}

func publishStatus(t *testing.T, client *deviceclient.Client, deviceID string) {
	t.Helper()
	raw, err := json.Marshal(Van(deviceID).Status(time.Now()))
	if err == nil {
		err = publish(t.Context(), client, device.TopicStatus, raw)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// publish sends a message until the host has it, as devices do: an acknowledgement may take long where much else runs.
func publish(ctx context.Context, client *deviceclient.Client, kind string, payload []byte) error {
	for {
		err := client.Publish(ctx, kind, payload)
		if err == nil || errors.Is(err, deviceclient.ErrRefused) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-client.Done():
			return err
		case <-time.After(again):
		}
	}
}
