package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web/webtest"
)

const flags = "POST /api/DriverScoreCoaching/flagged_alerts"

// tokens is a host that knows the tokens of three sessions, which are not u's own, but one.
type tokens struct{}

func (tokens) TokenUser(_ context.Context, token string) (userID, orgID string, err error) {
	switch token {
	case "mine":
		return "u", "demo", nil
	case "another's":
		return "x", "demo", nil
	case "elsewhere":
		return "u", "rival", nil
	case "away":
		return "", "", fault.New(fault.Unavailable, "Away.")
	default:
		return "", "", fault.New(fault.SignedOut, "Please sign in.")
	}
}

// flagOf is the payload of a flag on an alert, with more of its fields.
func flagOf(alertID string, fields ...string) string {
	return "{" + strings.Join(append([]string{`"goToken":{"token":"mine"},"org_id":"demo","alert_id":"` + alertID + `"`}, fields...), ",") + "}"
}

func TestFlag_Payload(t *testing.T) {
	w := newWorld(t)
	id := w.raise("e1", "imualert", 10*time.Minute)
	whole := flagOf(id, `"driver_name":"","driver_id":"","latitude":53.3,"longitude":-2.4,"address":"A556, Mere","comment":"Look\nhere","event_time_local":"2026-07-21T15:22:07",
		"event_time_utc":"2026-07-21T14:22:07.000Z","vehicle_name":"V-NORTH","vehicle_id":"v-north","device_id":"d1","alert_type":"imualert","fileset_request_id":"","context":"driving"`)
	for _, s := range []webtest.Scenario{
		{Name: "whole", Body: whole, WantStatus: 200, WantBody: []string{`"StatusCode":"200"`}},
		{Name: "nothing known", Body: flagOf(id, `"driver_name":null,"driver_id":null,"latitude":null,"longitude":null,"address":null,"comment":null,"event_time_local":null,"event_time_utc":null,
			"vehicle_name":null,"vehicle_id":null,"device_id":null,"alert_type":null,"fileset_request_id":null,"context":null`), WantStatus: 200, WantBody: []string{`"StatusCode":"200"`}},
		{Name: "no token", Body: `{"org_id":"demo","alert_id":"` + id + `"}`, WantStatus: 422, WantBody: []string{"goToken"}},
		{Name: "empty token", Body: `{"goToken":{"token":""},"org_id":"demo","alert_id":"` + id + `"}`, WantStatus: 422, WantBody: []string{"body.goToken.token"}},
		{Name: "token that is a text", Body: `{"goToken":"mine","org_id":"demo","alert_id":"` + id + `"}`, WantStatus: 422, WantBody: []string{"body.goToken"}},
		{Name: "no organisation", Body: `{"goToken":{"token":"mine"},"alert_id":"` + id + `"}`, WantStatus: 422, WantBody: []string{"org_id"}},
		{Name: "another organisation", Body: strings.Replace(flagOf(id), `"demo"`, `"rival"`, 1), WantStatus: 422, WantBody: []string{"body.org_id", "This is not your organisation."}},
		{Name: "another vehicle", Body: flagOf(id, `"vehicle_id":"v-south"`), WantStatus: 422, WantBody: []string{"body.vehicle_id", "This is not the vehicle of the alert."}},
		{Name: "another device", Body: flagOf(id, `"device_id":"d2"`), WantStatus: 422, WantBody: []string{"body.device_id"}},
		{Name: "another type", Body: flagOf(id, `"alert_type":"collision"`), WantStatus: 422, WantBody: []string{"body.alert_type"}},
		{Name: "other files", Body: flagOf(id, `"fileset_request_id":"x"`), WantStatus: 422, WantBody: []string{"body.fileset_request_id"}},
		{Name: "no latitude", Body: flagOf(id, `"latitude":91,"longitude":0`), WantStatus: 422, WantBody: []string{"body.latitude"}},
		{Name: "half a place", Body: flagOf(id, `"latitude":9`), WantStatus: 422, WantBody: []string{"body.longitude", "A place has a latitude and a longitude."}},
		{Name: "latitude as text", Body: flagOf(id, `"latitude":"9"`), WantStatus: 422, WantBody: []string{"body.latitude"}},
		{Name: "no time", Body: flagOf(id, `"event_time_utc":"yesterday","event_time_local":"noon"`), WantStatus: 422, WantBody: []string{"body.event_time_utc", "body.event_time_local", "This is no date and time."}},
		{Name: "name with a bell", Body: flagOf(id, `"driver_name":"a\u0007"`), WantStatus: 422, WantBody: []string{"body.driver_name"}},
		{Name: "long name", Body: flagOf(id, `"vehicle_name":"`+strings.Repeat("x", 201)+`"`), WantStatus: 422, WantBody: []string{"body.vehicle_name"}},
		{Name: "not an id", Body: flagOf("x"), WantStatus: 404},
		{Name: "nobody answers", Body: strings.Replace(flagOf(id), "mine", "away", 1), WantStatus: 503},
	} {
		s.As, s.Request = admin, flags
		s.Run(t, w.Router)
	}
	unflag := webtest.Scenario{Name: "unflag", As: admin, Request: "PUT /api/DriverScoreCoaching/flagged_alerts", Body: `{"action":"unflag","alertID":["` + id + `"]}`, WantStatus: 200}
	unflag.Run(t, w.Router)
	for _, token := range []string{"another's", "elsewhere", "old"} {
		webtest.Scenario{Name: token, As: admin, Request: flags, Body: strings.Replace(flagOf(id), "mine", token, 1), WantStatus: 200, WantBody: []string{`"StatusCode":"401"`}}.Run(t, w.Router)
	}
	webtest.Scenario{Name: "nothing is flagged", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, WantBody: []string{`"flagged":false`}}.Run(t, w.Router)
}

// TestFlag_NeedsTheDriverApp has an organisation without it flag, and take a flag away.
func TestFlag_NeedsTheDriverApp(t *testing.T) {
	w := newWorld(t)
	id := w.raise("e1", "imualert", 10*time.Minute)
	for _, s := range []webtest.Scenario{
		{Name: "flag", Request: flags, Body: strings.Replace(flagOf(id), `"demo"`, `"rival"`, 1)},
		{Name: "unflag", Request: "PUT /api/DriverScoreCoaching/flagged_alerts", Body: `{"action":"unflag","alertID":["` + id + `"]}`},
	} {
		s.As, s.WantStatus, s.WantBody = rival, 403, []string{"driver app"}
		s.Run(t, w.Router)
	}
}
