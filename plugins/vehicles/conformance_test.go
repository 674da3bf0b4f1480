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
	lat, lng, speed := 53.48, -2.24, 42.0
	now := time.Now().Add(-time.Minute).UnixMilli()
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../users")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/vehicles/reports/mileage":        `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/reports/trips":          `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/reports/ignition":       `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/reports/system-health":  `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/reports/fleet-status":   `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/import":                 `{"file":"bmFtZSx0eXBlClZhbiBieSBmaWxlLHZhbgo=","name":"vans.csv"}`,
			"PUT /api/org/{orgId}/vehicles/retention":               `{"keep_days":30}`,
			"POST /api/org/{orgId}/vehicles":                        `{"vehicle_name":"Van","vehicle_type":"van","node":"{group}","make":"Ford","disabled":false}`,
			"PUT /api/org/{orgId}/vehicles/{id}":                    `{"vehicle_name":"Van","node":"{group}"}`,
			"PUT /api/org/{orgId}/vehicles/{id}/verbose":            `{"vehicle_name":"Van","node":"{group}"}`,
			"POST /api/org/{orgId}/tree/nodes/{nodeId}/vehicles":    `{"vehicle_ids":["{vehicle}"]}`,
			"POST /api/org/{orgId}/devices":                         `{"model":"D700"}`,
			"PUT /api/org/{orgId}/devices/id/{deviceId}":            `{"disabled":false}`,
			"PUT /api/org/{orgId}/vehicles/{id}/devices/{deviceId}": `{"is_defaultdevice":true}`,
			"POST /api/org/{orgId}/vehicles/{id}/drivers":           `{"driver_id":"p1","driver_name":"Gareth Pugh"}`,
			"POST /api/org/{orgId}/vehicles/{id}/trips/spans":       `{"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-02T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/positions":              `{"vehicle_ids":["{vehicle}"],"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-02T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/senders":                `{"fields":["fuel_percent"]}`,
			"POST /api/org/{orgId}/vehicles/known":                  `{"vehicle_ids":["{vehicle}"],"since":"2026-01-01T00:00:00Z","until":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/minutes":                `{"vehicle_ids":["{vehicle}"],"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-02T00:00:00Z"}`,
			"POST /api/org/{orgId}/vehicles/tracking/ignition":      `{"vehicle_ids":["{vehicle}"],"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}`,
			"POST /api/ListAllAssignVehicleHistory":                 `{"FromDate":"2026-01-01T00:00:00","ToDate":"2026-01-02T00:00:00","timezoneOffset":60}`,
		},
		Queries: map[string]string{
			"GET /api/org/{orgId}/vehicles/{id}/samples":    "start_time=2026-01-01T00:00:00Z&end_time=2026-01-02T00:00:00Z",
			"GET /api/org/{orgId}/vehicles/{id}/track":      "start_time=2026-01-01T00:00:00Z&end_time=2026-01-02T00:00:00Z",
			"GET /api/org/{orgId}/vehicles/{id}/track/file": "start_time=2026-01-01T00:00:00Z&end_time=2026-01-02T00:00:00Z&format=gpx",
			"GET /api/org/{orgId}/vehicles/moment":          "at_ms=1767225600000",
			"GET /api/org/{orgId}/vehicles/moment/counts":   "from_ms=1767225600000&to_ms=1767312000000",
			"GET /api/org/{orgId}/vehicles/{id}/trips":      "start_time=2026-01-01T00:00:00Z&end_time=2026-01-02T00:00:00Z",
		},
		Values: map[string]string{"suffix": "camera", "assignmentId": "00000000-0000-4000-8000-00000000dead"},
		Events: []plugintest.Event{
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{
				ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/",
			}},
			{Subject: "event.identity.user", OrgID: "alpha", Data: events.UserChanged{ID: "u1", Name: "Lucy Barlow", Role: "DRIVER"}},
			{Subject: "telemetry", Key: device, OrgID: "alpha", Data: events.Telemetry{
				DeviceID: device, OrgID: "alpha", ReceivedAt: now, Samples: []events.Sample{{Time: now, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed}},
			}},
			{Subject: "device.status", Key: device, OrgID: "alpha", Data: events.DeviceStatus{
				DeviceID: device, OrgID: "alpha", ReceivedAt: now, Model: "D700", Firmware: "1.2.3",
				Faults: []events.DeviceFault{{Type: "camera", Status: "lost", Text: "No signal", Context: events.FaultContext{Channel: 2}}},
			}},
			{Subject: "device.connection", Key: device, OrgID: "alpha", Data: events.DeviceConnection{
				DeviceID: device, OrgID: "alpha", Connected: true, At: now,
			}},
		},
		Ignore: map[string]string{
			"group_path.sequence": "the place in the stream of the last event that was applied",
			"driver.sequence":     "the same of a driver",
			"ingest_count":        "counts what came for the second time",
		},
		OfOthers: map[string]string{"moveVehicleToGroup": "the plugin users defines what is done to groups", "updateOrg": "the plugin users defines what is done to an organisation"},
		CheckedElsewhere: map[string]string{
			"getPresenceUpdates":    "the host asks for it when a browser subscribes to presenceUpdates",
			"listFirmwarePackages":  "of the devices' firmware",
			"createFirmwarePackage": "of the devices' firmware", "deleteFirmwarePackage": "of the devices' firmware",
		},
	})
}

// plant makes a vehicle with a device in each organisation; the groups are there.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	ids, imports := map[string][2]string{}, map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		admin := plugintest.As(org, "ORG_ADMIN")
		var vehicle struct{ ID string }
		answer := h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"})
		if answer.Status != http.StatusCreated {
			t.Fatalf("plant a vehicle in %s: %d %s", org, answer.Status, answer.Body)
		}
		answer.Decode(t, &vehicle)
		device := map[string]string{"alpha": "conformance-1", "beta": "conformance-2"}[org]
		answer = h.Do(admin, "POST /api/org/"+org+"/devices", map[string]string{"device_id": device, "model": "D700"})
		if answer.Status != http.StatusCreated {
			t.Fatalf("plant a device in %s: %d %s", org, answer.Status, answer.Body)
		}
		answer = h.Do(admin, "PUT /api/org/"+org+"/vehicles/"+vehicle.ID+"/devices/"+device, map[string]bool{"is_defaultdevice": true})
		if answer.Status != http.StatusOK {
			t.Fatalf("fit the device in %s: %d %s", org, answer.Status, answer.Body)
		}
		ids[org] = [2]string{vehicle.ID, device}
		var made struct {
			ID string `json:"import_id"`
		}
		answer = h.Do(admin, "POST /api/org/"+org+"/vehicles/import", map[string]any{"file": []byte("name,type\nBy file,car\n"), "name": "cars.csv"})
		answer.Decode(t, &made)
		if imports[org] = made.ID; made.ID == "" {
			t.Fatalf("plant an import in %s: %d %s", org, answer.Status, answer.Body)
		}
	}
	return map[string]plugintest.Pair{
		"group":   {Own: "alpha-north", Foreign: "beta-north"},
		"vehicle": {Own: ids["alpha"][0], Foreign: ids["beta"][0]},
		"device":  {Own: ids["alpha"][1], Foreign: ids["beta"][1]},
		"import":  {Own: imports["alpha"], Foreign: imports["beta"]},
	}
}
