package geofile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// readGeoJSON reads a FeatureCollection, one Feature or a bare geometry.
func readGeoJSON(raw []byte) ([]Feature, error) {
	if err := shallow(raw); err != nil {
		return nil, err
	}
	var document struct {
		Type     string            `json:"type"`
		Features []json.RawMessage `json:"features"`
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		return nil, say("The file is not valid JSON: %s.", reasonOf(err))
	}
	switch document.Type {
	case "FeatureCollection":
	case "Feature":
		document.Features = []json.RawMessage{raw}
	case "Polygon", "MultiPolygon", "Point":
		document.Features = []json.RawMessage{append(append([]byte(`{"geometry":`), raw...), '}')}
	default:
		return nil, errFormat
	}
	var list []Feature
	for _, one := range document.Features {
		if list = append(list, readFeature(one)...); len(list) > MostFeatures {
			return nil, errMany
		}
	}
	return list, nil
}

// shallow refuses what is nested deeper than any file of features is.
func shallow(raw []byte) error {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > mostDepth {
				return say("The file is nested more than %d deep.", mostDepth)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

func reasonOf(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("%s at byte %d", strings.TrimSuffix(syntax.Error(), "."), syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Sprintf("%s is a %s", kind.Field, kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	default:
		return "it cannot be read"
	}
}

type properties struct {
	Name, Title, Description text
	Colour, Color, Fill      text
	Stroke                   text
	RadiusM                  *float64        `json:"radius_m"`
	Radius                   *float64        `json:"radius"`
	Extra                    json.RawMessage `json:"outrider"`
}

// text is a property that is read if it is a text, and left out otherwise.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(raw []byte) error {
	var said string
	if json.Unmarshal(raw, &said) == nil {
		*t = text(said)
	}
	return nil
}

// readFeature reads a feature; one of several polygons is several.
func readFeature(raw json.RawMessage) []Feature {
	var said struct {
		Properties json.RawMessage
		Geometry   *struct {
			Type        string
			Coordinates json.RawMessage
		}
	}
	var f Feature
	if err := json.Unmarshal(raw, &said); err != nil {
		f.refuse("feature", "unreadable", "The feature cannot be read: %s.", reasonOf(err))
		return []Feature{f}
	}
	var p properties
	if len(said.Properties) > 0 {
		if err := json.Unmarshal(said.Properties, &p); err != nil {
			f.refuse("properties", "unreadable", "The properties cannot be read: %s.", reasonOf(err))
		}
	}
	f.Name, f.Description = string(first(p.Name, p.Title)), string(p.Description)
	f.Colour, f.Extra = hexColour(string(first(p.Colour, p.Color, p.Fill, p.Stroke))), object(p.Extra)
	if f.Problem != "" {
		return []Feature{f}
	}
	if said.Geometry == nil {
		f.refuse("geometry", "noGeometry", "There is no geometry.")
		return []Feature{f}
	}
	if f.known() {
		return []Feature{f}
	}
	return f.geometry(said.Geometry.Type, said.Geometry.Coordinates, p)
}

func first(list ...text) text {
	for _, one := range list {
		if one != "" {
			return one
		}
	}
	return ""
}

// geometry reads what a feature has.
func (f Feature) geometry(kind string, coordinates json.RawMessage, p properties) []Feature {
	read := func(into any) bool {
		if err := json.Unmarshal(coordinates, into); err != nil {
			f.refuse("geometry.coordinates", "unreadable", "The coordinates cannot be read: %s.", reasonOf(err))
			return false
		}
		return true
	}
	var polygons [][][]position
	switch kind {
	case "Polygon":
		var one [][]position
		if !read(&one) {
			return []Feature{f}
		}
		polygons = [][][]position{one}
	case "MultiPolygon":
		if !read(&polygons) {
			return []Feature{f}
		}
	case "Point":
		var at position
		if !read(&at) {
			return []Feature{f}
		}
		radius := p.RadiusM
		if radius == nil {
			radius = p.Radius
		}
		if radius == nil {
			f.refuse("properties.radius_m", "needsRadius", "A point needs a radius in metres to be a circle.")
			return []Feature{f}
		}
		f.circle(shape.Point(at), *radius)
		return []Feature{f}
	default:
		f.refuse("geometry.type", "noShape", "%s is no shape of a geofence.", named(kind))
		return []Feature{f}
	}
	if len(polygons) == 0 {
		f.refuse("geometry", "noCorners", "The polygon has no corners.")
		return []Feature{f}
	}
	return f.parts(pointsOf(polygons))
}

func named(kind string) string {
	if kind == "" || len(kind) > 40 {
		return "This"
	}
	return kind
}

// position is [longitude, latitude] with whatever follows.
type position shape.Point

// UnmarshalJSON implements json.Unmarshaler.
func (p *position) UnmarshalJSON(raw []byte) error {
	var numbers []float64
	if err := json.Unmarshal(raw, &numbers); err != nil {
		return err
	}
	if len(numbers) < 2 {
		return fmt.Errorf("a position has %d numbers", len(numbers))
	}
	p.Lng, p.Lat = numbers[0], numbers[1]
	return nil
}

func pointsOf(polygons [][][]position) [][][]shape.Point {
	all := make([][][]shape.Point, len(polygons))
	for i, rings := range polygons {
		all[i] = make([][]shape.Point, len(rings))
		for j, ring := range rings {
			all[i][j] = make([]shape.Point, len(ring))
			for k, p := range ring {
				all[i][j][k] = shape.Point(p)
			}
		}
	}
	return all
}
