package main

import (
	"net/http"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	const device = "conformance-1"
	now := time.Now().UnixMilli()
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../users")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/devices/id/{deviceId}/videostreams": `{"action":"get_endpoints","channels":[1],"stream_configs":{"hls":{},"dash":{}}}`,
		},
		Values: map[string]string{"session": "0", "variant": "low", "file": "index.m3u8"},
		Events: []plugintest.Event{
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "v1", Name: "Van", Type: "van", GroupID: "alpha-depot"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: device, VehicleID: "v1", Model: "JH8"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
			{Subject: "device.reply", Key: device, OrgID: "alpha", Data: events.DeviceReply{DeviceID: device, OrgID: "alpha", ReceivedAt: now, ID: "nobody asked", Status: "done"}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same",
		},
		CheckedElsewhere: map[string]string{"WatchVOD": "of playing recordings"},
	})
}

// plant makes a vehicle with a device in each organisation, and waits until the plugin's copy of the fleet has them.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	ids := map[string]string{"alpha": "conformance-1", "beta": "conformance-2"}
	for org, device := range ids {
		admin := plugintest.As(org, "ORG_ADMIN")
		var vehicle struct{ ID string }
		h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"}).Decode(t, &vehicle)
		add := "POST /api/org/" + org + "/devices"
		if answer := h.Do(admin, add, map[string]string{"device_id": device, "model": "JH8"}); answer.Status != http.StatusCreated {
			t.Fatalf("%s: %d %s", add, answer.Status, answer.Body)
		}
		fit := "PUT /api/org/" + org + "/vehicles/" + vehicle.ID + "/devices/" + device
		if answer := h.Do(admin, fit, map[string]bool{"is_defaultdevice": true}); answer.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", fit, answer.Status, answer.Body)
		}
		plugintest.Eventually(t, "the device of "+org+" is not known", func() bool {
			return h.Do(admin, "POST /api/org/"+org+"/devices/id/"+device+"/videostreams", `{"action":"get_endpoints"}`).Status == http.StatusOK
		})
	}
	return map[string]plugintest.Pair{"device": {Own: ids["alpha"], Foreign: ids["beta"]}}
}
