package settings_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/settings"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web/webtest"
)

func fuel() manifest.Manifest {
	least, most := 0.0, 10.0
	return manifest.Manifest{ID: "fuel", Name: "Fuel", Settings: &manifest.Settings{Type: "object", Required: []string{"address"}, Properties: map[string]manifest.Setting{
		"price":   {Type: "number", Minimum: &least, Maximum: &most, Default: 1.5},
		"source":  {Type: "string", Enum: []string{"can", "provider"}, Default: "can"},
		"address": {Type: "string", Format: "uri"},
		"key":     {Type: "string", WriteOnly: true, MinLength: 4},
	}}}
}

func start(t *testing.T) (*identitytest.World, func(secret string) *settings.Service) {
	w := identitytest.Start(t)
	return w, func(secret string) *settings.Service {
		s, err := settings.New(settings.Config{
			Pool: w.DB.Pool(), Secret: secret, Log: slog.New(slog.DiscardHandler), Committed: w.Identity.Committed,
			Manifest:  func(id string) (manifest.Manifest, bool) { return fuel(), id == "fuel" },
			Installed: func() []manifest.Manifest { return []manifest.Manifest{fuel(), {ID: "plain"}} },
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func TestSettings(t *testing.T) {
	w, open := start(t)
	s := open("one")
	r := s.Router("0.1.0")
	admin, manager, beta := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "fleet_manager@alpha.test"), w.Caller(t, "org_admin@beta.test")
	const path = "/api/org/alpha/settings/fuel"
	for _, sc := range []webtest.Scenario{
		{Name: "which plugins", As: admin, Request: "GET /api/org/alpha/settings", WantStatus: 200, WantBody: []string{`{"plugins":[{"id":"fuel","name":"Fuel"}]}`}},
		{Name: "without the permission", As: manager, Request: "GET " + path, WantStatus: 403},
		{Name: "before anything is set", As: admin, Request: "GET " + path, WantStatus: 200, WantBody: []string{`"values":{"price":1.5,"source":"can"}`, `"secrets":{}`, `"version":0`}},
		{Name: "of a plugin without", As: admin, Request: "GET /api/org/alpha/settings/plain", WantStatus: 404},
		{Name: "what is required", As: admin, Request: "PUT " + path, Body: `{"version":0,"values":{"price":2}}`, WantStatus: 422, WantBody: []string{"body.values.address"}},
		{Name: "what is wrong", As: admin, Request: "PUT " + path, Body: `{"version":0,"values":{"address":"ftp://x","price":11,"source":"air","key":"abc","tank":1}}`, WantStatus: 422, WantBody: []string{"body.values.address", "body.values.price", "body.values.source", "body.values.key", "body.values.tank"}, NotBody: []string{"abc"}},
		{Name: "all of it", As: admin, Request: "PUT " + path, Body: `{"version":0,"values":{"address":"https://p.example","price":2,"key":"very secret"}}`, WantStatus: 200, WantBody: []string{`"version":1`, `"price":2`, `"secrets":{"key":"`, "Alpha ORG_ADMIN"}, NotBody: []string{"very secret"}},
		{Name: "by somebody who read before", As: admin, Request: "PUT " + path, Body: `{"version":0,"values":{"price":3}}`, WantStatus: 409},
		{Name: "one of them, back to the default", As: admin, Request: "PUT " + path, Body: `{"version":1,"values":{"price":null}}`, WantStatus: 200, WantBody: []string{`"price":1.5`, `"address":"https://p.example"`, `"key":"`}},
		{Name: "another organisation has its own", As: beta, Request: "GET /api/org/beta/settings/fuel", WantStatus: 200, WantBody: []string{`"version":0`}},
	} {
		sc.Run(t, r)
	}
	told(t, s, `{"address":"https://p.example","key":"very secret","price":1.5,"source":"can"}`)
	var audited string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT string_agg(detail::text, '') FROM outrider.audit_entry WHERE action = 'plugin.settings'`).Scan(&audited); err != nil || strings.Contains(audited, "secret") || !strings.Contains(audited, "price") {
		t.Errorf("the audit log has %s, %v", audited, err)
	}
	other := open("another")
	told(t, other, `{"address":"https://p.example","price":1.5,"source":"can"}`)
	webtest.Scenario{Name: "with another key", As: admin, Request: "GET " + path, WantStatus: 200, WantBody: []string{`"secrets":{}`}}.Run(t, other.Router("0.1.0"))
}

// told compares what the plugin is told of alpha.
func told(t *testing.T, s *settings.Service, want string) {
	t.Helper()
	documents, err := s.Documents(t.Context(), fuel())
	if err != nil {
		t.Fatal(err)
	}
	var got, wanted map[string]any
	if json.Unmarshal(documents["alpha"], &got) != nil || json.Unmarshal([]byte(want), &wanted) != nil || string(mustJSON(t, got)) != string(mustJSON(t, wanted)) {
		t.Errorf("the plugin is told %s, want %s", documents["alpha"], want)
	}
	if string(documents[""]) != `{"price":1.5,"source":"can"}` {
		t.Errorf("where nothing is set it is told %s", documents[""])
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// What lies in the table is neither readable nor of use in another row, and a transaction sees its own organisation alone.
func TestSettings_AtRest(t *testing.T) {
	w, open := start(t)
	s := open("one")
	_, err := s.Write(t.Context(), w.UserID(t, "org_admin@alpha.test"), "alpha", "fuel", settings.Change{Values: map[string]any{"address": "https://p.example", "key": "very secret"}})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := w.DB.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	rows := func(org string) (n int, row string) {
		if _, err := conn.Exec(t.Context(), `SELECT set_config('outrider.org', $1, false)`, org); err != nil {
			t.Fatal(err)
		}
		if err := conn.QueryRow(t.Context(), `SELECT count(*), COALESCE(string_agg(encode(sealed, 'escape') || document::text, ''), '') FROM outrider.plugin_setting`).Scan(&n, &row); err != nil {
			t.Fatal(err)
		}
		return n, row
	}
	if n, _ := rows("beta"); n != 0 {
		t.Errorf("beta sees %d rows", n)
	}
	if n, row := rows("alpha"); n != 1 || strings.Contains(row, "secret") {
		t.Errorf("%d rows: %s", n, row)
	}
	var sealed []byte
	if err := conn.QueryRow(t.Context(), `SELECT sealed FROM outrider.plugin_setting`).Scan(&sealed); err != nil {
		t.Fatal(err)
	}
	rows("beta")
	if _, err := conn.Exec(t.Context(), `INSERT INTO outrider.plugin_setting VALUES ('beta', 'fuel', 1, '{"address":"https://b.example"}', $1, now(), NULL)`, sealed); err != nil {
		t.Fatal(err)
	}
	if documents, err := s.Documents(t.Context(), fuel()); err != nil || strings.Contains(string(documents["beta"]), "secret") {
		t.Errorf("a copied row gives %s, %v", documents["beta"], err)
	}
	if _, err := conn.Exec(t.Context(), `SELECT set_config('outrider.org', '', false)`); err != nil {
		t.Fatal(err)
	}
}
