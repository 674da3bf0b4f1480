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
	moved := audit.Record{ActorName: "Ann", Operation: "PUT /v", ObjectID: "v1", Told: &web.Told{
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
	set := audit.Record{Operation: "PUT /s", ObjectID: "vehicles", Told: &web.Told{Changes: []web.Change{{Field: "viewVehicle"}, {Field: "days"}}}}
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
