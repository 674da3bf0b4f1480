package fleettest_test

import (
	"testing"

	"outrider.dev/sdk/events"
)

func TestApplyConnections(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north").ID
	f.device("d1", v)
	f.device("d2", v)
	apply := func(batch ...events.DeviceConnection) []int {
		t.Helper()
		unknown, err := f.ApplyConnections(t.Context(), "demo", batch)
		must(t, err)
		return unknown
	}
	state := func(id string) string {
		return text(f.lines("demo", `SELECT connected || ' ' || connection_ms || ' ' || heard_ms FROM vehicles.presence WHERE device_id = '`+id+`'`))
	}
	unknown := apply(
		events.DeviceConnection{DeviceID: "d1", Connected: true, At: 10}, events.DeviceConnection{DeviceID: "nobody", At: 10},
		events.DeviceConnection{DeviceID: "d1", At: 20}, events.DeviceConnection{DeviceID: "d2", At: 30},
	)
	equal(t, "unknown devices", text(unknown), "[1]")
	equal(t, "d1, which came and went", state("d1"), "[false 20 10]")
	equal(t, "d2, which only went", state("d2"), "[false 30 0]")
	apply(events.DeviceConnection{DeviceID: "d1", Connected: true, At: 15})
	equal(t, "d1 after late news", state("d1"), "[false 20 15]")
	apply(events.DeviceConnection{DeviceID: "d1", Connected: true, At: 40})
	equal(t, "d1 after it came back", state("d1"), "[true 40 40]")
	told := text(f.lines("demo", `SELECT (data->>'device_id') || ' ' || (data->>'online') || ' ' || (data->>'at_ms') FROM vehicles.outbox WHERE subject = 'event.vehicles.presence' AND data->>'vehicle_id' = '`+v+`' ORDER BY seq`))
	equal(t, "who is told to have come or gone", told, "[d1 true 40]")
	apply(events.DeviceConnection{DeviceID: "d1", At: 50}, events.DeviceConnection{DeviceID: "d2", Connected: true, At: 50})
	told = text(f.lines("demo", `SELECT (data->>'device_id') || ' ' || (data->>'online') FROM vehicles.outbox WHERE subject = 'event.vehicles.presence' ORDER BY seq OFFSET 1`))
	equal(t, "who is told of both", told, "[d1 false d2 true]")
	equal(t, "nobody at all", text(apply(events.DeviceConnection{DeviceID: "nobody"})), "[0]")
}

// Who sets off and who parks is told once each, of the device that speaks for its vehicle.
func TestDrivingIsTold(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north").ID
	f.device("d1", v)
	f.device("d2", v)
	f.device("loose", "")
	drive := func(device string, speed float64, ignition bool, secondsAgo ...int) {
		t.Helper()
		m := f.message(device, secondsAgo...)
		for i := range m.Samples {
			m.Samples[i].SpeedKmh, m.Samples[i].Ignition = &speed, &ignition
		}
		f.take(m)
	}
	told := func() string {
		return text(f.lines("demo", `SELECT (data->>'device_id') || ' ' || (data->>'driving') || ' ' || (? - (data->>'at_ms')::bigint) / 1000 FROM vehicles.outbox
			WHERE subject = 'event.vehicles.driving' AND data->>'vehicle_id' = ? ORDER BY seq`, f.now.UnixMilli(), v))
	}
	for _, device := range []string{"d1", "d2", "loose"} {
		drive(device, 0, false, 3000, 2990)
	}
	equal(t, "parked from the start", told(), "[]")
	for _, device := range []string{"d1", "d2", "loose"} {
		drive(device, 50, true, 2000, 1990, 1980)
	}
	equal(t, "it sets off", told(), "[d1 true 2000]")
	drive("d1", 0, true, 1970) // at a light
	drive("d1", 40, true, 1960)
	drive("d1", 0, false, 1900, 1890)
	equal(t, "it parks", told(), "[d1 true 2000 d1 false 1960]")
	drive("d1", 60, true, 1000)
	drive("d1", 60, true, 300) // silent for longer than a trip may be
	equal(t, "one trip ends unheard", told(), "[d1 true 2000 d1 false 1960 d1 true 1000 d1 false 1000 d1 true 300]")
	drive("d1", 60, true, 900)
	equal(t, "late samples change nothing", told(), "[d1 true 2000 d1 false 1960 d1 true 1000 d1 false 1000 d1 true 300]")
}
