package geofile

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// ringCorners is how many corners the picture of a circle has.
const ringCorners = 64

// Writer writes a file feature by feature. A circle is drawn as a polygon, which every other program shows, and is read back as the circle that it is.
type Writer struct {
	out    *bufio.Writer
	format string
	count  int
}

// NewWriter begins a file.
func NewWriter(to io.Writer, format string) *Writer {
	w := &Writer{out: bufio.NewWriter(to), format: format}
	if format == KML {
		w.put(xml.Header, `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>`, "\n")
	} else {
		w.put(`{"type":"FeatureCollection","features":[`)
	}
	return w
}

// put writes texts; the first error is that of Close.
func (w *Writer) put(texts ...string) {
	for _, one := range texts {
		_, _ = w.out.WriteString(one) // bufio keeps the error for Flush
	}
}

// Write adds a feature with all that is known of it; extra is a JSON object.
func (w *Writer) Write(f Feature) error {
	extra := map[string]json.RawMessage{}
	if len(f.Extra) > 0 {
		if err := json.Unmarshal(f.Extra, &extra); err != nil {
			return fmt.Errorf("write feature %q: %w", f.Name, err)
		}
	}
	ring := f.Shape.Points
	if f.Shape.Type == shape.Circle {
		raw, err := json.Marshal(f.Shape)
		if err != nil {
			return fmt.Errorf("write feature %q: %w", f.Name, err)
		}
		extra["shape"], ring = raw, shape.Ring(*f.Shape.Center, f.Shape.RadiusM, ringCorners)
	}
	raw, err := json.Marshal(extra)
	if err != nil {
		return fmt.Errorf("write feature %q: %w", f.Name, err)
	}
	if w.count++; w.format == KML {
		return w.placemark(f, ring, string(raw))
	}
	return w.feature(f, ring, raw)
}

func (w *Writer) feature(f Feature, ring []shape.Point, extra json.RawMessage) error {
	positions := make([][2]float64, 0, len(ring)+1)
	for _, p := range shape.Joined(ring) {
		positions = append(positions, [2]float64{p.Lng, p.Lat})
	}
	raw, err := json.Marshal(map[string]any{
		"type":       "Feature",
		"properties": map[string]any{"name": f.Name, "description": f.Description, "colour": f.Colour, "fill": f.Colour[:7], extraName: extra},
		"geometry":   map[string]any{"type": "Polygon", "coordinates": [][][2]float64{append(positions, positions[0])}},
	})
	if err != nil {
		return fmt.Errorf("write feature %q: %w", f.Name, err)
	}
	if w.count > 1 {
		w.put(",")
	}
	w.put("\n", string(raw))
	return nil
}

func (w *Writer) placemark(f Feature, ring []shape.Point, extra string) error {
	w.put("<Placemark><name>", escaped(f.Name), "</name><description>", escaped(f.Description), "</description><Style><LineStyle><color>ff", toKML(f.Colour)[2:],
		"</color></LineStyle><PolyStyle><color>", toKML(f.Colour), `</color></PolyStyle></Style><ExtendedData><Data name="`, extraName, `"><value>`, escaped(extra),
		"</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>")
	points := shape.Joined(ring)
	for _, p := range append(points, points[0]) {
		w.put(strconv.FormatFloat(p.Lng, 'f', -1, 64), ",", strconv.FormatFloat(p.Lat, 'f', -1, 64), " ")
	}
	w.put("</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>\n")
	return nil
}

func escaped(said string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(said)) // a Builder takes everything
	return out.String()
}

// Close ends the file.
func (w *Writer) Close() error {
	if w.format == KML {
		w.put("</Document></kml>\n")
	} else {
		w.put("\n]}\n")
	}
	return w.out.Flush()
}
