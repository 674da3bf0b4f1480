package audit_test

import (
	"regexp"
	"slices"
	"testing"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

func TestWords(t *testing.T) {
	own, err := audit.Own()
	if err != nil {
		t.Fatal(err)
	}
	if problems := own.Validate(); slices.ContainsFunc(problems, func(p manifest.Problem) bool { return regexp.MustCompile(`^audit`).MatchString(p.Field) }) {
		t.Error(problems)
	}
	vehicles := manifest.Manifest{
		Audit: []manifest.AuditSentence{
			{Operation: "PUT /v", Text: manifest.Text{"en": "{actor} moved {vehicle} to {group}", "de": "{actor} hat {vehicle} nach {group} verschoben"}},
			{Operation: "PUT /v", Text: manifest.Text{"en": "{actor} changed {object}"}},
		},
		AuditFields: map[string]manifest.Text{"name": {"en": "Name", "de": "Bezeichnung"}},
	}
	words := audit.WordsOf([]manifest.Manifest{own, vehicles}, "de")
	moved := audit.Record{ActorName: "Ann", Operation: "PUT /v", ObjectID: "v1", Told: &web.AuditDetail{
		Values: map[string]string{"vehicle": "VAN-101", "group": "Crewe"}, Changes: []web.Change{{Field: "name", Before: "a", After: "b"}, {Field: "other"}},
	}}
	if got := words.Sentence(moved); got != "Ann hat VAN-101 nach Crewe verschoben" {
		t.Errorf("it says %q", got)
	}
	if got := words.Changes(moved); len(got) != 2 || got[0].Label != "Bezeichnung" || got[1].Label != "other" {
		t.Errorf("the changes are %v", got)
	}
	vehicles.ID, vehicles.Permissions = "vehicles", []manifest.Permission{{Name: "viewVehicle", Description: manifest.Text{"de": "Fahrzeuge sehen"}}}
	vehicles.Settings = &manifest.Settings{Properties: map[string]manifest.Setting{"days": {Title: manifest.Text{"de": "Tage"}}}}
	set := audit.Record{Operation: "PUT /s", ObjectID: "vehicles", Told: &web.AuditDetail{Changes: []web.Change{{Field: "viewVehicle"}, {Field: "days"}}}}
	if got := audit.WordsOf([]manifest.Manifest{own, vehicles}, "de").Changes(set); got[0].Label != "Fahrzeuge sehen" || got[1].Label != "Tage" {
		t.Errorf("permissions and settings are called %v", got)
	}
	moved.Told = nil
	if got := words.Sentence(moved); got != "Ann changed v1" {
		t.Errorf("with nothing told it says %q", got)
	}
	if got := words.Sentence(audit.Record{ActorName: "Ann", Operation: "POST /api/org", Result: audit.Refused}); got != "Abgelehnt: Ann hat eine Organisation angelegt" {
		t.Errorf("of what was refused it says %q", got)
	}
	if got := words.Sentence(audit.Record{Plugin: "alerts", Operation: "POST /api/auth/sign-in"}); got != "alerts hat sich angemeldet" {
		t.Errorf("of the host's own it says %q", got)
	}
	if got := words.Sentence(audit.Record{Operation: "POST /unknown"}); got != "" {
		t.Errorf("of an operation without a sentence it says %q", got)
	}
}

// TestWords_Codes says codes in the reader's language: those of a plugin, roles, modules, reports and truths. Names stay as they are.
func TestWords_Codes(t *testing.T) {
	reports := manifest.Manifest{
		ID: "fuel", Module: manifest.Module{Title: manifest.Text{"de": "Kraftstoff"}}, ReportTypes: []manifest.ReportType{{ID: "mileage", Title: manifest.Text{"de": "Fahrleistung"}}},
		Audit:       []manifest.AuditSentence{{Operation: "PUT /r", Text: manifest.Text{"de": "{actor} gab {user} die Rolle {new_role}"}}},
		AuditValues: map[string]map[string]manifest.Text{"frequency": {"weekly": {"de": "Wöchentlich"}, "daily": {"de": "Täglich"}}},
	}
	words := audit.WordsOf([]manifest.Manifest{reports}, "de")
	record := audit.Record{ActorName: "Ann", Operation: "PUT /r", Told: &web.AuditDetail{Values: map[string]string{"user": "weekly", "new_role": "ORG_ADMIN"}, Changes: []web.Change{
		{Field: "frequency", Before: "daily", After: "weekly"},
		{Field: "name", Before: "daily", After: "weekly"},
		{Field: "report", Before: "mileage", After: "tyres"},
		{Field: "modules", Before: "", After: "fuel, ev"},
		{Field: "two_step_roles", Before: "ORG_ADMIN, Nachtschicht", After: "DRIVER"},
		{Field: "paused", Before: "false", After: "true"},
	}}}
	if got := words.Sentence(record); got != "Ann gab weekly die Rolle Organisationsadministrator" {
		t.Errorf("it says %q", got)
	}
	want := [][2]string{{"Täglich", "Wöchentlich"}, {"daily", "weekly"}, {"Fahrleistung", "tyres"}, {"", "Kraftstoff, ev"}, {"Organisationsadministrator, Nachtschicht", "Fahrer"}, {"Nein", "Ja"}}
	for i, change := range words.Changes(record) {
		if got := [2]string{change.Before, change.After}; got != want[i] {
			t.Errorf("%s is %q, want %q", change.Field, got, want[i])
		}
	}
}

func TestValuesIn(t *testing.T) {
	got := audit.ValuesIn([]string{"name", "metadata.label", "ids", "on", "n", "none", "answered", "object"},
		[]byte(`{"name":"VAN-101","metadata":{"label":"Crewe"},"ids":["a","b"],"on":false,"n":1.50,"object":{}}`), []byte(`{"name":"other","answered":"yes"}`), nil)
	want := map[string]string{"name": "VAN-101", "metadata.label": "Crewe", "ids": "2", "on": "false", "n": "1.50", "answered": "yes"}
	if len(got) != len(want) {
		t.Errorf("found %v", got)
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
}
