package polltest

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/integrations/internal/catalogue"
	"outrider.dev/outrider/plugins/integrations/internal/connection"
	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// TestMappedVehicles: a provider that has driver hours too knows the same vehicles for them; one that has none answers nothing for them.
func TestMappedVehicles(t *testing.T) {
	w := newWorld(t)
	fleet := replica.New(w.db, nil, "integrations")
	for _, err := range []error{
		fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: events.GroupChanged{ID: "demo", Path: "/demo/", Label: "Demo"}}),
		fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: events.VehicleChanged{ID: "v1", Name: "VAN-1", Type: "van", GroupID: "demo"}}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	answers, site := good(), ""
	w.fake.answer = func(path, cursor string) (int, any) {
		if path == "/provider" {
			return 200, map[string]any{"name": "FleetLink", "driver_hours_url": site}
		}
		return answers(path, cursor)
	}
	for _, site = range []string{"", "https://hours.example.com/"} {
		w.set("")
		w.pass(time.Hour)
		before := w.now()
		w.poll("the provider is asked", func(s connection.State) bool {
			return s.State == "connected" && s.LastSuccess != nil && *s.LastSuccess == before.UTC().Format(time.RFC3339)
		})
		w.mapped("FL-1", "v1")
		router := web.NewRouter("Integrations", "0.1.0")
		catalogue.NewAPI(w.db, fleet, w.polled, provider.Simulated{}).Register(router)
		caller := web.CallerInfo{UserID: "ann", OrgID: "demo", Permissions: []string{"viewIntegrations"}, Scope: web.Scope{Path: "/demo/"}}
		none, one := []string{`"vehicles":[]`}, []string{`{"vehicle_id":"v1","provider_vehicle_id":"FL-1"}`}
		hours := none
		if site != "" {
			hours = one
		}
		for body, want := range map[string][]string{`{"providerTypeId":1,"companyid":"demo"}`: hours, `{"providerTypeId":2,"companyid":"demo"}`: one} {
			webtest.Scenario{Name: body + " " + site, As: caller, Request: "POST /api/GetMappedVehicles", Body: body, WantStatus: 200, WantBody: want}.Run(t, router)
		}
	}
}
