package api_test

import (
	"context"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web/webtest"
)

// german is an organisation that the host knows, with the driver app; rival is one without.
type german struct{}

func (german) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo", CountryCode: "DE", Zone: "Europe/Berlin", Services: []string{"safetyCentre", "go"}}, {ID: "rival", Services: []string{"safetyCentre"}}}, nil
}

// drive has d1 go at a speed in a limit of 50 for half a minute.
func (w *world) drive(watch *speeding.Watch, id string, kmh float64, from time.Duration) {
	w.t.Helper()
	limit := 50.0
	var samples []events.Sample
	for i := range 7 {
		at, speed := w.now.Add(-from+time.Duration(i)*5*time.Second).UnixMilli(), kmh
		if i > 3 {
			speed = 40
		}
		samples = append(samples, events.Sample{Time: at, SpeedKmh: &speed, SpeedLimitKmh: &limit})
	}
	message := events.Telemetry{DeviceID: "d1", OrgID: "demo", ReceivedAt: w.now.UnixMilli(), Samples: samples}
	must(w.t, watch.Telemetry(w.t.Context(), []events.Event[events.Glance]{{ID: id, OrgID: "demo", Data: events.GlanceAt(message)}}))
}

// TestBands has an organisation choose from which overspeed on alerts are raised, and go back to its country's.
func TestBands(t *testing.T) {
	w := newWorld(t)
	boss := caller("/demo/", append([]string{"updateOrg"}, everything...)...)
	fleet := replica.New(w.db, nil, "alerts")
	passing := w.now
	watch := speeding.NewWatch(postgres.SpeedingStore{Store: w.store, Vehicles: fleet}, german{}, w.store, w.notifier, func() time.Time { return passing })
	const path = "/api/org/demo/alerts/speeding/bands"
	w.drive(watch, "1", 57, 50*time.Minute) // 7 over: within Germany's 8
	webtest.Scenario{Name: "country", As: boss, Request: "GET " + path, WantStatus: 200, WantBody: []string{`"bands_kmh":[8,16,24],"source":"country"`}}.Run(t, w.Router)
	for _, s := range []webtest.Scenario{
		{Name: "not mine to choose", As: admin, Request: "PUT " + path, Body: `{"bands_kmh":[3,6,9]}`, WantStatus: 403},
		{Name: "falling", As: boss, Request: "PUT " + path, Body: `{"bands_kmh":[9,6,3]}`, WantStatus: 422},
		{Name: "two", As: boss, Request: "PUT " + path, Body: `{"bands_kmh":[3,6]}`, WantStatus: 422},
		{Name: "own", As: boss, Request: "PUT " + path, Body: `{"bands_kmh":[3,6,9]}`, WantStatus: 200, WantBody: []string{`"bands_kmh":[3,6,9],"source":"organisation"`}},
	} {
		s.Run(t, w.Router)
	}
	passing = passing.Add(2 * time.Minute)
	w.drive(watch, "2", 57, 40*time.Minute)
	severities, total := w.found(admin, "page_num=1", `{"filters":{"kind":"speeding"}}`, "severity")
	if total != 1 || severities[0] != 2.0 {
		t.Errorf("%v alerts, severity %v", total, severities)
	}
	id, _ := w.found(admin, "page_num=1", `{"filters":{"kind":"speeding"}}`, "alert_id")
	webtest.Scenario{Name: "explained", As: admin, Request: "GET /api/org/demo/alerts/" + id[0].(string), WantStatus: 200, WantBody: []string{`"band_kmh":3,"band_source":"organisation"`}}.Run(t, w.Router)
	webtest.Scenario{Name: "back", As: boss, Request: "PUT " + path, Body: `{"bands_kmh":[]}`, WantStatus: 200, WantBody: []string{`"source":"country"`}}.Run(t, w.Router)
	passing = passing.Add(2 * time.Minute)
	w.drive(watch, "3", 57, 20*time.Minute)
	if _, total := w.found(admin, "page_num=1", `{"filters":{"kind":"speeding"}}`, "severity"); total != 1 {
		t.Errorf("%v alerts", total)
	}
}

// TestSilence has a vehicle's device go silent while it is too fast: what goes on is over a quarter of an hour later, as far as it was seen.
func TestSilence(t *testing.T) {
	w := newWorld(t)
	passing := w.now
	watch := speeding.NewWatch(postgres.SpeedingStore{Store: w.store, Vehicles: replica.New(w.db, nil, "alerts")}, german{}, w.store, w.notifier, func() time.Time { return passing })
	limit, speed := 50.0, 80.0
	var samples []events.Sample
	for i := range 4 {
		samples = append(samples, events.Sample{Time: w.now.Add(time.Duration(i-4) * 5 * time.Second).UnixMilli(), SpeedKmh: &speed, SpeedLimitKmh: &limit})
	}
	message := events.Telemetry{DeviceID: "d1", OrgID: "demo", ReceivedAt: w.now.UnixMilli(), Samples: samples}
	must(t, watch.Telemetry(t.Context(), []events.Event[events.Glance]{{ID: "fast", OrgID: "demo", Data: events.GlanceAt(message)}}))
	for _, step := range []struct {
		after  time.Duration
		lasted any
	}{{14 * time.Minute, nil}, {2 * time.Minute, 15_000.0}, {time.Hour, 15_000.0}} {
		passing = passing.Add(step.after)
		must(t, watch.EndSilent(t.Context()))
		if lasted, total := w.found(admin, "page_num=1", `{"filters":{"kind":"speeding"}}`, "duration_ms"); total != 1 || lasted[0] != step.lasted {
			t.Errorf("%v after the last sample: %v alerts, which lasted %v ms", passing.Sub(w.now), total, lasted)
		}
	}
}

// TestSpeeding_OfADeviceThatIsNotKnownYet has samples come before the copy of the fleet has heard of their device: they are refused, and raise an alert once it has.
func TestSpeeding_OfADeviceThatIsNotKnownYet(t *testing.T) {
	w := newWorld(t)
	fleet := replica.New(w.db, nil, "alerts")
	watch := speeding.NewWatch(postgres.SpeedingStore{Store: w.store, Vehicles: fleet}, german{}, w.store, w.notifier, func() time.Time { return w.now })
	limit, fast, slow := 50.0, 80.0, 40.0
	var samples []events.Sample
	for i := range 7 {
		speed := &fast
		if i > 3 {
			speed = &slow
		}
		samples = append(samples, events.Sample{Time: w.now.Add(time.Duration(i-60) * 5 * time.Second).UnixMilli(), SpeedKmh: speed, SpeedLimitKmh: &limit})
	}
	message := events.Telemetry{DeviceID: "new", OrgID: "demo", ReceivedAt: w.now.UnixMilli(), Samples: samples}
	batch := []events.Event[events.Glance]{{ID: "first", OrgID: "demo", Data: events.GlanceAt(message)}}
	if err := watch.Telemetry(t.Context(), batch); err == nil {
		t.Fatal("samples of an unknown device are taken")
	}
	must(t, fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1_000, Data: events.DeviceChanged{
		ID: "new", VehicleID: "v-north", Assignments: []events.Assignment{{VehicleID: "v-north", FromMs: 1}},
	}}))
	must(t, watch.Telemetry(t.Context(), batch))
	if _, total := w.found(admin, "page_num=1", `{"filters":{"kind":"speeding"}}`, "severity"); total != 1 {
		t.Errorf("%v alerts", total)
	}
}
