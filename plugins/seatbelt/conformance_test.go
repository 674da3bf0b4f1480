package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// began is when the drive of the tests began.
var began = time.Now().Add(-time.Hour).Truncate(time.Second)

// TestConformance runs the module under the real host beside vehicles, whose samples it judges.
func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../users")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/seatbelt/report": fmt.Sprintf(`{"from":%q,"to":%q}`, began.Add(-24*time.Hour).Format(time.RFC3339), began.Add(24*time.Hour).Format(time.RFC3339)),
		},
		Events: []plugintest.Event{
			{Subject: "telemetry", Key: "belt-alpha", OrgID: "alpha", Data: drive("belt-alpha", "alpha", 0)},
			{Subject: "event.integrations.readings", OrgID: "alpha", Data: events.ReadingsTaken{VehicleID: "another", Samples: drive("another", "alpha", 0).Samples}},
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "another", Name: "Another", Type: "van", GroupID: "alpha-north"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "device-1", VehicleID: "another"}},
			{Subject: "event.vehicles.assignment", OrgID: "alpha", Data: events.DriverAssignmentChanged{ID: "drive-1", VehicleID: "another", DriverID: "sam", DriverName: "Sam", FromMs: 1}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same",
			"violation.place_asked": "there is no plugin beside it that names places: they are asked for again", "violation.place_ms": "the same",
			"due": "vehicles that are looked at again, whose violations stay the same",
		},
	})
}

// drive is 40 s unbelted, from an offset in seconds, then belted.
func drive(device, org string, offsetS int) events.Telemetry {
	message := events.Telemetry{DeviceID: device, OrgID: org, ReceivedAt: time.Now().UnixMilli()}
	for s := 0; s <= 50; s += 5 {
		lat, lng, speed, belted := 53.3+float64(s)*1e-4, -2.4, 40.0, s > 40
		message.Samples = append(message.Samples, events.Sample{
			Time: began.Add(time.Duration(offsetS+s) * time.Second).UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, CAN: &events.CAN{DriverBelt: &belted},
		})
	}
	return message
}

// plant makes a vehicle with a device in each organisation, has it drive unbelted, and waits until that is known.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	js := h.JetStream(t)
	vehicles := map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		admin, device := plugintest.As(org, "ORG_ADMIN"), "belt-"+org
		var vehicle struct{ ID string }
		h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"}).Decode(t, &vehicle)
		h.Do(admin, "POST /api/org/"+org+"/devices", map[string]string{"device_id": device, "model": "JH8"})
		if answer := h.Do(admin, "PUT /api/org/"+org+"/vehicles/"+vehicle.ID+"/devices/"+device, map[string]any{"is_defaultdevice": true, "from": began.Add(-time.Hour).Format(time.RFC3339)}); answer.Status != http.StatusOK {
			t.Fatalf("fit the device of %s: %d %s", org, answer.Status, answer.Body)
		}
		vehicles[org] = vehicle.ID
		began = time.Now().Add(time.Second).Truncate(time.Second) // a device is on its vehicle from now on
		plugintest.Eventually(t, "the violation of "+org+" is not found", func() bool {
			h.Deliver(t, js, plugintest.Event{Subject: "telemetry", Key: device, OrgID: org, Data: drive(device, org, 0)})
			answer := h.Do(admin, "GET /api/org/"+org+"/seatbelt/violations", nil)
			return strings.Contains(string(answer.Body), `"duration_s":40,`) && strings.Contains(string(answer.Body), `"is_over":true`)
		})
	}
	return map[string]plugintest.Pair{"vehicle": {Own: vehicles["alpha"], Foreign: vehicles["beta"]}}
}
