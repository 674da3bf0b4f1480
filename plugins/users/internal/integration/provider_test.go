package integration_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"outrider.dev/outrider/plugins/users/internal/integration"
	"outrider.dev/sdk/fault"
)

func TestSimulated(t *testing.T) {
	p := integration.New(map[string]string{"links.telematics": "https://telematics.example.com"})
	all, err := p.Providers(t.Context(), "demo")
	if err != nil || len(all) != 2 || all[1].URL != "https://telematics.example.com" || all[1].Status != "connected" {
		t.Errorf("providers %+v, %v", all, err)
	}
	pairs, err := p.Mapped(t.Context(), "demo", integration.Telematics, []string{"v1", "v2"})
	again, _ := p.Mapped(t.Context(), "demo", integration.Telematics, []string{"v1"})
	if err != nil || len(pairs) != 2 || pairs[0] != again[0] || pairs[0].ProviderVehicleID == pairs[1].ProviderVehicleID {
		t.Errorf("mapped %+v, again %+v, %v", pairs, again, err)
	}
}

func TestHTTP(t *testing.T) {
	status, body := http.StatusOK, `[{"vehicle_id":"v1","provider_vehicle_id":"A"},{"vehicle_id":"foreign","provider_vehicle_id":"B"}]`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer of the test" || r.URL.Query().Get("companyid") != "demo" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	defer server.Close()
	p := integration.New(map[string]string{"integration_url": server.URL + "/", "integration_key": "of the test"})
	pairs, err := p.Mapped(t.Context(), "demo", integration.Telematics, []string{"v1"})
	if err != nil || len(pairs) != 1 || pairs[0].ProviderVehicleID != "A" {
		t.Errorf("mapped %+v, %v", pairs, err)
	}
	body = `{`
	if _, err := p.Providers(t.Context(), "demo"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("rubbish: %v", err)
	}
	status = http.StatusTeapot
	if _, err := p.Providers(t.Context(), "demo"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("another status: %v", err)
	}
	server.Close()
	if _, err := p.Providers(t.Context(), "demo"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("nobody there: %v", err)
	}
}
