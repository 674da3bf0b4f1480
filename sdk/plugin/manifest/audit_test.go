package manifest_test

import (
	"slices"
	"testing"

	"outrider.dev/sdk/plugin/manifest"
)

func TestAuditSentence(t *testing.T) {
	moved := manifest.AuditSentence{Text: manifest.Text{"en": "{actor} moved {vehicle} to {metadata.label}", "de": "{actor} hat {vehicle} nach {metadata.label} verschoben"}}
	if got := moved.Values(); !slices.Equal(got, []string{"vehicle", "metadata.label"}) {
		t.Errorf("its values are %v", got)
	}
	values := map[string]string{"actor": "Ann", "vehicle": "VAN-101", "metadata.label": "Crewe {depot}"}
	if got, known := moved.Say("de", values); !known || got != "Ann hat VAN-101 nach Crewe {depot} verschoben" {
		t.Errorf("it says %q, %v", got, known)
	}
	delete(values, "vehicle")
	if got, known := moved.Say("en", values); known {
		t.Errorf("without its vehicle it says %q", got)
	}
}
