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
		Plant: func(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
			js := h.JetStream(t)
			for org, id := range map[string]string{"alpha": "limited-1", "beta": "limited-2"} {
				h.Deliver(t, js, plugintest.Event{Subject: "control.vehicles.device", OrgID: org, ID: "planted " + id, Data: events.DeviceChanged{ID: id, Model: "D700"}})
			}
			return map[string]plugintest.Pair{"device": {Own: "limited-1", Foreign: "limited-2"}}
		},
		Values: map[string]string{"topic": "events"},
		Bodies: map[string]string{
			"PUT /api/org/{orgId}/gateway/limits/{topic}":                    `{"day":1000}`,
			"PUT /api/org/{orgId}/gateway/limits/{topic}/devices/{deviceId}": `{"day":100,"per_second":1.5}`,
		},
		Ignore: map[string]string{"device.control": "as device.sequence", "device.sequence": "the place in the stream of the last event that was applied"},
	})
}
