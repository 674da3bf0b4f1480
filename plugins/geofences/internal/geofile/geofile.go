// Package geofile reads and writes files of geofences: GeoJSON (RFC 7946) and KML 2.2. What is wrong with one feature of a file is said of that feature; only a file that
// cannot be read at all is an error. Nothing that a file names is fetched, and a KML that declares entities is refused.
package geofile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// The formats.
const (
	GeoJSON = "geojson"
	KML     = "kml"
)

// Bounds of files.
const (
	MostBytes    = 20 << 20
	MostFeatures = 1000
	mostPoints   = 50_000 // corners of one feature before it is simplified
	mostDepth    = 64
)

// Extra is what a file of this product says beyond the shape: a JSON object with triggers, active_period and disabled.
const extraName = "outrider"

// Feature is one geofence of a file. One with a Problem has no shape that can be used.
type Feature struct {
	Name        string
	Description string
	Colour      string // #RRGGBBAA; empty if the file has none
	Shape       shape.Shape
	Extra       json.RawMessage // an object, or nil
	Corners     int             // in the file
	SimplifiedM float64         // how far the shape is off the file's at most, because that has too many corners; 0: it is the file's
	Field       string          // where the problem is: geometry, properties.radius_m
	Problem     string          // a sentence for the user; empty: none
	Reason      Reason
}

// Reason is by which word screens find the sentence of a problem in their language, and what stands in it.
type Reason struct {
	Code   string `json:"code" doc:"hole, noCorners, sameCorners …; empty: there is no problem, or only the sentence says what it is"`
	Values []any  `json:"values" nullable:"false" doc:"What the sentence names, in its order"`
}

// problem is a sentence about a whole file for the user.
type problem string

func (p problem) Error() string { return string(p) }

func say(format string, args ...any) error { return problem(fmt.Sprintf(format, args...)) }

var (
	errFormat = say("This is neither GeoJSON nor KML.")
	errMany   = say("The file has more than %d features.", MostFeatures)
)

// Read reads a file of either format, in the order of its features. The error is a sentence for the user.
func Read(content string) (format string, list []Feature, err error) {
	text := strings.TrimSpace(strings.TrimPrefix(content, "\ufeff"))
	switch {
	case len(content) > MostBytes:
		return "", nil, say("A file has %d MB at most.", MostBytes>>20)
	case !utf8.ValidString(text):
		return "", nil, say("The file is not written in UTF-8.")
	case strings.HasPrefix(text, "{"):
		format = GeoJSON
		list, err = readGeoJSON([]byte(text))
	case strings.HasPrefix(text, "<"):
		format = KML
		list, err = readKML(text)
	default:
		return "", nil, errFormat
	}
	if err == nil && len(list) == 0 {
		err = say("There are no features in the file.")
	}
	return format, list, err
}

// refuse says what is wrong with a feature.
func (f *Feature) refuse(field, code, format string, args ...any) {
	if f.Problem == "" {
		f.Field, f.Problem, f.Shape, f.Reason = field, fmt.Sprintf(format, args...), shape.Shape{}, Reason{code, args}
	}
}

// polygon takes the rings of a polygon, the outer one first.
func (f *Feature) polygon(rings [][]shape.Point) {
	switch {
	case len(rings) == 0 || len(rings[0]) == 0:
		f.refuse("geometry", "noCorners", "The polygon has no corners.")
		return
	case len(rings) > 1:
		f.refuse("geometry", "hole", "The polygon has a hole; a geofence has none.")
		return
	}
	ring := rings[0]
	if n := len(ring); n > 1 && ring[0] == ring[n-1] {
		ring = ring[:n-1]
	}
	f.Corners = len(ring)
	for i, p := range ring { // beyond the 180th meridian, as programs write what spans it
		if math.Abs(p.Lng) > 180 && math.Abs(p.Lng) <= 540 {
			ring[i].Lng = p.Lng - 360*math.Copysign(1, p.Lng)
		}
	}
	if len(ring) > mostPoints {
		f.refuse("geometry", "tooManyCorners", "The polygon has %d corners, more than can be simplified.", len(ring))
		return
	}
	f.Shape = shape.Shape{Type: shape.Polygon, Points: ring}
	if len(ring) > shape.MostCorners {
		f.Shape.Points, f.SimplifiedM = shape.Simplify(ring, shape.MostCorners)
	}
	f.check()
}

// ReasonOf is that of a shape.
func ReasonOf(p *shape.Problem) Reason {
	r := Reason{Code: p.Reason}
	for _, n := range p.Numbers {
		r.Values = append(r.Values, n)
	}
	return r
}

// circle takes a centre and a radius.
func (f *Feature) circle(center shape.Point, radiusM float64) {
	f.Shape = shape.Shape{Type: shape.Circle, Center: &center, RadiusM: radiusM}
	f.check()
}

func (f *Feature) check() {
	var wrong *shape.Problem
	if err := shape.Validate(f.Shape); errors.As(err, &wrong) {
		f.refuse("geometry", wrong.Reason, "%s", wrong.Error())
		f.Reason = ReasonOf(wrong)
	}
}

// known takes the shape that a file of this product keeps beside the picture of a circle, when the extra has one.
func (f *Feature) known() bool {
	var said struct {
		Shape *shape.Shape `json:"shape"`
	}
	if len(f.Extra) == 0 || json.Unmarshal(f.Extra, &said) != nil || said.Shape == nil || said.Shape.Type != shape.Circle || said.Shape.Center == nil {
		return false
	}
	f.circle(*said.Shape.Center, said.Shape.RadiusM)
	return true
}

// parts are the features of a file's feature with several polygons, numbered where there is more than one.
func (f Feature) parts(polygons [][][]shape.Point) []Feature {
	if len(polygons) == 1 {
		f.polygon(polygons[0])
		return []Feature{f}
	}
	list := make([]Feature, len(polygons))
	for i, rings := range polygons {
		list[i] = f
		if f.Name != "" {
			list[i].Name = fmt.Sprintf("%s (%d)", f.Name, i+1)
		}
		list[i].polygon(rings)
	}
	return list
}

// object is raw if it is a JSON object.
func object(raw json.RawMessage) json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '{' && json.Valid(raw) {
		return raw
	}
	return nil
}
