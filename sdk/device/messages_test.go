package device_test

import (
	"errors"
	"strings"
	"testing"

	"outrider.dev/sdk/device"
)

const goodStatus = `{"model":"JH8","firmware":"4.2.0","components":[{"type":"camera","channels":[{"id":1,"name":"Road","enabled":true}],"dmsChannel":2}],
	"faults":[{"type":"storage","status":"error","text":"Card 1 cannot be written","context":{"medium":"sd","id":"1"}}],
	"network":{"type":"4g","signal":4},"configs":{"anything":[1,2]}}`

func TestParseStatus(t *testing.T) {
	got, err := device.ParseStatus([]byte(goodStatus))
	if err != nil {
		t.Fatalf("a good status is refused: %v", err)
	}
	if got.Model != "JH8" || got.Components[0].Channels[0].Name != "Road" || got.Faults[0].Context.Medium != "sd" || got.Network.Signal != 4 {
		t.Errorf("read %+v", got)
	}
	for _, tc := range []struct{ name, old, new, want string }{
		{"no model", `"model":"JH8",`, ``, "model is missing"},
		{"model of 65 bytes", `"JH8"`, `"` + strings.Repeat("x", 65) + `"`, "model must have at most 64 bytes"},
		{"channel 9", `"id":1,"name"`, `"id":9,"name"`, "components[0].channels[0].id must be from 1 to 8, not 9"},
		{"text for a channel", `"id":1,"name"`, `"id":"1","name"`, "components.channels.id must be a whole number, not a string"},
		{"a channel that is maybe enabled", `"enabled":true`, `"enabled":"maybe"`, "components.channels.enabled must be true or false, not a string"},
		{"a channel that is enabled by number", `"enabled":true`, `"enabled":1`, "components.channels.enabled must be true or false, not a number"},
		{"an unknown fault", `"type":"storage"`, `"type":"engine"`, `faults[0].type must be one of storage, camera`},
		{"six bars", `"signal":4`, `"signal":6`, "network.signal must be from 0 to 5, not 6"},
		{"faults is text", `"faults":[{`, `"faults":"none","x":[{`, "faults must be an array, not a string"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := device.ParseStatus([]byte(strings.Replace(goodStatus, tc.old, tc.new, 1)))
			wantRefusal(t, err, tc.want)
		})
	}
}

// TestChannelEnabledAsText reads what some models send instead of true and false.
func TestChannelEnabledAsText(t *testing.T) {
	for text, want := range map[string]bool{`true`: true, `"true"`: true, `false`: false, `"false"`: false} {
		got, err := device.ParseStatus([]byte(strings.Replace(goodStatus, `"enabled":true`, `"enabled":`+text, 1)))
		if err != nil {
			t.Errorf("enabled %s is refused: %v", text, err)
		} else if got.Components[0].Channels[0].Enabled != want {
			t.Errorf("enabled %s is read as %v", text, !want)
		}
	}
}

func TestParseEvent(t *testing.T) {
	const good = `{"id":"e-1","type":"imualert","time":"2026-03-04T08:59:58Z","duration_ms":900,"lat":53.4,"lng":-2.3,"speed_kmh":61,
		"labels":[{"name":"harsh_braking","probability":0.93}],"accel_g":{"x":-0.36,"y":0.02,"z":1.01}}`
	got, err := device.ParseEvent([]byte(good), now)
	if err != nil || got.Labels[0].Name != "harsh_braking" || got.AccelG.X != -0.36 || *got.Lat != 53.4 {
		t.Fatalf("read %+v, %v", got, err)
	}
	for _, tc := range []struct{ name, old, new, want string }{
		{"no id", `"id":"e-1",`, ``, "id is missing"},
		{"an unknown type", `imualert`, `earthquake`, "type must be one of collision"},
		{"an unknown label", `harsh_braking`, `harsh_parking`, "labels[0].name must be one of severe_braking"},
		{"more than sure", `0.93`, `1.1`, "labels[0].probability must be from 0 to 1"},
		{"an I/O alert without its pin", `imualert`, `ioalert`, "pin must be from 1 to 8, not 0"},
		{"longer than a day", `900`, `86400001`, "duration_ms must be from 0 to 86400000"},
		{"too old", `2026-03`, `2024-03`, "time is more than 400 days ago"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := device.ParseEvent([]byte(strings.Replace(good, tc.old, tc.new, 1)), now)
			wantRefusal(t, err, tc.want)
		})
	}
}

func TestParseEvent_ByAFormerName(t *testing.T) {
	for former, want := range map[string]string{
		"HarshDriving": "imualert", "HarshBraking": "imualert harsh_braking", "HarshLeftTurn": "imualert harsh_left_turn", "HarshRightTurn": "imualert harsh_right_turn",
		"DMS": "dmsdistractionalert", "Potential Collision": "low_speed_potential_impact",
	} {
		e, err := device.ParseEvent([]byte(`{"id":"e-1","type":"`+former+`","time":"2026-03-04T08:59:58Z"}`), now)
		got := e.Type
		for _, label := range e.Labels {
			got += " " + label.Name
		}
		if err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", former, got, err, want)
		}
	}
}

func TestParseReply(t *testing.T) {
	got, err := device.ParseReply([]byte(`{"id":"c-1","status":"progress","progress":40,"data":{"part":3}}`))
	if err != nil || *got.Progress != 40 || string(got.Data) != `{"part":3}` {
		t.Errorf("read %+v, %v", got, err)
	}
	_, err = device.ParseReply([]byte(`{"id":"c-1","status":"maybe"}`))
	wantRefusal(t, err, "status must be one of accepted, progress, done, failed")
}

func TestParseTopic(t *testing.T) {
	if id, kind, ok := device.ParseTopic("devices/d-1/telemetry"); id != "d-1" || kind != "telemetry" || !ok {
		t.Errorf("read %q %q %v", id, kind, ok)
	}
	for _, topic := range []string{"", "devices", "devices/", "devices//telemetry", "devices/d-1", "devices/d-1/", "devices/d-1/a/b", "x/d-1/telemetry"} {
		if _, _, ok := device.ParseTopic(topic); ok {
			t.Errorf("%q passes for a device's topic", topic)
		}
	}
}

func FuzzParseMessages(f *testing.F) {
	f.Add([]byte(goodStatus))
	f.Add([]byte(`{"id":"e","type":"collision","time":1772614800000}`))
	f.Add([]byte(`{"id":"c","status":"done"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		_, status := device.ParseStatus(raw)
		_, event := device.ParseEvent(raw, now)
		_, reply := device.ParseReply(raw)
		for _, err := range []error{status, event, reply} {
			if _, ok := errors.AsType[device.Rejected](err); err != nil && !ok {
				t.Fatalf("an error that is no refusal: %v", err)
			}
		}
	})
}

func wantRefusal(t *testing.T, err error, want string) {
	t.Helper()
	if _, ok := errors.AsType[device.Rejected](err); !ok || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
