package operationstest_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// router is of caller a viewer who may take routes away as well.
var exporter = caller("/demo/", "viewVehicle", "TrackVehicle", "ViewVehicleRoutes")

// driveOnce has d1 drive for four minutes, be silent for twelve and drive on for two.
func (w *world) driveOnce(t *testing.T) (at func(minute int) string) {
	t.Helper()
	w.now = time.Now().UTC().Truncate(time.Second)
	begins := w.now.Add(-50 * time.Minute)
	north := 53.0
	var list []events.Sample
	for _, minute := range []int{0, 1, 2, 3, 4, 16, 17, 18} {
		north += 1.0 / 64
		lat, lng, speed, limit, on, fuel := north, -2.25, 60.5, 48.0, minute != 4, 46.0
		list = append(list, events.Sample{
			Time: begins.Add(time.Duration(minute) * time.Minute).UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, SpeedLimitKmh: &limit, Ignition: &on, FuelPercent: &fuel,
		})
	}
	list[1].Lat, list[1].Lng, list[1].SpeedKmh = nil, nil, nil
	must(t, w.store.MakePartition(t.Context(), begins))
	must(t, w.store.MakePartition(t.Context(), w.now))
	_, err := w.store.Take(t.Context(), "demo", []events.Telemetry{{DeviceID: "d1", ReceivedAt: w.now.UnixMilli(), Samples: list}})
	must(t, err)
	return func(minute int) string {
		return begins.Add(time.Duration(minute) * time.Minute).Format("2006-01-02T15:04:05.000Z")
	}
}

func (w *world) body(t *testing.T, as web.CallerInfo, request, body string) []byte {
	t.Helper()
	answer := webtest.Do(t, w.Router, as, request, body, nil)
	if answer.Code != 200 {
		t.Fatalf("%s: %d %s", request, answer.Code, answer.Body)
	}
	return answer.Body.Bytes()
}

func TestTrack(t *testing.T) {
	w := newWorld(t)
	at := w.driveOnce(t)
	ask := "GET /api/org/demo/vehicles/hgv-1/track?start_time=" + at(0) + "&end_time=" + at(60)
	var got struct {
		Zone     string
		Readings int
		StepMs   int64 `json:"step_ms"`
		Chunks   []struct {
			N                       int
			T, Lat, Speed, Limit    []*int64
			Heading, Ignition, Fuel []*int64
		}
	}
	if err := json.Unmarshal(w.body(t, viewer, ask, ""), &got); err != nil {
		t.Fatal(err)
	}
	c := got.Chunks[0]
	if got.Readings != 8 || c.N != 8 || got.StepMs != 0 || got.Zone == "" || len(c.T) != 8 || *c.T[1] != 60_000 || c.Lat[1] != nil || *c.Lat[2] != 31250 || *c.Speed[0] != 605 || *c.Speed[2] != 0 {
		t.Errorf("the track is %+v", got)
	}
	if c.Heading != nil || *c.Ignition[4] != -1 || *c.Ignition[5] != 1 || *c.Fuel[0] != 460 {
		t.Errorf("columns: heading %v, ignition %v, fuel %v", c.Heading, c.Ignition, c.Fuel)
	}
	w.run(t, []webtest.Scenario{
		{Name: "empty", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/track?start_time=" + at(-20) + "&end_time=" + at(-10), WantStatus: 200, WantBody: []string{`"chunks":[],"readings":0}`}},
		{Name: "backwards", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/track?start_time=" + at(1) + "&end_time=" + at(0), WantStatus: 422, WantBody: []string{"start time is greater than end time"}},
		{Name: "400 days", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/track?start_time=1700000000&end_time=1734560000", WantStatus: 422, WantBody: []string{"366 days"}},
		{Name: "out of scope", As: caller("/demo/south/", "TrackVehicle"), Request: ask, WantStatus: 404},
		{Name: "without the permission", As: nobody, Request: ask, WantStatus: 403},
		{Name: "a file without the right to routes", As: viewer, Request: strings.Replace(ask, "/track?", "/track/file?", 1), WantStatus: 403},
		{Name: "a file of no kind", As: exporter, Request: strings.Replace(ask, "/track?", "/track/file?format=pdf&", 1), WantStatus: 422},
		{Name: "positions out of scope", As: caller("/demo/south/", "TrackVehicle"), Request: "POST /api/org/demo/vehicles/positions", Body: `{"vehicle_ids":["hgv-1"],"start_time":"` + at(0) + `","end_time":"` + at(60) + `"}`, WantStatus: 200, WantBody: []string{`{"count":0,"done":true}`}},
		{Name: "positions of 400 days", As: viewer, Request: "POST /api/org/demo/vehicles/positions", Body: `{"start_time":"1700000000","end_time":"1734560000"}`, WantStatus: 422, WantBody: []string{"366 days"}},
		{Name: "ignition", As: viewer, Request: "POST /api/org/demo/vehicles/tracking/ignition", Body: `{"vehicle_ids":["hgv-1"],"from":"` + at(0) + `","to":"` + at(60) + `"}`, WantStatus: 200, WantBody: []string{`"off",{"lat":53.078125,"lng":-2.25},240]`, `"on",{"lat":53.09375,"lng":-2.25},720]`, `"count":2,"done":true`}},
	})
	lines := strings.Split(strings.TrimSpace(string(w.body(t, viewer, "POST /api/org/demo/vehicles/positions", `{"start_time":"`+at(0)+`","end_time":"`+at(60)+`","step_s":300}`))), "\n")
	if len(lines) != 2 || strings.Count(lines[0], "[1") != 2+1 && strings.Count(lines[0], ",60.5,") < 2 || !strings.Contains(lines[1], `"done":true`) {
		t.Errorf("positions are %q", lines)
	}
	// The drive goes north by 1/32 of a degree a step; the box holds its third place alone.
	boxed := string(w.body(t, viewer, "POST /api/org/demo/vehicles/positions", `{"start_time":"`+at(0)+`","end_time":"`+at(60)+`","box":{"west":-2.3,"south":40,"east":-2.2,"north":50}}`))
	if boxed != `{"count":0,"done":true}`+"\n" {
		t.Errorf("positions of a box where nobody was are %q", boxed)
	}
}

func TestTrackFile(t *testing.T) {
	w := newWorld(t)
	at := w.driveOnce(t)
	ask := func(format string) []byte {
		return w.body(t, exporter, "GET /api/org/demo/vehicles/hgv-1/track/file?format="+format+"&start_time="+at(0)+"&end_time="+at(60), "")
	}
	table, err := csv.NewReader(bytes.NewReader(ask("csv"))).ReadAll()
	must(t, err)
	if len(table) != 9 || table[0][0] != "time_utc" || table[1][0] != at(0) || table[2][2] != "" || table[1][4] != "60.5" || table[5][8] != "off" {
		t.Errorf("CSV %v", table)
	}
	var gpx struct {
		Segments []struct {
			Points []struct {
				Lat  float64 `xml:"lat,attr"`
				Time string  `xml:"time"`
			} `xml:"trkpt"`
		} `xml:"trk>trkseg"`
	}
	must(t, xml.Unmarshal(ask("gpx"), &gpx))
	if len(gpx.Segments) != 2 || len(gpx.Segments[0].Points) != 4 || len(gpx.Segments[1].Points) != 3 || gpx.Segments[1].Points[0].Time != at(16) {
		t.Errorf("GPX %+v; want the silence between two segments", gpx)
	}
	var kml struct {
		Tracks []struct {
			When  []string `xml:"when"`
			Coord []string `xml:"coord"`
		} `xml:"Document>Placemark>MultiTrack>Track"`
	}
	must(t, xml.Unmarshal(ask("kml"), &kml))
	if len(kml.Tracks) < 2 || len(kml.Tracks[0].When) != len(kml.Tracks[0].Coord) {
		t.Errorf("KML %+v", kml)
	}
	var geo struct {
		Features []struct {
			Geometry struct{ Coordinates []float64 }
		}
	}
	must(t, json.Unmarshal(ask("geojson"), &geo))
	if len(geo.Features) != 7 || geo.Features[0].Geometry.Coordinates[0] != -2.25 {
		t.Errorf("GeoJSON %+v", geo)
	}
	book := ask("xlsx")
	files, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	must(t, err)
	sheet, err := files.Open("xl/worksheets/sheet1.xml")
	must(t, err)
	text, err := io.ReadAll(sheet)
	must(t, err)
	if strings.Count(string(text), "<row ") != 9 || !strings.Contains(string(text), "<v>60.5</v>") {
		t.Errorf("XLSX %s", text)
	}
}
