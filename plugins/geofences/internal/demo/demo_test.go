package demo

import (
	"testing"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// TestFences holds what is planted to what a person may save.
func TestFences(t *testing.T) {
	for _, f := range fences() {
		if err := shape.Validate(f.Shape); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		if _, _, err := fence.NewClock(f.Period); err != nil || f.Triggers.None() || f.Name == "" {
			t.Errorf("%s: a period, triggers or name that cannot be saved: %v", f.Name, err)
		}
	}
}
