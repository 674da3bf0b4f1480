package main

import (
	"net/http"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConformance(t *testing.T) {
	const helen = `{"firstName":"Helen","lastName":"Ogden","email":"helen.other@ogden.example"`
	plugintest.Conformance(t, plugintest.Fixtures{
		Dir:   ".",
		Plant: plant,
		Bodies: map[string]string{
			"POST /api/org/{orgId}/users/contacts":     helen + `,"tags":["Customer"]}`,
			"PUT /api/org/{orgId}/users/contacts/{id}": helen + `,"mobile":"07700 900142"}`,
			"POST /api/org/{orgId}/contacts/remove":    `{"ids":["{contact}"]}`,
			"POST /api/org/{orgId}/contacts/tag":       `{"ids":["{contact}"],"add":["Insurer"]}`,
			"PUT /api/org/{orgId}/contacts/tags/{tag}": `{"name":"Client"}`,
			"POST /api/org/{orgId}/contacts/lists":     `{"name":"Depot managers","members":[{"kind":"contact","id":"{contact}"}]}`,
			"PUT /api/org/{orgId}/contacts/lists/{id}": `{"name":"Ogden weekly","members":[]}`,
			"POST /api/org/{orgId}/contacts/resolve":   `{"recipients":[{"kind":"contact","id":"{contact}"},{"kind":"address","id":"a@b.example"}]}`,
			"POST /api/org/{orgId}/contacts/usage":     `{"ids":["{contact}"]}`,
			"POST /api/org/{orgId}/contacts/import":    `{"text":"first name,last name,email\nAnn,Other,ann@other.example\n","preview":true}`,
		},
		OfOthers: map[string]string{"listUsers": "internal contacts are users: who may see them is said where users are"},
		Events: []plugintest.Event{
			{Subject: "event.identity.user", OrgID: "alpha", Data: events.UserChanged{ID: "somebody", Name: "Some Body", FirstName: "Some", LastName: "Body", Email: "some@body.example", Role: "DRIVER", GroupID: "alpha-north"}},
			{Subject: "event.reports.recipients", OrgID: "alpha", Data: events.RecipientsChanged{ID: "weekly", Name: "Weekly mileage", Path: "/scheduled-reports", Recipients: []events.Recipient{{Kind: "user", ID: "somebody"}, {Kind: "list", ID: "depot"}}}},
		},
	})
}

// plant adds a contact, a tag and a list in each organisation.
func plant(t *testing.T, h *plugintest.Host) map[string]plugintest.Pair {
	t.Helper()
	contacts, lists := map[string]string{}, map[string]string{}
	for _, org := range []string{"alpha", "beta"} {
		contacts[org] = made(t, h, org, "users/contacts", map[string]any{"firstName": "Helen", "lastName": "Ogden", "email": "helen@" + org + ".example", "tags": []string{"Tag of " + org}})
		lists[org] = made(t, h, org, "contacts/lists", map[string]any{"name": "List of " + org, "members": []map[string]string{{"kind": "contact", "id": contacts[org]}}})
	}
	return map[string]plugintest.Pair{
		"contact":      {Own: contacts["alpha"], Foreign: contacts["beta"]},
		"contact-list": {Own: lists["alpha"], Foreign: lists["beta"]},
		"tag":          {Own: "Tag of alpha", Foreign: "Tag of beta"},
	}
}

func made(t *testing.T, h *plugintest.Host, org, path string, body map[string]any) string {
	t.Helper()
	answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/"+path, body)
	if answer.Status != http.StatusCreated {
		t.Fatalf("make %s in %s: %d %s", path, org, answer.Status, answer.Body)
	}
	var one struct{ ID string }
	answer.Decode(t, &one)
	return one.ID
}
