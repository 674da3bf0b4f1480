package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	const (
		byHost = "the host defines it"
		inBody = "the host asks for it when the profile, status or group of somebody else changes"
	)
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:     ".",
		OfHost:  ofPeople,
		Options: []plugintest.Option{plugintest.Beside("../vehicles", "../admin")},
		Plant:   plant,
		Queries: map[string]string{
			"GET /api/permissions/why/{userId}":   "permission=connect",
			"GET /api/permissions/reach/{nodeId}": "permission=connect",
		},
		Bodies: map[string]string{
			"POST /api/org":                                      `{"id":"delta","name":"Delta","countryCode":"GB","zone":"Europe/London","serviceList":["go"],"administrator":{"email":"boss@delta.test","role":"ORG_ADMIN","first_name":"Bo","last_name":"Ss"}}`,
			"POST /api/org/{orgId}/role":                         `{"name":"Night shift","copy":"DRIVER"}`,
			"PUT /api/org/{orgId}/role/{roleId}":                 `{"name":"Day shift"}`,
			"PUT /api/org/{orgId}":                               `{"name":"Alpha","countryCode":"GB","zone":"Europe/London","version":1}`,
			"PUT /api/org/{orgId}/users/{userId}":                `{"Profile":{"firstname":"Ann"},"telephone":"1","mobile":"2","disabled":false}`,
			"PUT /api/org/{orgId}/ousers/{userId}/role":          `{"role":"DRIVER"}`,
			"PUT /api/org/{orgId}/tree":                          `{"id":"{group}","metadata":{"label":"Depot"},"nodes":[]}`,
			"POST /api/org/{orgId}/tree/nodes":                   `{"parent_id":"{group}","metadata":{"label":"Depot"}}`,
			"POST /api/org/{orgId}/tree/nodes/{nodeId}":          `{"parent_id":"{group}","metadata":{"label":"Depot"}}`,
			"POST /api/org/{orgId}/tree/nodes/{nodeId}/users":    `{"user_id":"{user}"}`,
			"POST /api/user/{id}/preferences":                    `{}`, // the preferences are free-form
			"POST /api/invite":                                   `{"email":"new@alpha.test","role":"DRIVER","node":"{group}","first_name":"Ann","last_name":"Lee"}`,
			"POST /api/org/{orgId}/invite/import":                `{"preview":true,"rows":[{"email":"new@alpha.test","role":"DRIVER","group":"alpha-depot","first_name":"Ann","last_name":"Lee"}]}`,
			"POST /api/permissions/actions":                      `{}`,
			"POST /api/permissions/user":                         `{"users":["{user}"],"node":"{group}","role":"DRIVER"}`,
			"PUT /api/permissions/user":                          `{"users":["{user}"],"node":"{group}","role":"DRIVER","allowed":["connect"],"denied":["getVehiclePresence"]}`,
			"POST /api/org/{orgId}/users/reports/activity":       `{"from":"2026-01-01T00:00:00Z","to":"2026-12-31T00:00:00Z","filters":{"activity_type":"login","entity_id":["ann"]}}`,
			"POST /api/org/{orgId}/users/{userId}/see-as":        ``,
			"PUT /api/user/{id}/avatar":                          `{"image":"` + pixel + `"}`,
			"POST /api/org/{orgId}/webhooks":                     aWebhook,
			"PUT /api/org/{orgId}/webhooks/{webhookId}":          strings.Replace(aWebhook, `{`, `{"version":1,`, 1),
			"POST /api/org/{orgId}/webhooks/{webhookId}/replay":  `{"ids":[1]}`,
			"PUT /api/org/{orgId}/provisioning/groups/{groupId}": `{"role":"DRIVER","node":"{group}"}`,
		},
		Events: []plugintest.Event{
			{Subject: "event.identity.user", OrgID: "alpha", Data: events.UserChanged{ID: "u-gone", Email: "erased-u@erased.invalid", Name: "Erased user", Role: "DRIVER", GroupID: "alpha-depot", Disabled: true, Erased: true}},
			{Subject: "event.vehicles.vehicle", OrgID: "alpha", Data: events.VehicleChanged{ID: "v1", Name: "Van", Type: "van", GroupID: "alpha-depot"}},
			{Subject: "event.vehicles.device", OrgID: "alpha", Data: events.DeviceChanged{ID: "d1", VehicleID: "v1", Model: "D700"}},
			{Subject: "event.identity.group", OrgID: "alpha", Data: events.GroupChanged{ID: "alpha-new", ParentID: "alpha-north", Label: "New", Path: "/alpha/alpha-north/alpha-new/"}},
		},
		OfOthers: map[string]string{"seePortalAs": byHost, "manageWebhooks": byHost, "provisionUsers": byHost},
		CheckedElsewhere: map[string]string{
			"updateUserProfile": inBody, "moveVehicleToGroup": "of the plugin vehicles",
		},
		Ignore: map[string]string{
			"fleet_vehicle.sequence": "the place in the stream of the last event that was applied",
			"fleet_device.sequence":  "the same", "fleet_group.sequence": "the same",
		},
	})
}

// ofPeople are the host's own operations that the screens of this plugin stand on.
func ofPeople(template string) bool {
	return ofOrganisations(template) || ofMachines(template) || template == "/api/session" || template == "/api/role" || strings.HasPrefix(template, "/api/user/") || strings.HasPrefix(template, "/api/permissions/") || strings.HasPrefix(template, "/api/invite") ||
		strings.HasPrefix(template, "/api/org/{orgId}/invite") || template == "/api/org/{orgId}/tree/users" ||
		strings.HasPrefix(template, "/api/org/{orgId}/user") || strings.HasPrefix(template, "/api/org/{orgId}/role") || strings.HasPrefix(template, "/api/org/{orgId}/ousers/") || strings.HasSuffix(template, "/nodes/{nodeId}/users")
}

func ofOrganisations(template string) bool {
	return slices.Contains([]string{"/api/org", "/api/org/{orgId}", "/api/org/{orgId}/disable", "/api/org/{orgId}/enable", "/api/org/{orgId}/restore"}, template)
}

// ofMachines are the operations on webhooks and on what a directory leads.
func ofMachines(template string) bool {
	return strings.HasPrefix(template, "/api/org/{orgId}/webhooks") || strings.HasPrefix(template, "/api/org/{orgId}/provisioning")
}

// aWebhook goes to an address that is kept for documentation.
const aWebhook = `{"url":"https://receiver.example/hook","description":"ERP","kinds":["vehicles.presence"],"enabled":true}`

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// plant finds the drivers of both organisations, whose groups and users are there, and waits for the copies of their fleets.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	driver := func(org string) string {
		t.Helper()
		answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "GET /api/user/driver@"+org+".test", nil)
		var user struct{ ID string }
		if answer.Status != http.StatusOK {
			t.Fatalf("find the driver of %s: %d %s", org, answer.Status, answer.Body)
		}
		answer.Decode(t, &user)
		return user.ID
	}
	conn := h.Database(t)
	plugintest.Eventually(t, "the fleets are not copied", func() bool {
		var copied int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM users.fleet_snapshot WHERE org_id IN ('alpha', 'beta')`).Scan(&copied)
		return err == nil && copied == 2
	})
	hooks := []string{webhook(t, h, "alpha"), webhook(t, h, "beta")}
	return map[string]plugintest.Pair{
		"group":   {Own: "alpha-depot", Foreign: "beta-depot"},
		"user":    {Own: driver("alpha"), Foreign: driver("beta")},
		"session": {Own: sessionOf(t, h, "alpha"), Foreign: sessionOf(t, h, "beta")},
		"invite":  {Own: invite(t, h, "alpha"), Foreign: invite(t, h, "beta")},
		"role":    {Own: role(t, h, "alpha"), Foreign: role(t, h, "beta")},
		"webhook": {Own: hooks[0], Foreign: hooks[1]},

		"delivery":          {Own: delivery(t, h, "alpha", hooks[0]), Foreign: delivery(t, h, "beta", hooks[1])},
		"provisioned group": {Own: provisionedGroup(t, h, "alpha"), Foreign: provisionedGroup(t, h, "beta")},
	}
}

// role makes a role of an organisation's own.
func role(t *testing.T, h *plugintest.Host, org string) string {
	t.Helper()
	answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/role", map[string]string{"name": "Planted", "copy": "DRIVER"})
	var made struct{ ID string }
	if answer.Status != http.StatusCreated {
		t.Fatalf("make a role of %s: %d %s", org, answer.Status, answer.Body)
	}
	answer.Decode(t, &made)
	return made.ID
}

// invite invites somebody into an organisation.
func invite(t *testing.T, h *plugintest.Host, org string) string {
	t.Helper()
	answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/invite", map[string]string{"email": "planted@" + org + ".test", "role": "DRIVER", "node": org + "-depot"})
	var made struct{ ID string }
	if answer.Status != http.StatusCreated {
		t.Fatalf("invite somebody to %s: %d %s", org, answer.Status, answer.Body)
	}
	answer.Decode(t, &made)
	return made.ID
}

// sessionOf is a session of an organisation's driver, who is planted as the user of the sweep.
func sessionOf(t *testing.T, h *plugintest.Host, org string) string {
	t.Helper()
	if answer := h.Do(plugintest.As(org, "DRIVER"), "GET /api/session", nil); answer.Status != http.StatusOK {
		t.Fatalf("sign the driver of %s in: %d %s", org, answer.Status, answer.Body)
	}
	answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "GET /api/user/driver@"+org+".test/sessions", nil)
	var found struct{ Sessions []struct{ ID string } }
	answer.Decode(t, &found)
	if len(found.Sessions) == 0 {
		t.Fatalf("the driver of %s has no session: %d %s", org, answer.Status, answer.Body)
	}
	return found.Sessions[len(found.Sessions)-1].ID
}
