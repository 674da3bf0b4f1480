package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// TestConformance runs the plugin under the real host beside vehicles, against a provider that speaks docs/provider-api.yaml.
func TestConformance(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		org := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer key of ")
		answer := map[string]any{"name": "FleetLink", "cursor": "end"}
		if strings.HasSuffix(r.URL.Path, "/vehicles") {
			answer["vehicles"] = []map[string]string{{"id": "fl-" + org, "registration": "AB12 CDE"}}
		}
		_ = json.NewEncoder(w).Encode(answer) // whoever asked is told by the test
	}))
	defer server.Close()
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../users"), plugintest.Setting("integrations", "allow_networks", "127.0.0.0/8")},
		Plant:   func(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair { return plant(t, h, server.URL) },
		Bodies: map[string]string{
			"PUT /api/org/{orgId}/integrations/vehicles/{id}": `{"vehicle_id":"{vehicle}"}`,
			"POST /api/org/{orgId}/integrations/senders":      `{"fields":["fuel_percent"]}`,
			"POST /api/GetSyncProviders":                      `{"providerTypeId":2,"companyid":"alpha"}`,
			"POST /api/GetMappedVehicles":                     `{"providerTypeId":2,"companyid":"alpha"}`,
		},
		Events: []plugintest.Event{
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "another", Name: "Another", Type: "van", GroupID: "alpha-north"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "device-1", VehicleID: "another"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
			{Subject: "event.identity.organisation", OrgID: "alpha", Data: events.OrganisationChanged{ID: "alpha", Name: "Alpha", CountryCode: "GB", Modules: []string{"fuel"}}},
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same",
			"connection": "it is asked every 10 s meanwhile", "vehicle.listed_ms": "the same",
		},
	})
}

// plant connects each organisation to the provider, and waits until its vehicle is listed.
func plant(t *testing.T, h *plugintest.Host, address string) map[string]plugintest.Pair {
	t.Helper()
	vehicles := map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		admin := plugintest.As(org, "ORG_ADMIN")
		var vehicle struct{ ID string }
		h.Do(admin, "POST /api/org/"+org+"/vehicles", map[string]string{"vehicle_name": "Van of " + org, "vehicle_type": "van", "node": org + "-north", "key": "AB12 CDE"}).Decode(t, &vehicle)
		vehicles[org] = vehicle.ID
		set := map[string]any{"version": 0, "values": map[string]any{"address": address, "key": "key of " + org, "every_s": 10}}
		if answer := h.Do(admin, "PUT /api/org/"+org+"/settings/integrations", set); answer.Status != http.StatusOK {
			t.Fatalf("set the provider of %s: %d %s", org, answer.Status, answer.Body)
		}
		plugintest.Eventually(t, "the vehicle of the provider of "+org+" is not listed with its suggestion", func() bool {
			answer := h.Do(admin, "GET /api/org/"+org+"/integrations/vehicles", nil)
			return strings.Contains(string(answer.Body), `"id":"fl-`+org+`"`) && strings.Contains(string(answer.Body), `"certainty":"high"`)
		})
	}
	return map[string]plugintest.Pair{
		"vehicle":          {Own: vehicles["alpha"], Foreign: vehicles["beta"]},
		"provider-vehicle": {Own: "fl-alpha", Foreign: "fl-beta"},
	}
}
