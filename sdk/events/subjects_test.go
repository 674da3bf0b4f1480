package events_test

import (
	"encoding/json"
	"testing"

	"outrider.dev/sdk/events"
)

func TestSubjects(t *testing.T) {
	for _, tc := range []struct {
		subject, stream, filter, consumer, eventType string
	}{
		{"telemetry", "TELEMETRY", "telemetry", "vehicles-telemetry", "telemetry"},
		{"device.status", "DEVICE", "device.status.*", "vehicles-device-status", "device.status"},
		{"device.command", "COMMANDS", "device.command.*", "vehicles-device-command", "device.command"},
		{"device.status.d1", "DEVICE", "device.status.d1", "vehicles-device-status-d1", "device.status"},
		{"event.identity.group", "EVENTS", "event.identity.group", "vehicles-event-identity-group", "event.identity.group"},
		{"elsewhere", "", "elsewhere", "vehicles-elsewhere", "elsewhere"},
	} {
		t.Run(tc.subject, func(t *testing.T) {
			if got := events.Stream(tc.subject); got != tc.stream {
				t.Errorf("Stream = %q, want %q", got, tc.stream)
			}
			if got := events.Filter(tc.subject); got != tc.filter {
				t.Errorf("Filter = %q, want %q", got, tc.filter)
			}
			if got := events.ConsumerName("vehicles", tc.subject); got != tc.consumer {
				t.Errorf("ConsumerName = %q, want %q", got, tc.consumer)
			}
			if got := events.Type(tc.subject); got != tc.eventType {
				t.Errorf("Type = %q, want %q", got, tc.eventType)
			}
		})
	}
}

func TestPartition_IsFNV1a(t *testing.T) {
	// 0xe40c292c is the published FNV-1a hash of "a".
	if got, want := events.Partition("a"), 0xe40c292c%64; got != want {
		t.Errorf("Partition(a) = %d, want %d", got, want)
	}
}

func TestValidToken(t *testing.T) {
	for id, want := range map[string]bool{"dev-1": true, "": false, "a.b": false, "a b": false, "*": false, ">": false, "a\n": false, "é": true} {
		if got := events.ValidToken(id); got != want {
			t.Errorf("ValidToken(%q) = %v, want %v", id, got, want)
		}
	}
}

func TestEvent_EnvelopeIsAsPublished(t *testing.T) {
	raw, err := json.Marshal(events.Event[events.GroupChanged]{ID: "1", Type: "event.identity.group", Version: 1, OrgID: "demo", Sequence: 9})
	if err != nil {
		t.Fatalf("marshal: %v", err)
	}
	want := `{"id":"1","type":"event.identity.group","version":1,"org_id":"demo","at":"0001-01-01T00:00:00Z",` +
		`"data":{"id":"","parent_id":"","label":"","path":"","deleted":false}}`
	if string(raw) != want {
		t.Errorf("envelope\n%s\nwant\n%s", raw, want)
	}
}
