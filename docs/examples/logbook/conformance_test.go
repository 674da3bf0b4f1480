package main

import (
	"net/http"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// TestConformance runs the plugin under the real host: locks, organisations, garbage, events that come twice, and the end.
func TestConformance(t *testing.T) {
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:   ".",
		Plant: plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/logbook/notes":  `{"vehicle_id":"{vehicle}","text":"A new mirror","urgent":true}`,
			"POST /api/org/{orgId}/logbook/report": `{"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z"}`,
			"POST /api/org/{orgId}/logbook/track":  `{"vehicle_ids":["{vehicle}"],"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z"}`,
		},
		Events: []plugintest.Event{
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "another", Name: "Another", Type: "van", GroupID: "alpha-north"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "device-1", VehicleID: "another"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
			{Subject: "event.identity.user", OrgID: "alpha", Data: events.UserChanged{ID: "somebody", Name: "Somebody", Role: "DRIVER"}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same",
			"fleet_group.sequence":   "the same",
		},
	})
}

// plant tells of a vehicle in each organisation, and writes a note about it.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	js := h.JetStream(t)
	viewer := h.Subscribe(t, plugintest.As("alpha", "ORG_ADMIN"), h.Manifest.Push[0])
	notes := map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		vehicle := events.VehicleChanged{ID: org + "-van", Name: "Van of " + org, Type: "van", GroupID: org + "-north"}
		h.Deliver(t, js, plugintest.Event{Subject: "event.vehicles.vehicle", OrgID: org, ID: org + "-van-1", Data: vehicle})
		answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/logbook/notes", map[string]any{"vehicle_id": vehicle.ID, "text": "Washed", "urgent": true})
		if answer.Status != http.StatusCreated {
			t.Fatalf("write a note in %s: %d %s", org, answer.Status, answer.Body)
		}
		var made struct{ ID string }
		answer.Decode(t, &made)
		notes[org] = made.ID
	}
	var heard struct{ ID string }
	if viewer.Next(&heard); heard.ID != notes["alpha"] {
		t.Errorf("a browser of alpha hears of the note %q, want %q", heard.ID, notes["alpha"])
	}
	return map[string]plugintest.Pair{
		"vehicle": {Own: "alpha-van", Foreign: "beta-van"},
		"note":    {Own: notes["alpha"], Foreign: notes["beta"]},
	}
}
