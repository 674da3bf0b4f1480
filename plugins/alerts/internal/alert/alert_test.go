package alert_test

import (
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
)

func TestFrom(t *testing.T) {
	for _, tc := range []struct {
		name     string
		event    events.DeviceEvent
		label    string
		subtype  string
		severity int
	}{
		{"the surest label counts", events.DeviceEvent{Type: "imualert", Labels: []events.EventLabel{{Name: "harsh_braking", Probability: 0.4}, {Name: "severe_braking", Probability: 0.6}}}, "severe_braking", "", alert.Severe},
		{"0.30 g forwards is harsh braking", events.DeviceEvent{Type: "imualert", AccelG: &events.Acceleration{X: -0.30, Z: 1}}, "harsh_braking", "", alert.Harsh},
		{"0.45 g is severe", events.DeviceEvent{Type: "imualert", AccelG: &events.Acceleration{X: 0.45, Z: 1}}, "severe_acceleration", "", alert.Severe},
		{"0.34 g sideways is nothing", events.DeviceEvent{Type: "imualert", AccelG: &events.Acceleration{Y: 0.34, Z: 1}}, "", "", alert.Moderate},
		{"0.50 g to the left is a severe turn", events.DeviceEvent{Type: "imualert", AccelG: &events.Acceleration{Y: 0.5, Z: 1}}, "severe_left_turn", "", alert.Severe},
		{"0.60 g upwards is a bump", events.DeviceEvent{Type: "imualert", AccelG: &events.Acceleration{Z: 1.6}}, "severe_bump", "", alert.Severe},
		{"driver monitoring has subtypes", events.DeviceEvent{Type: "dmsfatiguealert", Labels: []events.EventLabel{{Name: "yawn", Probability: 0.9}}}, "yawn", "yawn", alert.Harsh},
		{"an input is plain", events.DeviceEvent{Type: "ioalert", Pin: 3}, "", "", alert.Plain},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, err := alert.From("demo", tc.event)
			if err != nil {
				t.Fatal(err)
			}
			if a.PredictionLabel != tc.label || a.AlertSubtype != tc.subtype || a.Severity != tc.severity {
				t.Errorf("is %q, %q, severity %d", a.PredictionLabel, a.AlertSubtype, a.Severity)
			}
		})
	}
}

func TestFrom_RefusesWhatNoAlertIs(t *testing.T) {
	for name, e := range map[string]events.DeviceEvent{
		"an unknown type":    {Type: "sunset"},
		"a probability of 7": {Type: "imualert", Labels: []events.EventLabel{{Name: "harsh_braking", Probability: 7}}},
	} {
		if _, err := alert.From("demo", e); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestIDOfEvent(t *testing.T) {
	if first, again := alert.IDOfEvent("demo", "d1", "e1"), alert.IDOfEvent("demo", "d1", "e1"); first != again {
		t.Errorf("the same event has two ids, %s and %s", first, again)
	}
	if alert.IDOfEvent("demo", "d1", "e1") == alert.IDOfEvent("rival", "d1", "e1") || alert.IDOfEvent("demo", "d1", "1e1") == alert.IDOfEvent("demo", "d11", "e1") {
		t.Error("two events have one id")
	}
}
