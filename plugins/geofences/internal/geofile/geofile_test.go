package geofile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/geofences/internal/geofile"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

const square = `[[-2.4,53.3],[-2.39,53.3],[-2.39,53.31],[-2.4,53.31],[-2.4,53.3]]`

func feature(properties, geometry string) string {
	return `{"type":"FeatureCollection","features":[{"type":"Feature","properties":` + properties + `,"geometry":` + geometry + `}]}`
}

func mark(inner string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark>` + inner + `</Placemark></Folder></Document></kml>`
}

func ring(coordinates string) string {
	return `<LinearRing><coordinates>` + coordinates + `</coordinates></LinearRing>`
}

func polygon(outer string) string {
	return `<Polygon><outerBoundaryIs>` + ring(outer) + `</outerBoundaryIs></Polygon>`
}

const kmlSquare = "-2.4,53.3,0 -2.39,53.3,0\n -2.39,53.31,0 -2.4,53.31,0 -2.4,53.3,0"

// star has so many corners, the last not joined to the first.
func star(corners int) string {
	list := make([]string, corners)
	for i, p := range shape.Ring(shape.Point{Lat: 53.3, Lng: -2.4}, 5000, corners) {
		list[i] = fmt.Sprintf("[%f,%f]", p.Lng, p.Lat)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name, content string
		want          string // name, colour, type, corners of the shape, field and problem of each feature
	}{
		{"a feature", feature(`{"name":"Yard","fill":"#f00"}`, `{"type":"Polygon","coordinates":[`+square+`]}`), "Yard #FF0000B3 polygon 4"},
		{"one feature alone", `{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[` + square + `]}}`, "  polygon 4"},
		{"a bare geometry", `{"type":"Polygon","coordinates":[` + square + `]}`, "  polygon 4"},
		{"a byte order mark", "\ufeff" + `{"type":"Polygon","coordinates":[` + square + `]}`, "  polygon 4"},
		{"two polygons of one feature", feature(`{"name":"Yard"}`, `{"type":"MultiPolygon","coordinates":[[`+square+`],[`+square+`]]}`), "Yard (1)  polygon 4|Yard (2)  polygon 4"},
		{"a point with a radius", feature(`{"title":"Gate","radius":50}`, `{"type":"Point","coordinates":[-2.4,53.3,12]}`), "Gate  circle 0"},
		{"a point without", feature(`{"name":"Gate"}`, `{"type":"Point","coordinates":[-2.4,53.3]}`), "Gate   0 properties.radius_m A point needs a radius in metres to be a circle."},
		{"over the 180th meridian", feature(`{}`, `{"type":"Polygon","coordinates":[[[179,-17],[181,-17],[181,-18],[179,-18],[179,-17]]]}`), "  polygon 4"},
		{"with a hole", feature(`{"name":"Ring"}`, `{"type":"Polygon","coordinates":[`+square+`,`+square+`]}`), "Ring   0 geometry The polygon has a hole; a geofence has none."},
		{"crossing itself", feature(`{}`, `{"type":"Polygon","coordinates":[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}`), "   0 geometry This is not a valid shape! Please make sure the shape does not overlap."},
		{"two corners", feature(`{}`, `{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}`), "   0 geometry A polygon needs at least 3 corners."},
		{"all on one line", feature(`{}`, `{"type":"Polygon","coordinates":[[[0,0],[1,1],[2,2],[0,0]]]}`), "   0 geometry The corners are all on one line."},
		{"latitude of 91", feature(`{}`, `{"type":"Polygon","coordinates":[[[0,0],[1,91],[2,2],[0,0]]]}`), "   0 geometry Corner 2 is not a place on the earth."},
		{"a line", feature(`{"name":"Road"}`, `{"type":"LineString","coordinates":[[0,0],[1,1]]}`), "Road   0 geometry.type LineString is no shape of a geofence."},
		{"no geometry", feature(`{"name":"Nowhere"}`, `null`), "Nowhere   0 geometry There is no geometry."},
		{"a text for a number", feature(`{"name":"Yard"}`, `{"type":"Polygon","coordinates":[[["a",0]]]}`), "Yard   0 geometry.coordinates The coordinates cannot be read"},
		{"a position of one number", feature(`{}`, `{"type":"Polygon","coordinates":[[[1]]]}`), "   0 geometry.coordinates The coordinates cannot be read"},
		{"a name that is a number", feature(`{"name":7}`, `{"type":"Polygon","coordinates":[`+square+`]}`), "  polygon 4"},
		{"800 corners", feature(`{"name":"Star"}`, `{"type":"Polygon","coordinates":[`+star(800)+`]}`), "Star  polygon 500"},
		{"a radius of 200 km", feature(`{"radius_m":200000}`, `{"type":"Point","coordinates":[0,0]}`), "   0 geometry The radius must be 10 m to 100 km."},

		{"a placemark", mark(`<name>Yard &amp; gate</name><Style><PolyStyle><color>7f0000ff</color></PolyStyle></Style>` + polygon(kmlSquare)), "Yard & gate #FF00007F polygon 4"},
		{"a name of HTML", mark(`<name><![CDATA[<b>Yard</b>]]></name>` + polygon(kmlSquare)), "<b>Yard</b>  polygon 4"},
		{"several polygons", mark(`<name>Two</name><MultiGeometry>` + polygon(kmlSquare) + polygon(kmlSquare) + `</MultiGeometry>`), "Two (1)  polygon 4|Two (2)  polygon 4"},
		{"an inner ring", mark(`<Polygon><innerBoundaryIs>` + ring(kmlSquare) + `</innerBoundaryIs><outerBoundaryIs>` + ring(kmlSquare) + `</outerBoundaryIs></Polygon>`), "   0 geometry The polygon has a hole; a geofence has none."},
		{"a KML line", mark(`<name>Road</name><LineString><coordinates>0,0 1,1</coordinates></LineString>`), "Road   0 LineString LineString is no shape of a geofence."},
		{"a KML point with a radius", mark(`<ExtendedData><Data name="radius_m"><value>50</value></Data></ExtendedData><Point><coordinates>-2.4,53.3</coordinates></Point>`), "  circle 0"},
		{"nothing in it", mark(`<name>Empty</name>`), "Empty   0 Placemark There is no polygon."},
		{"coordinates of letters", mark(polygon("a,b")), "   0 coordinates The coordinates cannot be read."},
		{"not a number", mark(polygon("NaN,1 2,2 3,1")), "   0 geometry Corner 1 is not a place on the earth."},
		{
			"a shared style", `<kml><Document><Style id="blue"><PolyStyle><color>b3ff0000</color></PolyStyle></Style><StyleMap id="both"><Pair><key>normal</key><styleUrl>#blue</styleUrl></Pair></StyleMap>
			<Placemark><styleUrl>#both</styleUrl>` + polygon(kmlSquare) + `</Placemark></Document></kml>`, " #0000FFB3 polygon 4",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, list, err := geofile.Read(tc.content)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range list {
				got = append(got, strings.TrimRight(fmt.Sprintf("%s %s %s %d %s %s", f.Name, f.Colour, f.Shape.Type, len(f.Shape.Points), f.Field, f.Problem), " "))
			}
			if all := strings.Join(got, "|"); !strings.HasPrefix(all, tc.want) || (tc.want == "") != (all == "") {
				t.Errorf("%q, want %q", all, tc.want)
			}
		})
	}
}

func TestRead_RefusesFiles(t *testing.T) {
	many := `{"type":"FeatureCollection","features":[` + strings.Repeat(`{},`, 1000) + `{}]}`
	bomb := `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><kml><Document><Placemark><name>&b;</name></Placemark></Document></kml>`
	outside := `<!DOCTYPE kml [<!ENTITY file SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&file;</name></Placemark></kml>`
	for _, tc := range []struct{ name, content, want string }{
		{"nothing", "", "neither GeoJSON nor KML"},
		{"a picture", "\x89PNG\r\n\x1a\n", "UTF-8"},
		{"a table", "a,b\n1,2", "neither GeoJSON nor KML"},
		{"JSON of something else", `{"type":"Topology"}`, "neither GeoJSON nor KML"},
		{"XML of something else", `<gpx></gpx>`, "neither GeoJSON nor KML"},
		{"no features", `{"type":"FeatureCollection","features":[]}`, "There are no features"},
		{"cut off", `{"type":"FeatureCollection","features":[`, "not valid JSON"},
		{"KML cut off", `<kml><Document><Placemark>`, "not valid XML at line 1"},
		{"1,001 features", many, "more than 1000 features"},
		{"1,001 placemarks", `<kml><Document>` + strings.Repeat(`<Placemark/>`, 1001) + `</Document></kml>`, "more than 1000 features"},
		{"over the size", `{"type":"FeatureCollection","features":[]` + strings.Repeat(" ", geofile.MostBytes) + `}`, "20 MB at most"},
		{"JSON 100,000 deep", strings.Repeat(`{"a":`, 100_000), "nested more than 64 deep"},
		{"XML 100,000 deep", `<kml>` + strings.Repeat(`<Folder>`, 100_000), "nested more than 64 deep"},
		{"an XML bomb", bomb, "declares a document type or entities"},
		{"an entity of a file", outside, "declares a document type or entities"},
		{"an entity that nobody declared", `<kml><Placemark><name>&bomb;</name></Placemark></kml>`, "not valid XML at line 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, list, err := geofile.Read(tc.content)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%d features and %v, want %q", len(list), err, tc.want)
			}
		})
	}
}

func TestWriter_ReadsBack(t *testing.T) {
	written := []geofile.Feature{
		{Name: `Yard <"1"> & ]]>`, Description: "Bays\n2 to 6", Colour: "#7448C8B3", Extra: []byte(`{"triggers":{"enter":true}}`), Shape: shape.Shape{Type: shape.Polygon, Points: []shape.Point{{Lat: 53.3, Lng: -2.4}, {Lat: 53.3, Lng: -2.39}, {Lat: 53.31, Lng: -2.39}}}},
		{Name: "Gate", Colour: "#11875D80", Extra: []byte(`{"disabled":true}`), Shape: shape.Shape{Type: shape.Circle, Center: &shape.Point{Lat: 53.3, Lng: -2.4}, RadiusM: 120}},
		{Name: "Taveuni", Colour: "#11875DB3", Shape: shape.Shape{Type: shape.Polygon, Points: []shape.Point{{Lat: -17, Lng: 179}, {Lat: -17, Lng: -179}, {Lat: -18, Lng: -179}}}},
	}
	for _, format := range []string{geofile.GeoJSON, geofile.KML} {
		t.Run(format, func(t *testing.T) {
			var file bytes.Buffer
			w := geofile.NewWriter(&file, format)
			for _, f := range written {
				if err := w.Write(f); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			read, list, err := geofile.Read(file.String())
			if err != nil || read != format || len(list) != len(written) {
				t.Fatalf("%s, %d features, %v: %s", read, len(list), err, file.String())
			}
			for i, f := range list {
				want := written[i]
				if f.Name != want.Name || f.Description != want.Description || f.Colour != want.Colour || f.Problem != "" || fmt.Sprint(f.Shape.Points, f.Shape.RadiusM, f.Shape.Type) != fmt.Sprint(want.Shape.Points, want.Shape.RadiusM, want.Shape.Type) {
					t.Errorf("read %+v, want %+v", f, want)
				}
				if len(want.Extra) > 0 && !bytes.Contains(f.Extra, want.Extra[1:len(want.Extra)-1]) {
					t.Errorf("extra %s, want %s", f.Extra, want.Extra)
				}
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add(feature(`{"name":"Yard"}`, `{"type":"Polygon","coordinates":[`+square+`]}`))
	f.Add(mark(`<name>Yard</name>` + polygon(kmlSquare)))
	f.Add(mark(`<Style><PolyStyle><color>7f0000ff</color></PolyStyle></Style><Point><coordinates>1,2</coordinates></Point>`))
	f.Fuzz(func(t *testing.T, content string) {
		_, list, err := geofile.Read(content)
		if err != nil {
			return
		}
		for _, one := range list {
			if one.Problem == "" {
				if err := shape.Validate(one.Shape); err != nil {
					t.Errorf("%+v: %v", one, err)
				}
			}
		}
	})
}
