package track

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

// stretches divides readings with a position into stretches of the route: over a silence no line is drawn.
type stretches struct {
	lastMs int64 // of the stretch that is open; 0: none is
}

// next reports whether a reading begins a stretch, and whether it ends one.
func (s *stretches) next(r *history.Reading) (begins, ends bool) {
	silent := s.lastMs != 0 && r.TimeMs-s.lastMs >= history.Silence.Milliseconds()
	begins, ends = s.lastMs == 0 || silent, silent
	s.lastMs = r.TimeMs
	return begins, ends
}

func degrees(b []byte, value float64) []byte { return strconv.AppendFloat(b, value, 'f', 7, 64) }

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}

func utc(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

// routeFile writes the parts of a route: what stands around stretches, and each position.
type routeFile struct {
	to                              io.Writer
	cut                             stretches
	open                            func(name string) string
	first, between, last, unstarted string // a stretch's begin; between two; after the last; the end without any
	position                        func(b []byte, r *history.Reading, begins bool) []byte
}

func (f *routeFile) begin(name string) error {
	_, err := io.WriteString(f.to, f.open(name))
	return err
}

func (f *routeFile) add(list []history.Reading) error {
	var b []byte
	for i := range list {
		if !list[i].Said(history.HasPosition) {
			continue
		}
		begins, ends := f.cut.next(&list[i])
		if ends {
			b = append(b, f.between...)
		} else if begins {
			b = append(b, f.first...)
		}
		b = f.position(b, &list[i], begins)
	}
	_, err := f.to.Write(b)
	return err
}

func (f *routeFile) end() error {
	text := f.last
	if f.cut.lastMs == 0 {
		text = f.unstarted
	}
	_, err := io.WriteString(f.to, text)
	return err
}

func newGPX(to io.Writer, _ *time.Location) writer {
	const tail = "</trk>\n</gpx>\n"
	return &routeFile{
		to: to,
		open: func(name string) string {
			return xml.Header + `<gpx version="1.1" creator="Outrider" xmlns="http://www.topografix.com/GPX/1/1" xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">` +
				"\n<trk><name>" + escaped(name) + "</name>\n"
		},
		first: "<trkseg>\n", between: "</trkseg>\n<trkseg>\n", last: "</trkseg>\n" + tail, unstarted: tail,
		position: func(b []byte, r *history.Reading, _ bool) []byte {
			b = degrees(append(b, `<trkpt lat="`...), r.Lat)
			b = degrees(append(b, `" lon="`...), r.Lng)
			b = append(b, `">`...)
			if r.Said(history.HasAltitude) {
				b = append(strconv.AppendFloat(append(b, "<ele>"...), r.AltitudeM, 'f', 1, 64), "</ele>"...)
			}
			b = append(append(append(b, "<time>"...), utc(r.TimeMs)...), "</time>"...)
			if r.Said(history.HasSpeed) {
				b = append(b, "<extensions><tpx:TrackPointExtension><tpx:speed>"...)
				b = append(strconv.AppendFloat(b, r.SpeedKmh/3.6, 'f', 2, 64), "</tpx:speed></tpx:TrackPointExtension></extensions>"...)
			}
			return append(b, "</trkpt>\n"...)
		},
	}
}

// kmlFile writes a track of its own for each stretch and day: in KML the times of a track come before its positions.
type kmlFile struct {
	to  io.Writer
	cut stretches
}

func newKML(to io.Writer, _ *time.Location) writer { return &kmlFile{to: to} }

func (f *kmlFile) begin(name string) error {
	name = escaped(name)
	_, err := io.WriteString(f.to, xml.Header+`<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>`+name+
		"</name><Placemark><name>"+name+"</name><gx:MultiTrack>\n")
	return err
}

func (f *kmlFile) add(list []history.Reading) error {
	var whens, coords, b []byte
	flush := func() {
		if len(whens) > 0 {
			b = append(append(append(append(b, "<gx:Track>\n"...), whens...), coords...), "</gx:Track>\n"...)
			whens, coords = whens[:0], coords[:0]
		}
	}
	for i := range list {
		r := &list[i]
		if !r.Said(history.HasPosition) {
			continue
		}
		if _, ends := f.cut.next(r); ends {
			flush()
		}
		whens = append(append(append(whens, "<when>"...), utc(r.TimeMs)...), "</when>\n"...)
		coords = append(degrees(append(coords, "<gx:coord>"...), r.Lng), ' ')
		coords = append(degrees(coords, r.Lat), ' ')
		coords = append(strconv.AppendFloat(coords, r.AltitudeM, 'f', 1, 64), "</gx:coord>\n"...)
	}
	flush()
	_, err := f.to.Write(b)
	return err
}

func (f *kmlFile) end() error {
	_, err := io.WriteString(f.to, "</gx:MultiTrack></Placemark></Document></kml>\n")
	return err
}

// newGeoJSON writes a collection with a point for each position: a line has no times, and its properties would have to be known before it ends.
func newGeoJSON(to io.Writer, _ *time.Location) writer {
	number := 0
	return &routeFile{
		to: to,
		open: func(name string) string {
			text, _ := json.Marshal(name) // a string has a text
			return fmt.Sprintf(`{"type":"FeatureCollection","name":%s,"features":[`, text) + "\n"
		},
		last: "]}\n", unstarted: "]}\n",
		position: func(b []byte, r *history.Reading, begins bool) []byte {
			if number++; number > 1 {
				b = append(b, ",\n"...)
			}
			b = degrees(append(b, `{"type":"Feature","geometry":{"type":"Point","coordinates":[`...), r.Lng)
			b = degrees(append(b, ','), r.Lat)
			b = append(append(append(b, `]},"properties":{"time":"`...), utc(r.TimeMs)...), '"')
			if r.Said(history.HasSpeed) {
				b = strconv.AppendFloat(append(b, `,"speed_kmh":`...), r.SpeedKmh, 'f', -1, 64)
			}
			if r.Said(history.HasLimit) {
				b = strconv.AppendFloat(append(b, `,"speed_limit_kmh":`...), r.SpeedLimitKmh, 'f', -1, 64)
			}
			if r.Said(history.HasIgnition) {
				b = strconv.AppendBool(append(b, `,"ignition":`...), r.Ignition)
			}
			return append(strconv.AppendBool(append(b, `,"after_silence":`...), begins), "}}"...)
		},
	}
}
