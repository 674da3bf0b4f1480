package geofile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReasons are words for which every language of the import screen has a sentence.
func TestReasons(t *testing.T) {
	feature := func(geometry string) string {
		return `{"type":"Feature","properties":{},"geometry":` + geometry + `}`
	}
	polygon := func(coordinates string) string {
		return feature(`{"type":"Polygon","coordinates":` + coordinates + `}`)
	}
	many := make([]string, mostPoints+1)
	for i := range many {
		many[i] = fmt.Sprintf("[%g,%g]", 0.0001*float64(i%200), 0.0001*float64(i/200))
	}
	for _, tc := range []struct{ code, content string }{
		{"noCorners", polygon(`[]`)},
		{"hole", polygon(`[[[0,0],[1,0],[1,1]],[[0.2,0.1],[0.3,0.1],[0.3,0.2]]]`)},
		{"tooManyCorners", polygon(`[[` + strings.Join(many, ",") + `]]`)},
		{"unreadable", polygon(`[["a"]]`)},
		{"noGeometry", feature(`null`)},
		{"needsRadius", feature(`{"type":"Point","coordinates":[1,2]}`)},
		{"radius", `{"type":"Feature","properties":{"radius_m":0},"geometry":{"type":"Point","coordinates":[1,2]}}`},
		{"centre", `{"type":"Feature","properties":{"radius_m":100},"geometry":{"type":"Point","coordinates":[1,200]}}`},
		{"noShape", feature(`{"type":"LineString","coordinates":[[1,2],[3,4]]}`)},
		{"overlap", polygon(`[[[0,0],[1,1],[1,0],[0,1]]]`)},
		{"fewCorners", polygon(`[[[0,0],[1,1]]]`)},
		{"corner", polygon(`[[[0,0],[1,100],[1,0]]]`)},
		{"pole", polygon(`[[[0,80],[90,80],[180,80],[-90,80]]]`)},
		{"sameCorners", polygon(`[[[0,0],[1,0],[1,0],[1,1]]]`)},
		{"oneLine", polygon(`[[[0,0],[1,1],[2,2]]]`)},
	} {
		t.Run(tc.code, func(t *testing.T) {
			_, list, err := Read(`{"type":"FeatureCollection","features":[` + tc.content + `]}`)
			if err != nil || len(list) != 1 || list[0].Reason.Code != tc.code || list[0].Problem == "" {
				t.Fatalf("read %+v, %v", list, err)
			}
			for language, said := range sentences(t) {
				said := said[tc.code]
				if said == "" {
					t.Errorf("there is no sentence in %s", language)
				}
				if strings.Contains(said, "{{a}}") && len(list[0].Reason.Values) == 0 || strings.Contains(said, "{{b}}") && len(list[0].Reason.Values) < 2 {
					t.Errorf("%q has nothing for its places in %v", said, list[0].Reason.Values)
				}
			}
		})
	}
}

// sentences are those of the import screen, by language.
func sentences(t *testing.T) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../../remotes/geofences/locales/*.json")
	if err != nil || len(files) != 6 {
		t.Fatalf("%d languages, %v", len(files), err)
	}
	all := map[string]map[string]string{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var said struct {
			Import struct{ Reason map[string]string }
		}
		if err := json.Unmarshal(raw, &said); err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = said.Import.Reason
	}
	return all
}
