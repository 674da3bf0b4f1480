package geofile

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// placemark is one of KML, as it is read.
type placemark struct {
	Feature
	style    string
	polygons [][][]shape.Point
	other    string // a geometry that is no polygon
	radiusM  string
	center   *shape.Point
}

// kmlReader walks through the elements of a file.
type kmlReader struct {
	path   []string
	marks  []*placemark
	styles map[string]string // the fill of a style by its id
	pairs  map[string]string // the normal style of a style map
	mark   *placemark
	rings  [][]shape.Point // of the polygon that is being read
	inner  bool
	id     string // of the style or style map that is being read
	key    string // of the pair or the datum
	said   strings.Builder
}

// readKML reads all placemarks of a file, however they lie in folders.
func readKML(content string) ([]Feature, error) {
	decoder := xml.NewDecoder(strings.NewReader(content))
	r := &kmlReader{styles: map[string]string{}, pairs: map[string]string{}}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, _ := decoder.InputPos()
			return nil, say("The file is not valid XML at line %d.", line)
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, say("The file declares a document type or entities, which are not read.")
		case xml.StartElement:
			if err := r.begin(t); err != nil {
				return nil, err
			}
		case xml.CharData:
			r.said.Write(t)
		case xml.EndElement:
			r.end(t.Name.Local)
		}
	}
	return r.features()
}

func (r *kmlReader) begin(e xml.StartElement) error {
	name := e.Name.Local
	if len(r.path) == 0 && name != "kml" {
		return errFormat
	}
	if r.path = append(r.path, name); len(r.path) > mostDepth {
		return say("The file is nested more than %d deep.", mostDepth)
	}
	r.said.Reset()
	switch name {
	case "Placemark":
		if r.mark = (&placemark{}); len(r.marks) == MostFeatures {
			return errMany
		}
		r.marks = append(r.marks, r.mark)
	case "Style", "StyleMap":
		r.id = attribute(e, "id")
	case "Data", "SimpleData":
		r.key = attribute(e, "name")
	case "Polygon":
		r.rings = nil
	case "outerBoundaryIs", "innerBoundaryIs":
		r.inner = name == "innerBoundaryIs"
	}
	return nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (r *kmlReader) within(name string) bool {
	return len(r.path) > 1 && r.path[len(r.path)-2] == name
}

func (r *kmlReader) end(name string) {
	said := strings.TrimSpace(r.said.String())
	r.said.Reset()
	switch {
	case r.within("PolyStyle") && name == "color":
		r.fill(kmlColour(said))
	case r.within("Pair") && name == "key":
		r.key = said
	case r.within("Pair") && name == "styleUrl":
		if r.key == "normal" {
			r.pairs[r.id] = strings.TrimPrefix(said, "#")
		}
	case r.mark != nil:
		r.endOfMark(name, said)
	}
	r.path = r.path[:len(r.path)-1]
}

// fill notes the colour of a style: the placemark's own, or a shared one.
func (r *kmlReader) fill(colour string) {
	if r.mark != nil {
		r.mark.Colour = colour
	} else if r.id != "" {
		r.styles[r.id] = colour
	}
}

// endOfMark takes what an element within a placemark says.
func (r *kmlReader) endOfMark(name, said string) {
	m := r.mark
	switch name {
	case "Placemark":
		r.mark = nil
	case "name":
		if r.within("Placemark") {
			m.Name = said
		}
	case "description":
		if r.within("Placemark") {
			m.Description = said
		}
	case "styleUrl":
		m.style = strings.TrimPrefix(said, "#")
	case "value", "SimpleData":
		switch r.key {
		case extraName:
			m.Extra = object(json.RawMessage(said))
		case "radius_m", "radius":
			m.radiusM = said
		}
	case "coordinates":
		r.coordinates(said)
	case "Polygon":
		m.polygons = append(m.polygons, r.rings)
	case "LineString", "Track", "MultiTrack", "Model":
		m.other = name
	}
}

// coordinates takes the corners of a ring or the place of a point.
func (r *kmlReader) coordinates(said string) {
	points, ok := tuples(said)
	switch {
	case !ok:
		r.mark.refuse("coordinates", "unreadable", "The coordinates cannot be read.")
	case r.within("LinearRing") && r.inner:
		r.rings = append(r.rings, points)
	case r.within("LinearRing"):
		r.rings = append([][]shape.Point{points}, r.rings...)
	case r.within("Point") && len(points) == 1:
		r.mark.center = &points[0]
	}
}

// tuples reads "longitude,latitude[,altitude]" separated by white space.
func tuples(said string) (points []shape.Point, ok bool) {
	for tuple := range strings.FieldsSeq(said) {
		lng, rest, _ := strings.Cut(tuple, ",")
		lat, _, _ := strings.Cut(rest, ",")
		x, err := strconv.ParseFloat(lng, 64)
		if err != nil {
			return nil, false
		}
		y, err := strconv.ParseFloat(lat, 64)
		if err != nil {
			return nil, false
		}
		points = append(points, shape.Point{Lat: y, Lng: x})
	}
	return points, true
}

func (r *kmlReader) features() (list []Feature, err error) {
	for _, m := range r.marks {
		if m.Colour == "" {
			style := m.style
			if normal := r.pairs[style]; normal != "" {
				style = normal
			}
			m.Colour = r.styles[style]
		}
		if list = append(list, m.features()...); len(list) > MostFeatures {
			return nil, errMany
		}
	}
	return list, nil
}

func (m *placemark) features() []Feature {
	f := m.Feature
	switch {
	case f.Problem != "" || f.known():
	case len(m.polygons) > 0:
		return f.parts(m.polygons)
	case m.center != nil:
		radius, err := strconv.ParseFloat(m.radiusM, 64)
		if err != nil {
			f.refuse("ExtendedData.radius_m", "needsRadius", "A point needs a radius in metres to be a circle.")
		} else {
			f.circle(*m.center, radius)
		}
	case m.other != "":
		f.refuse(m.other, "noShape", "%s is no shape of a geofence.", m.other)
	default:
		f.refuse("Placemark", "noGeometry", "There is no polygon.")
	}
	return []Feature{f}
}
