package provider_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/integrations/internal/provider"
	"outrider.dev/sdk/outbound"
)

var now = time.UnixMilli(1_790_000_000_000)

func asks(t *testing.T, handle http.HandlerFunc) provider.Provider {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	client := outbound.New(outbound.Options{Timeout: 2 * time.Second, MaxBytes: 1 << 20, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	return provider.OverHTTP(server.URL+"/", "the key", client, func() time.Time { return now })
}

func answers(status int, header http.Header, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // whoever asked is told by the test
	}
}

// TestOverHTTP_problems: whatever a provider answers is a problem with a name, and never more than an hour's.
func TestOverHTTP_problems(t *testing.T) {
	for name, tc := range map[string]struct {
		handle http.HandlerFunc
		want   string
		status int
		after  time.Duration
	}{
		"a key that is revoked":   {answers(401, nil, "no"), provider.KeyRefused, 401, 0},
		"429":                     {answers(429, http.Header{"Retry-After": {"600"}}, ""), provider.TooMany, 429, 10 * time.Minute},
		"429 with a date":         {answers(429, http.Header{"Retry-After": {now.Add(time.Minute).UTC().Format(http.TimeFormat)}}, ""), provider.TooMany, 429, time.Minute},
		"429 for a year":          {answers(429, http.Header{"Retry-After": {"31536000"}}, ""), provider.TooMany, 429, time.Hour},
		"429 before now":          {answers(429, http.Header{"Retry-After": {"-5"}}, ""), provider.TooMany, 429, 0},
		"garbage":                 {answers(200, nil, "<html>"), provider.BadAnswer, 0, 0},
		"another type":            {answers(200, nil, `{"name":7}`), provider.BadAnswer, 0, 0},
		"nothing":                 {answers(200, nil, ""), provider.BadAnswer, 0, 0},
		"500":                     {answers(500, nil, ""), provider.BadStatus, 500, 0},
		"no such page":            {answers(404, nil, ""), provider.BadStatus, 404, 0},
		"too much":                {answers(200, nil, strings.Repeat(" ", 2<<20)), provider.BadAnswer, 0, 0},
		"a redirect into the net": {answers(302, http.Header{"Location": {"http://169.254.169.254/"}}, ""), provider.Redirected, 302, 0},
		"a name that is too long": {answers(200, nil, `{"name":"`+strings.Repeat("a", 300)+`"}`), provider.BadAnswer, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := asks(t, tc.handle).Info(t.Context())
			problem := provider.ProblemOf(err)
			if err == nil || problem.Kind != tc.want || problem.Status != tc.status || problem.After.Round(time.Second) != tc.after {
				t.Errorf("it is %+v", problem)
			}
		})
	}
}

// TestOverHTTP_pages: a page that does not move is none, and what cannot be kept is left out alone.
func TestOverHTTP_pages(t *testing.T) {
	for name, body := range map[string]string{
		"the same cursor for ever": `{"cursor":"here","more":true}`, "more without a cursor": `{"more":true}`, "a cursor that is too long": `{"cursor":"` + strings.Repeat("x", 3000) + `"}`,
		"more than a page has": `{"cursor":"x","readings":[` + strings.TrimSuffix(strings.Repeat(`{},`, 2001), ",") + `]}`,
	} {
		if _, err := asks(t, answers(200, nil, body)).Readings(t.Context(), "here"); err == nil || provider.ProblemOf(err).Kind != provider.BadAnswer {
			t.Errorf("%s: %v", name, err)
		}
	}
	ms := now.UnixMilli()
	body := fmt.Sprintf(`{"cursor":"next","readings":[
		{"vehicle_id":"a","sample":{"time":%d,"fuel_percent":140,"can":{"fuel_used_l":5}}}, {"vehicle_id":"","sample":{"time":%d}}, {"vehicle_id":"a\u0000","sample":{"time":%d}}, {"vehicle_id":"a","sample":"no"},
		{"vehicle_id":"a"}, {"vehicle_id":"a","sample":{"time":%d}}, {"vehicle_id":"a","sample":{"time":1}}]}`, ms, ms, ms, now.Add(time.Hour).UnixMilli())
	page, err := asks(t, answers(200, nil, body)).Readings(t.Context(), "")
	if err != nil || len(page.Items) != 1 || page.Refused != 6 || page.Cursor != "next" {
		t.Fatalf("it reads %+v, %v", page, err)
	}
	if s := page.Items[0].Sample; s.FuelPercent != nil || s.CAN == nil || *s.CAN.FuelUsedL != 5 {
		t.Errorf("the sample is %+v", s)
	}
}

// TestOverHTTP_asks: with its key and its cursor, below its address.
func TestOverHTTP_asks(t *testing.T) {
	p := asks(t, func(w http.ResponseWriter, r *http.Request) {
		said := map[string]any{"name": r.Header.Get("Authorization"), "telematics_url": "javascript:alert(1)", "driver_hours_url": "https://hours.example.com/", "vehicles": []map[string]string{{"id": r.URL.Path + "?" + r.URL.Query().Get("cursor")}, {}}}
		_ = json.NewEncoder(w).Encode(said) // as above
	})
	info, err := p.Info(t.Context())
	if err != nil || info.Name != "Bearer the key" || info.TelematicsURL != "" || info.DriverHoursURL != "https://hours.example.com/" {
		t.Errorf("it says %+v, %v", info, err)
	}
	if page, err := p.Vehicles(t.Context(), "a b"); err != nil || len(page.Items) != 1 || page.Items[0].ID != "/vehicles?a b" {
		t.Errorf("it lists %+v, %v", page, err)
	}
}
