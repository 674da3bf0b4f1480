package events_test

import (
	"encoding/json"
	"slices"
	"testing"

	"outrider.dev/sdk/events"
)

// Each name is that of the reading in JSON, and of no other.
func TestSaid(t *testing.T) {
	for _, name := range events.SaidNames {
		value := "1"
		if slices.Contains([]string{"charging", "driver_belt", "passenger_belt"}, name) {
			value = "false"
		}
		text := `{"can":{"` + name + `":` + value + `}}`
		if name == "fuel_percent" {
			text = `{"` + name + `":0}`
		}
		var s events.Sample
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if got := s.Said().Names(); !slices.Equal(got, []string{name}) {
			t.Errorf("%s says %v", text, got)
		}
	}
	if said := (&events.Sample{}).Said(); said != 0 {
		t.Errorf("nothing says %v", said.Names())
	}
}
