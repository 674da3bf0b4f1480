package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var now = time.Date(2026, 7, 21, 14, 32, 7, 0, time.UTC)

func yard(triggers fence.Triggers) fence.Definition {
	return fence.Definition{Shape: shape.Shape{Type: shape.Polygon, Points: []shape.Point{{Lat: 0, Lng: 0}, {Lat: 0, Lng: 0.01}, {Lat: 0.01, Lng: 0.01}, {Lat: 0.01, Lng: 0}}}, Triggers: triggers}
}

// thinned leaves out what the vehicles plugin leaves out around a box (plugins/vehicles/API.md, Tracks).
func thinned(all []Position, around box) (kept []Position) {
	near := make([]bool, len(all))
	for i, p := range all {
		q := all[max(0, i-1)]
		near[i] = max(p.At.Lat, q.At.Lat) >= around.South && min(p.At.Lat, q.At.Lat) <= around.North && max(p.At.Lng, q.At.Lng) >= around.West && min(p.At.Lng, q.At.Lng) <= around.East
	}
	for i := range all {
		keeps := false
		for j := max(0, i-2); j <= min(len(all)-1, i+2); j++ {
			keeps = keeps || near[j]
		}
		switch {
		case keeps:
			kept = append(kept, all[i])
		case len(kept) > 0 && !kept[len(kept)-1].Gap:
			kept = append(kept, Position{Gap: true})
		}
	}
	return kept
}

// TestJudge_WithoutWhatIsFar compares what is raised by all positions with what is raised by those around the geofence alone.
func TestJudge_WithoutWhatIsFar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		triggers := fence.Triggers{Enter: true, Leave: true, SpeedAboveKmh: new(50.0), SpeedBelowKmh: new(10.0), ParkInsideS: new(120)}
		var all []Position
		atMs, lat, lng := int64(1_000_000), 0.005, -0.02
		for range rapid.IntRange(1, 80).Draw(t, "positions") {
			atMs += rapid.SampledFrom([]int64{1000, 5000, 60_000, 200_000, 400_000, 900_000}).Draw(t, "after")
			lat += rapid.Float64Range(-0.006, 0.006).Draw(t, "north")
			lng += rapid.Float64Range(-0.006, 0.008).Draw(t, "east")
			if lng > 0.04 {
				lng = -0.02
			}
			speed, ignition := rapid.Float64Range(0, 90).Draw(t, "speed"), rapid.Bool().Draw(t, "ignition")
			all = append(all, Position{Fix: watch.Fix{TimeMs: atMs, At: shape.Point{Lat: lat, Lng: lng}, SpeedKmh: &speed, Ignition: &ignition}})
		}
		d := yard(triggers)
		want, _ := json.Marshal(Judge(d, "v", all, atMs+3_600_000))
		got, _ := json.Marshal(Judge(d, "v", thinned(all, boxOf(shape.NewArea(d.Shape), 0.25)), atMs+3_600_000))
		if string(got) != string(want) {
			t.Fatalf("around the geofence\n%s\nall\n%s", got, want)
		}
	})
}

// history answers as the vehicles plugin does.
type history struct {
	asked []string
	lines string
}

func (h *history) Stream(_ context.Context, _, path string, in any) (io.ReadCloser, error) {
	raw, _ := json.Marshal(in)
	h.asked = append(h.asked, path+" "+string(raw))
	return io.NopCloser(strings.NewReader(h.lines)), nil
}

// driven is a vehicle that drives in at a minute, at a speed, and out again.
func driven(vehicle string, minute int, speed float64) string {
	fix := func(minutes int, lng float64) string {
		return fmt.Sprintf("[%d,0.005,%f,%f,true]", now.Add(-time.Hour).UnixMilli()+int64(minute+minutes)*60_000, lng, speed)
	}
	return fmt.Sprintf(`{"vehicle_id":%q,"positions":[null,%s,%s,%s,%s,%s,%s]}`, vehicle, fix(0, -0.002), fix(1, -0.001), fix(2, 0.004), fix(3, 0.006), fix(4, 0.02), fix(5, 0.03)) + "\n"
}

func TestTrial(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	past := &history{lines: driven("v-north", 0, 40) + driven("v-south", 10, 70) + `{"done":true,"count":12}` + "\n"}
	NewAPI(w.DB, w.Fleet, fence.NewAPI(w.Fences, w.Fleet, w, nil), past, w.Now).Register(w.Router)
	admin, north := fencetest.Caller("0190c1a0-0000-7000-8000-00000000000a", "/demo/"), fencetest.Caller("0190c1a0-0000-7000-8000-00000000000b", "/demo/north/")
	const request = "POST /api/org/demo/geofences/trial"
	body := func(triggers, more string) string {
		return `{"shape":{"type":"polygon","points":[{"lat":0,"lng":0},{"lat":0,"lng":0.01},{"lat":0.01,"lng":0.01},{"lat":0.01,"lng":0}]},"triggers":` + triggers + more + `}`
	}
	all := `,"all_vehicles":true`
	for _, s := range []webtest.Scenario{
		{Name: "what it would have raised", As: admin, Request: request, Body: body(`{"enter":true,"leave":true}`, all), WantStatus: 200, WantBody: []string{`"vehicle_id":"v-north"`, `"trigger":"enter"`, `"trigger":"leave"`, `"way":[{`, `"done":{"vehicles":2,"of":2,"visits":2,"events":4`}},
		{Name: "another threshold", As: admin, Request: request, Body: body(`{"speed_above_kmh":60}`, all), WantStatus: 200, WantBody: []string{`"visits":2,"events":1`}},
		{Name: "a corner a little further", As: admin, Request: request, Body: strings.Replace(body(`{"enter":true}`, all), `0.01}]`, `0.0101}]`, 1), WantStatus: 200, WantBody: []string{`"events":2`}},
		{Name: "for nobody", As: admin, Request: request, Body: body(`{"enter":true}`, ""), WantStatus: 200, WantBody: []string{`{"done":{"vehicles":0,"of":0,"visits":0`}},
		{Name: "a shape that is none", As: admin, Request: request, Body: strings.Replace(body(`{"enter":true}`, all), `{"lat":0,"lng":0},`, "", 1) + " ", WantStatus: 200, WantBody: []string{`"done"`}},
		{Name: "two corners", As: admin, Request: request, Body: `{"shape":{"type":"polygon","points":[{"lat":0,"lng":0},{"lat":1,"lng":1}]},"triggers":{"enter":true}}`, WantStatus: 422, WantBody: []string{"at least 3 corners"}},
		{Name: "no trigger", As: admin, Request: request, Body: body(`{}`, all), WantStatus: 422, WantBody: []string{"at least one trigger"}},
		{Name: "31 days", As: admin, Request: request, Body: body(`{"enter":true}`, all+`,"days":31`), WantStatus: 422, WantBody: []string{"body.days"}},
		{Name: "without a permission", As: web.CallerInfo{UserID: "u", OrgID: "demo", Permissions: []string{"viewGeofence"}}, Request: request, Body: body(`{"enter":true}`, all), WantStatus: 403},
	} {
		s.Run(t, w.Router)
	}
	if len(past.asked) != 1 {
		t.Errorf("the history was asked %d times for one past: %v", len(past.asked), past.asked)
	}
	webtest.Scenario{Name: "one that is not there", As: admin, Request: request, Body: body(`{"enter":true}`, all+`,"geofence_id":"none"`), WantStatus: 404}.Run(t, w.Router)
	ofNorth := w.Create(north, body(`{"enter":true}`, `,"name":"Yard"`))
	webtest.Scenario{Name: "one of a group", As: admin, Request: request, Body: body(`{"enter":true}`, all+`,"geofence_id":"`+ofNorth+`"`), WantStatus: 200}.Run(t, w.Router)
	if last := past.asked[len(past.asked)-1]; !strings.Contains(last, `"vehicle_ids":["v-north"]`) {
		t.Errorf("asked %s, want the vehicles of the geofence's group", last)
	}
	webtest.Scenario{Name: "a vehicle out of sight", As: north, Request: request, Body: body(`{"enter":true}`, `,"vehicle_ids":["v-south"]`), WantStatus: 404}.Run(t, w.Router)
	webtest.Scenario{Name: "vehicles in sight alone", As: north, Request: request, Body: body(`{"enter":true}`, all), WantStatus: 200}.Run(t, w.Router)
	if last := past.asked[len(past.asked)-1]; !strings.Contains(last, `"vehicle_ids":["v-north"]`) || !strings.Contains(last, `"box":{`) {
		t.Errorf("asked %s", last)
	}
	past.lines = driven("v-north", 0, 40) // cut off
	w.Time = now.Add(10 * time.Minute)
	webtest.Scenario{Name: "a history that is cut off", As: admin, Request: request, Body: body(`{"enter":true}`, all), WantStatus: 200, WantBody: []string{`"problem":{`}}.Run(t, w.Router)
	past.lines = `{"problem":{"title":"You do not have permission for this.","kind":"denied","status":403}}` + "\n"
	webtest.Scenario{Name: "who may not see tracks", As: admin, Request: request, Body: body(`{"enter":true}`, all), WantStatus: 200, WantBody: []string{`You do not have permission for this.`}}.Run(t, w.Router)
}
