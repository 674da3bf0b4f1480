package fence_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/web/webtest"
)

// file is a GeoJSON of squares with names, in a row.
func file(names ...string) string {
	features := make([]string, len(names))
	for i, name := range names {
		lng := -2.4 + 0.02*float64(i)
		features[i] = fmt.Sprintf(`{"type":"Feature","properties":{"name":%q},"geometry":{"type":"Polygon","coordinates":[[[%f,53.3],[%f,53.3],[%f,53.31],[%f,53.3]]]}}`, name, lng, lng+0.01, lng+0.01, lng)
	}
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

func importing(content, features, more string) string {
	raw, _ := json.Marshal(content)
	return fmt.Sprintf(`{"content":%s,"features":%s,"triggers":{"enter":true}%s}`, raw, features, more)
}

func TestImport(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	w.Create(admin, body("Works", circle, ""))
	content := file("Works", "Depot", "", "Far too long a name "+strings.Repeat("x", 100))
	raw, _ := json.Marshal(content)
	webtest.Scenario{
		Name: "a preview says what is there and what is wrong", As: admin, Request: "POST /api/org/demo/geofences/import/preview", Body: `{"content":` + string(raw) + `}`, WantStatus: 200,
		WantBody: []string{`"format":"geojson"`, `"name":"Works"`, `"exists":true`, `"field":"name"`, "A name has 100 characters at most."},
	}.Run(t, w.Router)
	webtest.Scenario{Name: "a file that cannot be read", As: admin, Request: "POST /api/org/demo/geofences/import/preview", Body: `{"content":"<!DOCTYPE kml><kml/>"}`, WantStatus: 422, WantBody: []string{"document type or entities"}}.Run(t, w.Router)
	for _, tc := range []struct{ name, body, want string }{
		{"one without a name", importing(content, `[{"n":1},{"n":3}]`, ""), "body.features[1].name"},
		{"one that is wrong", importing(content, `[{"n":1},{"n":4}]`, ""), "body.features[1].name"},
		{"one twice", importing(content, `[{"n":1},{"n":1}]`, ""), "body.features[1].n"},
		{"one that is not there", importing(content, `[{"n":9}]`, ""), "body.features[0].n"},
		{"a name of nothing", importing(content, `[{"n":1,"name":" "}]`, ""), "Please enter a name"},
		{"no triggers", strings.Replace(importing(content, `[{"n":1}]`, ""), `{"enter":true}`, `{}`, 1), "at least one trigger"},
	} {
		webtest.Scenario{Name: tc.name, As: admin, Request: "POST /api/org/demo/geofences/import", Body: tc.body, WantStatus: 422, WantBody: []string{tc.want}}.Run(t, w.Router)
	}
	webtest.Scenario{Name: "for a vehicle out of sight", As: north, Request: "POST /api/org/demo/geofences/import", Body: importing(content, `[{"n":1}]`, `,"vehicle_ids":["v-south"]`), WantStatus: 404}.Run(t, w.Router)
	webtest.Scenario{Name: "nothing was imported so far", As: admin, Request: "GET /api/org/demo/geofences", WantStatus: 200, WantBody: []string{`"total_records":1`}}.Run(t, w.Router)
	webtest.Scenario{
		Name: "two of four", As: north, Request: "POST /api/org/demo/geofences/import", WantStatus: 200, WantBody: []string{`"geofence_ids":["`},
		Body: importing(content, `[{"n":2},{"n":3,"name":"Gate"}]`, `,"colour":"#7448C8","group_ids":["north"]`),
	}.Run(t, w.Router)
	webtest.Scenario{
		Name: "they are there, of the group of whoever imported them", As: north, Request: "GET /api/org/demo/geofences?sort=name", WantStatus: 200,
		WantBody: []string{`"total_records":2`, `"name":"Depot"`, `"name":"Gate"`, `"colour":"#7448C8B3"`, `"group_ids":["north"]`},
	}.Run(t, w.Router)
}

func TestExport(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	w.Create(admin, `{"name":"Works <1>","description":"Bays","shape":`+circle+`,"triggers":{"speed_above_kmh":30},"active_period":{"days":[1,2],"from":"06:00","to":"20:00","zone":"Europe/London"}}`)
	other := w.Create(north, body("Yard", polygon, ""))
	for _, format := range []string{"geojson", "kml"} {
		answer := webtest.Do(t, w.Router, admin, "GET /api/org/demo/geofences/file?format="+format, "", nil)
		raw, _ := json.Marshal(answer.Body.String())
		webtest.Scenario{
			Name: format + " is read back with triggers and times", As: admin, Request: "POST /api/org/demo/geofences/import/preview", Body: `{"content":` + string(raw) + `}`, WantStatus: 200,
			WantBody: []string{`"format":"` + format + `"`, "Works <1>", `"radius_m":120`, `"speed_above_kmh":30`, `"from":"06:00"`, `"name":"Yard"`},
		}.Run(t, w.Router)
	}
	if got := webtest.Do(t, w.Router, south, "GET /api/org/demo/geofences/file", "", nil).Body.String(); strings.Contains(got, "Works") || strings.Contains(got, "Yard") {
		t.Errorf("somebody else's geofences are exported: %s", got)
	}
	if got := webtest.Do(t, w.Router, admin, "GET /api/org/demo/geofences/file?ids="+other, "", nil).Body.String(); strings.Contains(got, "Works") || !strings.Contains(got, "Yard") {
		t.Errorf("not the one that was named: %s", got)
	}
}
