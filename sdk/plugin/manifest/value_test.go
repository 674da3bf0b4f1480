package manifest_test

import (
	"testing"

	"outrider.dev/sdk/plugin/manifest"
)

func TestField_Accepts(t *testing.T) {
	for _, tc := range []struct {
		kind      string
		good, bad any
	}{
		{manifest.KindText, "a", 1.0},
		{manifest.KindVehicle, "v-1", true},
		{manifest.KindNumber, 1.5, "1.5"},
		{manifest.KindDuration, 60.0, "1 min"},
		{manifest.KindBoolean, false, "no"},
		{manifest.KindTime, "2026-03-04T05:06:07.123Z", "2026-03-04"},
		{manifest.KindDay, "2026-03-04", "4 March"},
		{manifest.KindChoice, "in", "above"},
		{manifest.KindPlace, map[string]any{"lat": 1.0, "lng": 2.0}, map[string]any{"lat": 1.0}},
	} {
		f := manifest.Field{Key: "k", Kind: tc.kind, Choices: []manifest.Choice{{Value: "in"}}}
		if !f.Accepts(tc.good) || !f.Accepts(nil) || f.Accepts(tc.bad) {
			t.Errorf("%s takes %v: %t, %v: %t", tc.kind, tc.good, f.Accepts(tc.good), tc.bad, f.Accepts(tc.bad))
		}
	}
}
