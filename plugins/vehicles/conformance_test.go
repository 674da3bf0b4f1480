package main

import (
	"net/http"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

const aTruck = `{"vehicle_name":"HGV-900","vehicle_type":"truck","node":"{group}"}`

func TestConformance(t *testing.T) {
	now := time.Now().UnixMilli()
	lat, lng, speed := 53.2, -2.3, 60.0
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:   ".",
		Plant: plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/vehicles":                        aTruck,
			"PUT /api/org/{orgId}/vehicles/{id}":                    `{"notes":"x","node":"{group}"}`,
			"PUT /api/org/{orgId}/vehicles/{id}/verbose":            `{"notes":"x","node":"{group}"}`,
			"POST /api/org/{orgId}/tree/nodes/{nodeId}/vehicles":    `{"vehicle_ids":["{vehicle}"]}`,
			"POST /api/org/{orgId}/devices":                         `{"device_id":"conformance"}`,
			"PUT /api/org/{orgId}/devices/id/{deviceId}":            `{"disabled":false}`,
			"PUT /api/org/{orgId}/vehicles/{id}/devices/{deviceId}": `{"is_defaultdevice":true}`,
		},
		Queries: map[string]string{"GET /api/org/{orgId}/vehicles/{id}/samples": "start_time=1700000000&end_time=1700000060"},
		Values:  map[string]string{"suffix": "camera"},
		Events: []plugintest.Event{
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "yard", ParentID: "alpha", Label: "Yard", Path: "/alpha/yard/"}},
			{Subject: "device.connection", Key: "alpha-device", OrgID: "alpha", Data: events.DeviceConnection{DeviceID: "alpha-device", OrgID: "alpha", Connected: true, At: now}},
			{Subject: "device.status", Key: "alpha-device", OrgID: "alpha", Data: events.DeviceStatus{DeviceID: "alpha-device", OrgID: "alpha", ReceivedAt: now, Model: "D700"}},
			{Subject: "telemetry", Key: "alpha-device", OrgID: "alpha", Data: events.Telemetry{DeviceID: "alpha-device", OrgID: "alpha", ReceivedAt: now,
				Samples: []events.Sample{{Time: now, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed}}}},
		},
		CheckedElsewhere: map[string]string{
			"ViewVehicleRoutes":     "route overlays and export come with the tracking screen",
			"listFirmwarePackages":  "rows of the permission editor without calls",
			"createFirmwarePackage": "rows of the permission editor without calls",
			"deleteFirmwarePackage": "rows of the permission editor without calls",
		},
		OfOthers: map[string]string{"moveVehicleToGroup": "it is one of the groups' permissions, which the users plugin defines"},
	})
}

// plant makes a vehicle with a device in each of the two organisations.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	vehicles := map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		admin, base := plugintest.As(org, "ORG_ADMIN"), "/api/org/"+org
		made := h.Do(admin, "POST "+base+"/vehicles", `{"vehicle_name":"HGV-1","vehicle_type":"truck"}`)
		var v struct{ ID string }
		made.Decode(t, &v)
		if made.Status != http.StatusCreated {
			t.Fatalf("plant a vehicle: %d %s", made.Status, made.Body)
		}
		vehicles[org] = v.ID
		h.Do(admin, "POST "+base+"/devices", `{"device_id":"`+org+`-device"}`)
		if fit := h.Do(admin, "PUT "+base+"/vehicles/"+v.ID+"/devices/"+org+"-device", nil); fit.Status != http.StatusOK {
			t.Fatalf("fit a device: %d %s", fit.Status, fit.Body)
		}
	}
	return map[string]plugintest.Pair{
		"vehicle": {Own: vehicles["alpha"], Foreign: vehicles["beta"]},
		"device":  {Own: "alpha-device", Foreign: "beta-device"},
		"group":   {Own: "alpha-depot", Foreign: "beta-depot"},
	}
}
