package main

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"

	"outrider.dev/sdk/plugintest"
)

// webhook makes a webhook of an organisation.
func webhook(t *testing.T, h *plugintest.Host, org string) string {
	t.Helper()
	return planted(t, h, org, "POST /api/org/"+org+"/webhooks", json.RawMessage(aWebhook))
}

// delivery has a webhook send a test.
func delivery(t *testing.T, h *plugintest.Host, org, hook string) string {
	t.Helper()
	answer := h.Do(plugintest.As(org, "ORG_ADMIN"), "POST /api/org/"+org+"/webhooks/"+hook+"/test", nil)
	var tested struct{ Delivery int64 }
	if answer.Status != http.StatusOK {
		t.Fatalf("test a webhook of %s: %d %s", org, answer.Status, answer.Body)
	}
	answer.Decode(t, &tested)
	return strconv.FormatInt(tested.Delivery, 10)
}

// provisionedGroup makes a group of an organisation's directory.
func provisionedGroup(t *testing.T, h *plugintest.Host, org string) string {
	t.Helper()
	return planted(t, h, org, "POST /scim/v2/Groups", json.RawMessage(`{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"Night shift"}`))
}

func planted(t *testing.T, h *plugintest.Host, org, request string, body any) string {
	t.Helper()
	answer := h.Do(plugintest.As(org, "ORG_ADMIN"), request, body)
	var made struct{ ID string }
	if answer.Status != http.StatusCreated {
		t.Fatalf("%s: %d %s", request, answer.Status, answer.Body)
	}
	answer.Decode(t, &made)
	return made.ID
}
