package fleet_test

import (
	"testing"

	"outrider.dev/sdk/fleet"
)

func TestPlaceIn(t *testing.T) {
	for _, c := range []struct{ language, name, want string }{
		{"de", fleet.Near("Crewe"), "bei Crewe"},
		{"es", "near Crewe", "cerca de Crewe"},
		{"fr", "near Crewe", "près de Crewe"},
		{"nl", "near Crewe", "nabij Crewe"},
		{"en", "near Crewe", "near Crewe"},
		{"en-US", fleet.PlaceNotKnown, "Not known"},
		{"de", fleet.PlaceNotKnown, "Nicht bekannt"},
		{"de", "Nearby", "Nearby"},
		{"de", "", ""},
	} {
		if got := fleet.PlaceIn(c.language, c.name); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.language, c.name, got, c.want)
		}
	}
}
