package main

import (
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// TestConformance runs the plugin under the real host beside vehicles: locks, organisations, garbage, events that come twice, the switch of the module, and the end.
func TestConformance(t *testing.T) {
	now := time.Now().UnixMilli()
	lat, lng, speed, level := 53.305, -2.495, 60.0, 61.5
	number := 50.0
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../users")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/fuel/report":                        `{"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z"}`,
			"POST /api/org/{orgId}/fuel/usage":                         `{"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z"}`,
			"PUT /api/org/{orgId}/fuel/vehicles/{id}":                  `{"tank_l":390}`,
			"PUT /api/org/{orgId}/fuel/vehicles/{id}/events/{eventId}": `{"dismissed":true}`,
		},
		Queries: map[string]string{"GET /api/org/{orgId}/fuel/vehicles/{id}/tank": "from=2026-01-01T00:00:00Z&to=2026-01-08T00:00:00Z"},
		Values:  map[string]string{"eventId": "none"},
		Events: []plugintest.Event{
			{Subject: "event.integrations.readings", OrgID: "alpha", Data: events.ReadingsTaken{VehicleID: "another", Samples: []events.Sample{{Time: 1_790_000_000_000, CAN: &events.CAN{FuelUsedL: &number}}}}},
			{Subject: "telemetry", Key: "conformance-1", OrgID: "alpha", Data: events.Telemetry{DeviceID: "conformance-1", OrgID: "alpha", ReceivedAt: now, Samples: []events.Sample{{Time: now - 3_600_000, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, FuelPercent: &level}}}},
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "another", Name: "Another", Type: "van", GroupID: "alpha-north", Fuel: "diesel"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "device-1", VehicleID: "another"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same", "filled.until_ms": "moves on with the clock",
		},
		RaisedElsewhere: map[string]string{"fuel_theft": "internal/watchtest raises both of minutes", "fuel_refuel": "the same"},
	})
}

// plant makes a vehicle with a device in each organisation, and waits until the plugin's copy of the fleet has them.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	vehicles := map[string]string{}
	for org, device := range map[string]string{"alpha": "conformance-1", "beta": "conformance-2"} {
		admin := plugintest.As(org, "ORG_ADMIN")
		var vehicle struct{ ID string }
		h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"}).Decode(t, &vehicle)
		h.Do(admin, "POST /api/org/"+org+"/devices", map[string]string{"device_id": device, "model": "JH8"})
		h.Do(admin, "PUT /api/org/"+org+"/vehicles/"+vehicle.ID+"/devices/"+device, map[string]bool{"is_defaultdevice": true})
		plugintest.Within(t, time.Minute, "the vehicle of "+org+" is not known", func() bool {
			return h.Do(admin, "GET /api/org/"+org+"/fuel/vehicles/"+vehicle.ID+"/tank?from=2026-01-01T00:00:00Z&to=2026-01-08T00:00:00Z", nil).Status == 200
		})
		vehicles[org] = vehicle.ID
	}
	return map[string]plugintest.Pair{"vehicle": {Own: vehicles["alpha"], Foreign: vehicles["beta"]}}
}
