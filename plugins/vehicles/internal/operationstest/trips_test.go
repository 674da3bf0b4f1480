package operationstest_test

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

func TestTrips(t *testing.T) {
	w := newWorld(t)
	w.now = time.Now().UTC().Truncate(time.Second)
	var list []events.Sample
	begins := w.now.Add(-50 * time.Minute)
	north := 53.0
	for i, kmh := range []float64{0, 60, 60, 60, 0, 0, 0, 0, 0, 0, 60, 60, 0} { // every minute
		north += kmh / 64 / 60 // a sixty-fourth is a number without a rest
		lat, lng, limit, on := north, -2.3574, 48.0, true
		list = append(list, events.Sample{Time: begins.Add(time.Duration(i) * time.Minute).UnixMilli(), SpeedKmh: &kmh, Ignition: &on, SpeedLimitKmh: &limit})
		if i > 0 {
			list[i].Lat, list[i].Lng, list[i].GPSValid = &lat, &lng, true
		}
	}
	must(t, w.store.MakePartition(t.Context(), begins))
	must(t, w.store.MakePartition(t.Context(), w.now))
	_, err := w.store.Take(t.Context(), "demo", []events.Telemetry{{DeviceID: "d1", ReceivedAt: w.now.UnixMilli(), Samples: list}})
	must(t, err)
	at := func(minute int) string {
		return begins.Add(time.Duration(minute) * time.Minute).Format("2006-01-02T15:04:05.000Z")
	}
	ask := "GET /api/org/demo/vehicles/hgv-1/trips?start_time=" + at(-60) + "&end_time=" + at(60)
	const spans = "POST /api/org/demo/vehicles/hgv-1/trips/spans"
	body := `{"start_time":"` + at(0) + `","end_time":"` + at(2) + `"}`
	w.run(t, []webtest.Scenario{
		{Name: "trips", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{
			`"Trips":[{"start_time":"` + at(1) + `","end_time":"` + at(4) + `","spanId":"hgv-1-`, `{"start_time":"` + at(10) + `","end_time":"` + at(12) + `"`, `"idle_s":0}`,
			`"Stops":[{"start_time":"` + at(4) + `","end_time":"` + at(10) + `","idle_s":360,"coords":{"lat":53.046875,"lng":-2.3574},"place":"At 53.0469"}]`,
			`"to":{"lat":53.046875,"lng":-2.3574,"place":"At 53.0469"},"driver_id":""`, `"Summary":{"distance_m":6949.69`, `"drive_s":300,"idle_s":420,"stand_s":0,"silent_s":5880,"trips":2,"top_speed":60,"over_s":300}`,
		}},
		{Name: "longer stops", As: viewer, Request: ask + "&stop_minutes=7", WantStatus: 200, WantBody: []string{`"Stops":[]`}},
		{Name: "stops of half a minute", As: viewer, Request: ask + "&stop_minutes=0", WantStatus: 422},
		{Name: "before them", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/trips?start_time=" + at(-9) + "&end_time=" + at(1), WantStatus: 200, WantBody: []string{`"Trips":[]`}},
		{Name: "of half a year", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/trips?start_time=1700000000&end_time=1717000000", WantStatus: 200, WantBody: []string{`"Trips":[]`}},
		{Name: "of 400 days", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/trips?start_time=1700000000&end_time=1734560000", WantStatus: 422, WantBody: []string{"366 days"}},
		{Name: "of a vehicle out of scope", As: caller("/demo/south/", "TrackVehicle"), Request: ask, WantStatus: 404},
		{Name: "without the permission", As: nobody, Request: ask, WantStatus: 403},

		{Name: "spans", As: viewer, Request: spans, Body: body, WantStatus: 200, WantBody: []string{
			`{"Spans":[{"timestamp":"` + at(0) + `","speed":0,"speed_limit":48,"gps":{"gps_valid":false,"coords":null,"gps_timestamp":null}},`,
			`{"timestamp":"` + at(1) + `","speed":60,"speed_limit":48,"gps":{"gps_valid":true,"coords":{"lat":53.015625,"lng":-2.3574},"gps_timestamp":"` + at(1) + `"}}],"more":false}`,
		}},
		{
			Name: "spans by Unix seconds", As: viewer, Request: spans, Body: fmt.Sprintf(`{"start_time":%d,"end_time":%d.5}`, begins.Unix(), begins.Add(2*time.Minute).Unix()),
			WantStatus: 200, WantBody: []string{`{"Spans":[{"timestamp":"` + at(0) + `","speed":0`},
		},
		{Name: "spans that begin long ago", As: viewer, Request: spans, Body: `{"start_time":17,"end_time":"` + at(2) + `"}`, WantStatus: 422, WantBody: []string{"body.start_time", "body.end_time"}},
		{Name: "spans backwards", As: viewer, Request: spans, Body: `{"start_time":"` + at(2) + `","end_time":"` + at(0) + `"}`, WantStatus: 422, WantBody: []string{"start time is greater than end time", "body.start_time"}},
		{Name: "spans of a week", As: viewer, Request: spans, Body: `{"start_time":"2026-01-01T00:00:00Z","end_time":"2026-01-08T00:00:00Z"}`, WantStatus: 422, WantBody: []string{"2 days"}},
		{Name: "spans of a vehicle out of scope", As: caller("/demo/south/", "TrackVehicle"), Request: spans, Body: body, WantStatus: 404},
		{Name: "spans without the permission", As: nobody, Request: spans, Body: body, WantStatus: 403},
	})
}
