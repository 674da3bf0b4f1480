package main

import (
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir: ".",
		Events: []plugintest.Event{
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{
				ID: "conformance-1", VehicleID: "v1", Model: "D700",
				KeySHA256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			}},
			{Subject: "control.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{
				ID: "conformance-2", VehicleID: "v1", Model: "D700",
				KeySHA256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			}},
			{Subject: "device.command", Key: "conformance-1", OrgID: "alpha", Data: events.DeviceCommand{
				ID: "c1", DeviceID: "conformance-1", OrgID: "alpha", Type: "recording_times", ExpiresAt: time.Now().Add(time.Hour).UnixMilli(),
			}},
		},
		Ignore: map[string]string{"device.control": "as device.sequence", "device.sequence": "the place in the stream of the last event that was applied"},
	})
}
