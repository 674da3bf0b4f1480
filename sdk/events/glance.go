package events

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"

	"outrider.dev/sdk/internal/plain"
)

// headerGlance is what PublishDirect notes beside a message of samples: the newest time, by how much the limit was exceeded most, and the
// highest speed for which the sample has no limit.
const headerGlance = "Outrider-Glance"

// Glance is a message of samples of which only that was read which most readers need to pass it over: what its publisher noted beside
// it. Consume subject "telemetry" with it in place of Telemetry where few messages matter; reading costs fifty times as much.
type Glance struct {
	DeviceID string
	Newest   int64 // Unix milliseconds, of the newest sample; 0: there is none

	over, fastest float64 // km/h: above the sample's limit, and without a limit; -Inf: of no sample
	telemetry     *Telemetry
	raw           []byte
}

// Over is by how many km/h the sample is above its limit that is furthest above; defaultLimitKmh is the limit of samples that have none.
// -Inf: no sample has a speed.
func (g Glance) Over(defaultLimitKmh float64) float64 { return max(g.over, g.fastest-defaultLimitKmh) }

// Read reads the whole message. An error is Permanent: it is none.
func (g Glance) Read() (Telemetry, error) {
	if g.telemetry != nil {
		return *g.telemetry, nil
	}
	var e Event[Telemetry]
	if err := unmarshal(g.raw, &e); err != nil {
		return Telemetry{}, Permanent(fmt.Errorf("read samples of device %s: %w", g.DeviceID, err))
	}
	return e.Data, nil
}

// GlanceAt is the glance at a message that was read.
func GlanceAt(t Telemetry) Glance {
	g := Glance{DeviceID: t.DeviceID, over: math.Inf(-1), fastest: math.Inf(-1), telemetry: &t}
	for i := range t.Samples {
		s := &t.Samples[i]
		g.Newest = max(g.Newest, s.Time)
		switch {
		case s.SpeedKmh == nil:
		case s.SpeedLimitKmh != nil && *s.SpeedLimitKmh > 0:
			g.over = max(g.over, *s.SpeedKmh-*s.SpeedLimitKmh)
		default:
			g.fastest = max(g.fastest, *s.SpeedKmh)
		}
	}
	return g
}

// headersOf are the headers that data travels with.
func headersOf(data any) nats.Header {
	t, is := data.(Telemetry)
	if !is {
		return nil
	}
	return nats.Header{headerGlance: {glanceNote(t)}}
}

// glanceNote is what is noted beside a message.
func glanceNote(t Telemetry) string {
	g := GlanceAt(t)
	note := strconv.AppendInt(nil, g.Newest, 10)
	note = strconv.AppendFloat(append(note, ' '), g.over, 'g', -1, 64)
	return string(strconv.AppendFloat(append(note, ' '), g.fastest, 'g', -1, 64))
}

// readGlance reads a message with what is noted beside it; without a note, or where the message is written in another way, all of it.
func readGlance(raw []byte, note string, e *Event[Glance]) error {
	text := raw
	if head, _, packed := unpack(raw); packed {
		text = head
	}
	if head, ok := readHead(text); ok && head.Data.take(note) {
		*e, e.Data.raw = head, raw
		return nil
	}
	var whole Event[Telemetry]
	if err := unmarshal(raw, &whole); err != nil {
		return err
	}
	*e = Event[Glance]{ID: whole.ID, Type: whole.Type, Version: whole.Version, OrgID: whole.OrgID, At: whole.At, Data: GlanceAt(whole.Data)}
	return nil
}

// take reads a note.
func (g *Glance) take(note string) bool {
	newest, speeds, _ := strings.Cut(note, " ")
	over, fastest, _ := strings.Cut(speeds, " ")
	var errs [3]error
	g.Newest, errs[0] = strconv.ParseInt(newest, 10, 64)
	g.over, errs[1] = strconv.ParseFloat(over, 64)
	g.fastest, errs[2] = strconv.ParseFloat(fastest, 64)
	return errs == [3]error{}
}

// readHead reads a message of samples up to the samples, which come last.
func readHead(raw []byte) (e Event[Glance], ok bool) {
	r := plain.NewReader(raw)
	r.Object(func(name []byte) bool {
		if string(name) != "data" {
			return readEnvelope(r, &e, name)
		}
		return r.Object(func(name []byte) bool {
			switch string(name) {
			case "device_id":
				return readText(r, &e.Data.DeviceID)
			case "org_id":
				_, ok := r.Text()
				return ok
			case "received_at":
				_, ok := r.Int()
				return ok
			default:
				ok = string(name) == "samples" && e.ID != "" && e.OrgID != "" && e.Data.DeviceID != ""
				return false
			}
		})
	})
	return e, ok
}
