package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../users"), plugintest.Beside("../vehicles"), plugintest.Beside("../geo"), plugintest.Beside("../../docs/examples/logbook")},
		Plant:   plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/alerts/reports/driving-events":      `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/alerts/reports/speeding":            `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/alerts/reports/io-events":           `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}`,
			"POST /api/org/{orgId}/alerts/elastic":                     `{"query_type":"alerts"}`,
			"POST /api/org/{orgId}/alerts/ids":                         `{"query_type":"alerts"}`,
			"POST /api/org/{orgId}/alerts/counts":                      `{"starts":["2026-03-04","2026-03-05"]}`,
			"POST /api/org/{orgId}/alerts/ranking":                     `{"by":"vehicle","before_timestamp":"2026-03-01","start_timestamp":"2026-03-04","end_timestamp":"2026-03-05"}`,
			"POST /api/org/{orgId}/alerts":                             `{"action":"get"}`,
			"PUT /api/org/{orgId}/alerts/bulk":                         `{"alerts":["{alert}"],"read":true}`,
			"PUT /api/org/{orgId}/alerts/speeding/bands":               `{"bands_kmh":[5,10,15]}`,
			"PUT /api/org/{orgId}/alerts/{id}":                         `{"read":true,"archived":false}`,
			"PUT /api/org/{orgId}/alerts/{id}/quality":                 `{"user_driving_quality":"goodDriving"}`,
			"POST /api/driverScoreEnhancement/tagdriving_event_alerts": `{"alert_id":"{alert}","driver_id":"d","subcategory":"Driving","tag_id":1,"driving_event_alert_time":"2026-01-01T00:00:00.000","vehiclereg_id":"{vehicle}"}`,
			"POST /api/DriverScoreCoaching/flagged_alerts":             `{"goToken":{"token":"x"},"org_id":"alpha","alert_id":"{alert}","comment":"look"}`,
			"POST /api/org/{orgId}/alerts/tracking/driving":            `{"vehicle_ids":["{vehicle}"],"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}`,
			"POST /api/org/{orgId}/alerts/tracking/inputs":             `{"vehicle_ids":["{vehicle}"],"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}`,
			"POST /api/org/{orgId}/alerts/tracking/speeding":           `{"vehicle_ids":["{vehicle}"],"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}`,
			"POST /api/org/{orgId}/au/settings":                        `{"devices":["{device}"]}`,
			"PUT /api/org/{orgId}/au/settings":                         `{"devices":["{device}"],"configs":[{"attribute":"io","pin":[1],"snaps":true}]}`,
			"PUT /api/org/{orgId}/vehicles/{id}/config/alerts":         `{"alerts":[{"alert_type":"io","pin":1,"enabled":true,"pin_name":"Door"},{"alert_type":"imu_bump","enabled":true,"threshold":0.7}]}`,
			"PUT /api/org/{orgId}/vehicles/email_list/alerts":          `[{"vehicle_id":"{vehicle}","alert_email_list":[{"alert_type":"io","pin":1,"emails":["a@example.com"]}]}]`,
			"POST /api/org/{orgId}/vehicles/email_list/alerts":         `[{"vehicle_id":"{vehicle}","alert_email_list":[{"alert_type":"imu_collision","emails":["a@example.com"]}]}]`,
			"POST /api/org/{orgId}/alerts/notifications/configs": `{"notification":{"id":"{notification}","alert_types":["speedingalert"],"vehicles":["{vehicle}"],"nodes":["{group}"],
				"recipients":["a@example.com"],"enabled":true}}`,
			"PUT /api/org/{orgId}/alerts/notices/{id}":                           `{"read":true}`,
			"POST /api/org/{orgId}/alerts/notices/read":                          `{"up_to":"{notice}"}`,
			"POST /api/org/{orgId}/alerts/rules":                                 rule,
			"POST /api/org/{orgId}/vehicles/{id}/config/alerts/speeding/preview": `{"threshold":10,"days":30}`,
			"POST /api/org/{orgId}/alerts/rules/preview":                         rule,
			"PUT /api/org/{orgId}/alerts/rules/{id}":                             rule,
			"PUT /api/DriverScoreCoaching/flagged_alerts":                        `{"action":"unflag","alertID":["{alert}"]}`,
		},
		Queries: map[string]string{"POST /api/org/{orgId}/alerts/elastic": "page_num=1"},
		Events: []plugintest.Event{
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "conformance-v", Name: "Van", Type: "van", GroupID: "alpha-new"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{
				ID: "conformance-3", VehicleID: "conformance-v", Assignments: []events.Assignment{{VehicleID: "conformance-v", FromMs: 1}},
			}},
			deviceEvent("alpha", "conformance-3", "twice"),
			{Subject: "event.identity.user", OrgID: "alpha", Data: events.UserChanged{ID: "conformance-u", Email: "u@alpha.test", Role: "FLEET_MANAGER", GroupID: "alpha-north"}},
			{Subject: "event.vehicles.assignment", OrgID: "alpha", Data: events.DriverAssignmentChanged{ID: "drive-1", VehicleID: "conformance-v", DriverID: "dora", DriverName: "Dora", FromMs: 1}},
			{Subject: "event.logbook.raised", OrgID: "alpha", Data: events.AlertRaised{
				ID: "n1", Type: "logbook_note", VehicleID: "conformance-v", DeviceID: "conformance-3", TimeMs: time.Now().UnixMilli(), Values: map[string]any{"note": "A flat tyre"},
			}},
			{Subject: "event.footage.fileset", OrgID: "alpha", Data: eventdata.FilesetChanged{
				FilesetRequestID: "alert-x", AlertID: alert.IDOfEvent("alpha", "conformance-3", "twice"), Status: "in progress", Progress: 40,
				Files: []eventdata.FileChanged{{FileRequestID: "f", FileType: "alert_video", Channel: 1, Status: "in progress", Progress: 40}},
			}},
			{Subject: "device.status", Key: "conformance-3", OrgID: "alpha", Data: events.DeviceStatus{DeviceID: "conformance-3", OrgID: "alpha", Model: "JH8", Components: []events.Component{
				{Type: "camera", DMSChannel: 2, Channels: []events.Channel{{ID: 1, Enabled: true}, {ID: 2, Enabled: true}}},
			}}},
			{Subject: "device.reply", Key: "conformance-3", OrgID: "alpha", Data: events.DeviceReply{DeviceID: "conformance-3", OrgID: "alpha", ID: "upload-conformance", Status: "done"}},
			{Subject: "telemetry", Key: "conformance-3", OrgID: "alpha", Data: events.Telemetry{DeviceID: "conformance-3", OrgID: "alpha", ReceivedAt: time.Now().UnixMilli(), Samples: fast()}},
		},
		Ignore: map[string]string{
			"fleet_group.sequence":   "the place in the stream of the last event that was applied",
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the place in the stream of the last event that was applied",
			"person.sequence":        "the place in the stream of the last event that was applied",
			"evidence.sequence":      "the same",
			"alert.zone":             "what geo does not answer in time is found out a moment later",
			"alert.address":          "the same", "alert.placed": "the same",
			"rollup": "changes are added up meanwhile", "rollup_change": "the same", "rollup_block": "the same",
			"drive_snapshot": "organisations are copied when the plugin vehicles answers",
		},
		OfOthers: map[string]string{"updateOrg": "the plugin users defines what is done to an organisation"},
		CheckedElsewhere: map[string]string{
			"getAlertUpdates": "the host asks for it when a browser subscribes to alerts",
		},
	})
}

const rule = `{"name":"Nights","alert_types":["collision"],"severity":1,"groups":["{group}"],"days":[1,2],"from":"22:00","to":"06:00","zone":"Europe/London","by_mail":true,"in_portal":true,"enabled":true}`

func deviceEvent(org, device, id string) plugintest.Event {
	lat, lng := 53.48, -2.24
	return plugintest.Event{Subject: "device.event", Key: device, OrgID: org, ID: org + "-" + id, Data: events.DeviceEvent{
		DeviceID: device, OrgID: org, ID: id, Type: "imualert", Time: time.Now().UnixMilli(), Lat: &lat, Lng: &lng, ReceivedAt: time.Now().UnixMilli(),
		Labels: []events.EventLabel{{Name: "harsh_braking", Probability: 0.9}},
	}}
}

// fast are samples of a vehicle that is too fast for 20 s and then is not.
func fast() (samples []events.Sample) {
	limit := 50.0
	for i, speed := range []float64{90, 95, 90, 40, 40, 40} {
		samples = append(samples, events.Sample{Time: time.Now().Add(time.Duration(i-10) * 10 * time.Second).UnixMilli(), SpeedKmh: &speed, SpeedLimitKmh: &limit})
	}
	return samples
}

// plant makes a vehicle with a device and an alert in each organisation.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	js, vehicles, alerts, rules, notifications, notices := h.JetStream(t), map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}
	for n, org := range []string{"alpha", "beta"} {
		admin, device := plugintest.As(org, "ORG_ADMIN"), fmt.Sprintf("conformance-%d", n+1)
		vehicles[org], alerts[org] = fit(t, h, org, device), alert.IDOfEvent(org, device, "planted")
		var own struct {
			ID           string
			Notification struct{ ID string }
			Notices      []struct{ ID string }
		}
		made(t, h.Do(admin, "POST /api/org/"+org+"/alerts/rules", map[string]any{"name": "Mine", "zone": "UTC", "in_portal": true}), http.StatusCreated).Decode(t, &own)
		h.Deliver(t, js, deviceEvent(org, device, "planted"))
		about := map[string]any{"alert_types": []string{"collision"}, "vehicles": []string{vehicles[org]}, "recipients": []string{}}
		made(t, h.Do(admin, "POST /api/org/"+org+"/alerts/notifications/configs", map[string]any{"notification": about}), http.StatusOK).Decode(t, &own)
		rules[org], notifications[org] = own.ID, own.Notification.ID
		made(t, h.Do(admin, "GET /api/org/"+org+"/alerts/notices", nil), http.StatusOK).Decode(t, &own)
		notices[org] = own.Notices[0].ID
	}
	return map[string]plugintest.Pair{
		"vehicle":      {Own: vehicles["alpha"], Foreign: vehicles["beta"]},
		"device":       {Own: "conformance-1", Foreign: "conformance-2"},
		"group":        {Own: "alpha-north", Foreign: "beta-north"},
		"alert":        {Own: alerts["alpha"], Foreign: alerts["beta"]},
		"rule":         {Own: rules["alpha"], Foreign: rules["beta"]},
		"notice":       {Own: notices["alpha"], Foreign: notices["beta"]},
		"notification": {Own: notifications["alpha"], Foreign: notifications["beta"]},
	}
}

// fit makes a vehicle in the north of an organisation with a device on it, and waits until the plugin knows all three: each is told for itself.
func fit(t *testing.T, h *plugintest.Host, org, device string) (vehicleID string) {
	t.Helper()
	admin, conn := plugintest.As(org, "ORG_ADMIN"), h.Database(t)
	var vehicle struct{ ID string }
	made(t, h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north"}), http.StatusCreated).Decode(t, &vehicle)
	made(t, h.Do(admin, "POST /api/org/"+org+"/devices", map[string]string{"device_id": device, "model": "D700"}), http.StatusCreated)
	made(t, h.Do(admin, "PUT /api/org/"+org+"/vehicles/"+vehicle.ID+"/devices/"+device, map[string]bool{"is_defaultdevice": true}), http.StatusOK)
	plugintest.Eventually(t, "the copy of the fleet has no device", func() bool {
		var fitted bool
		err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM alerts.fleet_device d JOIN alerts.fleet_vehicle v ON v.org_id = d.org_id AND v.id = d.vehicle_id
			JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id WHERE d.id = $1 AND d.assignments <> '[]')`, device).Scan(&fitted)
		return err == nil && fitted
	})
	return vehicle.ID
}

func made(t *testing.T, answer plugintest.Answer, status int) plugintest.Answer {
	t.Helper()
	if answer.Status != status {
		t.Fatalf("answered %d: %s", answer.Status, answer.Body)
	}
	return answer
}
