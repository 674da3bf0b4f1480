package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// TestRefusals_InTheReadersLanguage asks for what is not there, and for what is not valid, as people and programs.
func TestRefusals_InTheReadersLanguage(t *testing.T) {
	r := web.NewRouter("Test", "0.1.0")
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}", web.SignedIn("a test"), func(context.Context, *vehicleInput) (*output, error) {
		return nil, fault.New(fault.NotFound, "There is no such vehicle.")
	}, web.IDs("id", "vehicle"))
	for _, c := range []struct {
		name, query, accept, want string
		caller                    web.CallerInfo
	}{
		{"a German", "", "", "Dieses Fahrzeug gibt es nicht.", web.CallerInfo{UserID: "u", OrgID: "o", Locale: "de-DE"}},
		{"one who asks for French", "", "fr-FR,fr;q=0.9,en;q=0.8", "Ce véhicule n’existe pas.", web.CallerInfo{UserID: "u", OrgID: "o", Locale: "de-DE"}},
		{"one without a language", "", "", "There is no such vehicle.", web.CallerInfo{UserID: "u", OrgID: "o"}},
		{"a key of a German", "", "", "There is no such vehicle.", web.CallerInfo{UserID: "u", OrgID: "o", Locale: "de-DE", APIKey: "k"}},
		{"a wrong field", "?limit=0", "", "muss mindestens 1 sein", web.CallerInfo{UserID: "u", OrgID: "o", Locale: "de-DE"}},
		{"no such page", "/nothing", "nl", "Hier is niets.", web.CallerInfo{UserID: "u", OrgID: "o"}},
	} {
		header, err := web.EncodeCaller(c.caller)
		if err != nil {
			t.Fatal(err)
		}
		request := httptest.NewRequest(http.MethodGet, "/api/org/o/vehicles/v"+c.query, nil)
		request.Header.Set(web.CallerHeader, header)
		if c.accept != "" {
			request.Header.Set("Accept-Language", c.accept)
		}
		answer := httptest.NewRecorder()
		r.ServeHTTP(answer, request)
		if !strings.Contains(answer.Body.String(), c.want) {
			t.Errorf("%s reads %s, want %q", c.name, answer.Body, c.want)
		}
	}
}
