package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

const camera = "camera-1"

// TestEvidence_FromADevice has a recorder raise an alert and bring what its settings ask for, under the host, with gateway and footage.
func TestEvidence_FromADevice(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../users", "../vehicles", "../geo", "../gateway", "../footage"))
	admin := plugintest.As("alpha", "ORG_ADMIN")
	vehicle, key := fitVan(t, h, admin)
	settings := map[string]any{"devices": []string{camera}, "configs": []any{map[string]any{
		"attribute": "imu", "snaps": true, "video": true, "tracking": true, "imu": true, "video_channels": []int{2},
	}}}
	plugintest.Eventually(t, "the copy of the fleet has no device", func() bool { return h.Do(admin, "PUT /api/org/alpha/au/settings", settings).Status == http.StatusOK })
	tried := made(t, h.Do(admin, "POST /api/org/alpha/vehicles/"+vehicle+"/config/alerts/speeding/preview", map[string]any{"threshold": 10, "days": 3}), http.StatusOK)
	if !strings.Contains(string(tried.Body), `"samples":0`) || !strings.Contains(string(tried.Body), `"name":"speeding","version":1`) {
		t.Errorf("the speeding rule tried on nothing: %s", tried.Body)
	}
	client := recordertest.Connect(t, camera, h.Listeners["mqtt"], key)
	wantSettings(t, h, admin, `"state":"done"`) // chosen before the device was there

	at := recordertest.Driven(recordertest.Van(camera))
	event, err := json.Marshal(map[string]any{"id": "jolt", "type": "imualert", "time": at.UnixMilli(), "labels": []any{map[string]any{"name": "harsh_braking", "probability": 0.9}}})
	must(t, err)
	must(t, client.Publish(t.Context(), device.TopicEvents, event))
	id := alert.IDOfEvent("alpha", camera, "jolt")
	request := "GET /api/org/alpha/vehicles/" + vehicle + "/devices/" + camera + "/cloud/filesets/requests/alert-" + id
	var last plugintest.Answer
	plugintest.Within(t, 3*time.Minute, "the evidence is not there", func() bool {
		last = h.Do(admin, request, nil)
		return last.Status == http.StatusOK && strings.Count(strings.ToLower(string(last.Body)), `"status":"success"`) >= 5
	})
	for _, kind := range []string{"alert_snaps", "alert_tracking", "alert_imu", "alert_video"} {
		if !strings.Contains(string(last.Body), kind) {
			t.Errorf("the evidence has no %s: %s", kind, last.Body)
		}
	}
	var shown struct {
		FilesetRequestID string `json:"fileset_request_id"`
	}
	made(t, h.Do(admin, "GET /api/org/alpha/alerts/"+id, nil), http.StatusOK).Decode(t, &shown)
	if shown.FilesetRequestID != "alert-"+id {
		t.Errorf("the alert's fileset is %q", shown.FilesetRequestID)
	}
	wantMedia(t, h, admin, id)
}

// fitVan makes Van 1 with the camera on it since yesterday, and returns the vehicle's id and the device's key.
func fitVan(t *testing.T, h *plugintest.Host, admin plugintest.Actor) (vehicleID, key string) {
	t.Helper()
	var vehicle struct{ ID string }
	made(t, h.Do(admin, "POST /api/org/alpha/vehicles", map[string]string{"vehicle_name": "Van 1", "vehicle_type": "van", "node": "alpha-north"}), http.StatusCreated).Decode(t, &vehicle)
	var fitted struct{ Key string }
	made(t, h.Do(admin, "POST /api/org/alpha/devices", map[string]string{"device_id": camera, "model": "JH8"}), http.StatusCreated).Decode(t, &fitted)
	from := time.Now().Add(-24 * time.Hour).UTC().Format(time.RFC3339)
	made(t, h.Do(admin, "PUT /api/org/alpha/vehicles/"+vehicle.ID+"/devices/"+camera, map[string]any{"is_defaultdevice": true, "from": from}), http.StatusOK)
	return vehicle.ID, fitted.Key
}

func wantSettings(t *testing.T, h *plugintest.Host, as plugintest.Actor, want string) {
	t.Helper()
	plugintest.Eventually(t, "the settings do not say "+want, func() bool {
		answer := h.Do(as, "POST /api/org/alpha/au/settings", map[string]any{"devices": []string{camera}})
		return answer.Status == http.StatusOK && strings.Contains(string(answer.Body), want)
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
