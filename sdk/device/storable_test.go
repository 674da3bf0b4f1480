package device_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/device"
)

// What a database would refuse later is refused at once, by name: it is the device's mistake, and stops nobody's work.
func TestParse_RefusesWhatCannotBeStored(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct{ name, text, want string }{
		{"an event's id", `{"id":"e\u0000","type":"collision","time":"2026-11-22T11:59:00Z"}`, "id holds what cannot be stored"},
		{"a label of an event", `{"id":"e1","type":"collision","time":"2026-11-22T11:59:00Z","labels":[{"name":"\ud800","probability":1}]}`, "labels[0].name holds what cannot be stored"},
	} {
		if _, err := device.ParseEvent([]byte(tc.text), now); err == nil || err.Error() != tc.want {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
	for _, tc := range []struct{ name, text, want string }{
		{"a model", `{"model":"m\u0000"}`, "model holds what cannot be stored"},
		{"a config", `{"configs":{"io|1":{"name":"\u0000"}}}`, "configs.io|1.name holds what cannot be stored"},
		{"a config beyond measure", `{"configs":{"imu":{"g":1e400000}}}`, "configs.imu.g holds what cannot be stored"},
	} {
		if _, err := device.ParseStatus([]byte(tc.text)); err == nil || err.Error() != tc.want {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
	}
	if _, err := device.ParseReply([]byte(`{"id":"\u0000"}`)); err == nil || err.Error() != "id holds what cannot be stored" {
		t.Errorf("a reply: %v", err)
	}
}
