package main

import (
	"net/http"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// TestConformance runs the plugin under the real host beside vehicles: locks, organisations, garbage, events that come twice, and the end.
func TestConformance(t *testing.T) {
	now := time.Now().UnixMilli()
	lat, lng, speed := 53.305, -2.495, 60.0
	const fence = `{"name":"Yard","shape":{"type":"circle","center":{"lat":53.3,"lng":-2.4},"radius_m":120},"triggers":{"enter":true},"vehicle_ids":["{vehicle}"],"group_ids":["{group}"]}`
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../users")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/geofences":                 fence,
			"PUT /api/org/{orgId}/geofences/{id}":             `{"name":"Another yard","vehicle_ids":["{vehicle}"],"group_ids":["{group}"]}`,
			"PUT /api/org/{orgId}/geofences/{id}/vehicles":    `{"attribute":"vehicles","action":"add","vehicle_ids":["{vehicle}"],"group_ids":["{group}"]}`,
			"DELETE /api/org/{orgId}/geofences/{id}/vehicles": `{"attribute":"vehicles","action":"remove","vehicle_ids":["{vehicle}"],"group_ids":["{group}"]}`,
			"POST /api/org/{orgId}/geofences/import/preview":  `{"content":"{\"type\":\"Point\",\"coordinates\":[-2.4,53.3]}"}`,
			"POST /api/org/{orgId}/geofences/import": `{"triggers":{"enter":true},"vehicle_ids":["{vehicle}"],"group_ids":["{group}"],"features":[{"n":1,"name":"Imported"}],
				"content":"{\"type\":\"Polygon\",\"coordinates\":[[[-2.4,53.3],[-2.39,53.3],[-2.39,53.31],[-2.4,53.3]]]}"}`,
			"POST /api/org/{orgId}/geofences/trial":            `{"shape":{"type":"circle","center":{"lat":53.3,"lng":-2.4},"radius_m":120},"triggers":{"enter":true},"geofence_id":"{geofence}","vehicle_ids":["{vehicle}"],"group_ids":["{group}"]}`,
			"POST /api/org/{orgId}/geofences/report":           `{"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z"}`,
			"POST /api/org/{orgId}/geofences/track":            `{"vehicle_ids":["{vehicle}"],"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z"}`,
			"PUT /api/org/{orgId}/geofences/email_list/alerts": `[{"geofence_id":"{geofence}","alert_email_list":[{"alert_type":"boundary_geo_alert","emails":["gate@works.test"]}]}]`,
		},
		Queries: map[string]string{"GET /api/org/{orgId}/geofences/now": "ids=a,b", "GET /api/org/{orgId}/geofences/visits/days": "geofence_id={geofence}"},
		Events: []plugintest.Event{
			{Subject: "telemetry", Key: "conformance-1", OrgID: "alpha", Data: events.Telemetry{DeviceID: "conformance-1", OrgID: "alpha", ReceivedAt: now, Samples: []events.Sample{{Time: now - 1000, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed}}}},
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "another", Name: "Another", Type: "van", GroupID: "alpha-north"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "device-1", VehicleID: "another"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same",
		},
		RaisedElsewhere: map[string]string{
			"boundary_geo_alert": "internal/intake raises all three of positions", "speeding_geo_alert": "the same", "parking_geo_alert": "the same",
		},
	})
}

// plant makes a vehicle with a device and a geofence in each organisation, and waits until the plugin's copy of the fleet has them.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	pairs := map[string]map[string]string{"vehicle": {}, "geofence": {}, "user": {}}
	for org, device := range map[string]string{"alpha": "conformance-1", "beta": "conformance-2"} {
		admin := plugintest.As(org, "ORG_ADMIN")
		var vehicle, user struct{ ID string }
		h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"}).Decode(t, &vehicle)
		h.Do(admin, "POST /api/org/"+org+"/devices", map[string]string{"device_id": device, "model": "JH8"})
		if answer := h.Do(admin, "PUT /api/org/"+org+"/vehicles/"+vehicle.ID+"/devices/"+device, map[string]bool{"is_defaultdevice": true}); answer.Status != http.StatusOK {
			t.Fatalf("fit the device of %s: %d %s", org, answer.Status, answer.Body)
		}
		var made struct{ ID string }
		body := map[string]any{
			"name": "Depot", "triggers": map[string]any{"enter": true}, "vehicle_ids": []string{vehicle.ID}, "group_ids": []string{org + "-north"},
			"shape": map[string]any{"type": "circle", "center": map[string]float64{"lat": 53.3, "lng": -2.4}, "radius_m": 120},
		}
		var answer plugintest.Answer
		plugintest.Within(t, time.Minute, "the vehicle of "+org+" is not known", func() bool {
			answer = h.Do(admin, "POST /api/org/"+org+"/geofences", body)
			return answer.Status == http.StatusCreated
		})
		answer.Decode(t, &made)
		h.Do(admin, "GET /api/user/fleet_manager@"+org+".test", nil).Decode(t, &user)
		share := "PUT /api/org/" + org + "/geofences/" + made.ID + "/share/user/" + user.ID
		if answer := h.Do(admin, share, nil); answer.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", share, answer.Status, answer.Body)
		}
		pairs["vehicle"][org], pairs["geofence"][org], pairs["user"][org] = vehicle.ID, made.ID, user.ID
	}
	things := map[string]plugintest.Pair{"group": {Own: "alpha-north", Foreign: "beta-north"}}
	for kind, of := range pairs {
		things[kind] = plugintest.Pair{Own: of["alpha"], Foreign: of["beta"]}
	}
	return things
}
