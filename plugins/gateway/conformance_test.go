package main

import (
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir: ".",
		Events: []plugintest.Event{
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "truck", KeySHA256: "00", VehicleID: "v-1", Model: "JH8"}},
			{Subject: "device.command", Key: "truck", OrgID: "alpha", Data: events.DeviceCommand{ID: "c-1", DeviceID: "truck", OrgID: "alpha", Type: "hello", ExpiresAt: 4102444800000}},
		},
	})
}
