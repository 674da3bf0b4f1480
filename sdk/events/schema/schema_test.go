package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/events/schema"
	"outrider.dev/sdk/plugin/manifest"
)

const note = `{"title":"Note","type":"object","required":["id"],"properties":{"id":{"type":"string"},"stars":{"type":"integer","maximum":5}}}`

func TestEmitted(t *testing.T) {
	for _, tc := range []struct {
		name, file, content, want string
	}{
		{"good", "events/note.schema.json", note, ""},
		{"no schema", "events/other.schema.json", note, "event.logbook.note needs a JSON Schema of its data"},
		{"no JSON", "events/note.schema.json", "{", "is not JSON"},
		{"no title", "events/note.schema.json", `{"type":"object"}`, "with a title"},
		{"no schema of JSON Schema", "events/note.schema.json", `{"title":"Note","type":"object","properties":7}`, "is not a schema"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := manifest.Manifest{ID: "logbook", Events: manifest.Events{Emits: []string{"event.logbook.note", "device.command"}}}
			_, err := schema.Emitted(m, fstest.MapFS{tc.file: {Data: []byte(tc.content)}})
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("Emitted = %v, want %q", err, tc.want)
			}
		})
	}
}

func TestNeeded(t *testing.T) {
	for subject, want := range map[string]bool{
		"event.logbook.note": true, "event.vehicles.vehicle": false, "event.identity.group": false, "device.event": false, "telemetry": false, "event.a.b.c": false, "event.logbook.raised": false,
		"event.*.raised": false,
	} {
		if got := schema.Needed(subject); got != want {
			t.Errorf("Needed(%s) = %t, want %t", subject, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	s, err := schema.Parse("event.logbook.note", []byte(note))
	if err != nil {
		t.Fatal(err)
	}
	for data, good := range map[string]bool{`{"id":"a","stars":5}`: true, `{"stars":5}`: false, `{"id":"a","stars":6}`: false, `[]`: false, `{`: false} {
		if err := s.Check([]byte(data)); (err == nil) != good {
			t.Errorf("Check(%s) = %v", data, err)
		}
	}
}

// TestRaised holds the Go type of raised alerts to its schema.
func TestRaised(t *testing.T) {
	s, err := schema.Raised()
	if err != nil {
		t.Fatal(err)
	}
	number := 50.5
	for name, one := range map[string]struct {
		alert events.AlertRaised
		good  bool
	}{
		"the least": {events.AlertRaised{ID: "1", Type: "late", VehicleID: "v", TimeMs: 1}, true},
		"all of it": {events.AlertRaised{
			ID: "1", Type: "late", VehicleID: "v", DeviceID: "d", TimeMs: 5, StartMs: 5, EndMs: 6, Lat: &number, Lng: &number, SpeedKmh: &number, SpeedLimitKmh: &number, HeadingDeg: &number,
			Subtype: "night", Severity: "severe", About: &events.AlertAbout{ID: "g", Name: "Yard"}, Shape: &events.AlertShape{Type: "circle", Center: &events.Place{Lat: 1, Lng: 2}, RadiusM: 20},
			Values: map[string]any{"door": "rear", "open_s": 5, "known": true},
		}, true},
		"no vehicle":         {events.AlertRaised{ID: "1", Type: "late", TimeMs: 1}, false},
		"a severity of none": {events.AlertRaised{ID: "1", Type: "late", VehicleID: "v", TimeMs: 1, Severity: "dire"}, false},
		"two corners":        {events.AlertRaised{ID: "1", Type: "late", VehicleID: "v", TimeMs: 1, Shape: &events.AlertShape{Type: "polygon", Points: make([]events.Place, 2)}}, false},
		"a list of values":   {events.AlertRaised{ID: "1", Type: "late", VehicleID: "v", TimeMs: 1, Values: map[string]any{"doors": []int{1}}}, false},
	} {
		raw, err := json.Marshal(one.alert)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(raw); (err == nil) != one.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
