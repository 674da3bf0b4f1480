package main

import (
	"net/http"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/eventdata"
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
			"POST /api/org/{orgId}/devices/id/{deviceId}/videostreams":                              `{"action":"get_endpoints","channels":[1],"stream_configs":{"hls":{},"dash":{}}}`,
			"POST /api/org/{orgId}/devices/id/{deviceId}/vod":                                       `{"action":"get_endpoints"}`,
			"POST /api/org/{orgId}/files/zip":                                                       `{"fileset_request_ids":["{fileset}"]}`,
			"PUT /api/org/{orgId}/footage/settings":                                                 `{"watermark":true}`,
			"POST /api/org/{orgId}/devices/id/{deviceId}/recordingtimes":                            `{"type":"video","date":"2026-01-01"}`,
			"POST /api/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests": wish,
		},
		OfOthers: map[string]string{"updateOrg": "what is decided for a whole organisation"},
		Values:   map[string]string{"session": "0", "variant": "low", "file": "index.m3u8", "secret": "0", "userId": "somebody"},
		Events: []plugintest.Event{
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "v1", Name: "Van", Type: "van", GroupID: "alpha-depot"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: device, VehicleID: "v1", Model: "JH8"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
			{Subject: "device.reply", Key: device, OrgID: "alpha", Data: events.DeviceReply{DeviceID: device, OrgID: "alpha", ReceivedAt: now, ID: "nobody asked", Status: "done"}},
			{Subject: "event.media.uploaded", OrgID: "alpha", Data: events.MediaUploaded{Plugin: "footage", Name: "filesets/none/none", DeviceID: device, Size: 1}},
			{Subject: "event.alerts.evidence", OrgID: "alpha", Data: eventdata.AlertEvidence{AlertID: "a1", VehicleID: "v1", DeviceID: device, TimeMs: now, Files: []eventdata.EvidenceFile{
				{FileType: "alert_video", Channel: 1, StartMs: now - 15_000, DurationMs: 30_000},
			}}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same",
			"file": "the worker asks for it meanwhile", "outbox": "the same",
		},
		CheckedElsewhere: map[string]string{
			"getFileProgressUpdates": "the host asks for it when a browser subscribes to filesetRequest",
		},
	})
}

// wish is a body that asks for a file.
const wish = `{"description":"Van","file_requests":[{"file_type":"video","start_time":"2026-01-01T10:00:00","duration":"20","channel":"1"}]}`

// plant makes a vehicle with a device and a fileset in each organisation, and waits until the plugin's copy of the fleet has them.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	ids := map[string]string{"alpha": "conformance-1", "beta": "conformance-2"}
	vehicles, filesets := map[string]string{}, map[string]string{}
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
		ask := "POST /api/org/" + org + "/vehicles/" + vehicle.ID + "/devices/" + device + "/cloud/filesets/requests"
		var answer plugintest.Answer
		plugintest.Within(t, time.Minute, "the device of "+org+" is not known to be on its vehicle", func() bool {
			answer = h.Do(admin, ask, wish)
			return answer.Status == http.StatusCreated
		})
		var made struct {
			ID string `json:"fileset_request_id"`
		}
		answer.Decode(t, &made)
		vehicles[org], filesets[org] = vehicle.ID, made.ID
	}
	pair := func(of map[string]string) plugintest.Pair {
		return plugintest.Pair{Own: of["alpha"], Foreign: of["beta"]}
	}
	return map[string]plugintest.Pair{"device": pair(ids), "vehicle": pair(vehicles), "fileset": pair(filesets)}
}
