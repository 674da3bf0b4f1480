//go:build bench

package bench_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/sdk/plugintest"
)

// TestAPIKey compares one operation of a plugin with a person's token and with an API key of the same person, in turns.
func TestAPIKey(t *testing.T) {
	host := plugintest.Start(t, "testdata/called", plugintest.Variable("OUTRIDER_LOG_LEVEL", "info"), plugintest.Variable("OUTRIDER_API_KEYS_REQUESTS_PER_SECOND", "0"))
	person := host.Token(plugintest.As("alpha", "ORG_ADMIN"))
	const path = "/api/org/alpha/list/4"
	target := func(token string) load.Target {
		return load.Target{Address: strings.TrimPrefix(host.URL, "http://"), Path: path, Headers: []string{"Authorization: Bearer " + token}}
	}
	rates, _ := takeTurns(t, []load.Target{target(person), target(makeKey(t, host.URL, person))})
	ratioRow(callGroup, "requests/s with an API key to those with a session", rates[1]/rates[0], 1/1.1, fmt.Sprintf("%.0f to %.0f", rates[1], rates[0]))
}

// makeKey makes an API key with all that its maker may.
func makeKey(t *testing.T, url, token string) string {
	t.Helper()
	ask := func(method, path, body string, into any) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		if answer.StatusCode >= http.StatusMultipleChoices {
			t.Fatalf("%s %s: %s", method, path, answer.Status)
		}
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
			t.Fatal(err)
		}
	}
	var session struct {
		Permissions struct {
			Granted []string `json:"granted"`
		} `json:"permissions"`
	}
	ask(http.MethodGet, "/api/session", "", &session)
	var may []string
	for _, permission := range session.Permissions.Granted {
		if !slices.Contains([]string{"manageApiKeys", "manageWebhooks", "seePortalAs"}, permission) { // which no key has
			may = append(may, permission)
		}
	}
	want, err := json.Marshal(map[string]any{"name": "bench", "permissions": may, "expires_date": time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var made struct {
		Key string `json:"key"`
	}
	ask(http.MethodPost, "/api/org/alpha/api-keys", string(want), &made)
	return made.Key
}
