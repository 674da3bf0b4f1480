package events

import (
	"encoding/json"
	"strconv"
	"time"

	"outrider.dev/sdk/internal/plain"
)

// typicalSample is how many bytes of JSON a sample is, about: room for all of a message is made once.
const typicalSample = 200

// read reads one event of a message.
func read[T any](p part, e *Event[T]) error {
	if glance, is := any(e).(*Event[Glance]); is {
		return readGlance(p.body, p.note, glance)
	}
	return unmarshal(p.body, e)
}

// Unmarshal reads an event as it lies in its stream, alone in its message. It is for those who do not consume.
func Unmarshal[T any](raw []byte) (e Event[T], err error) {
	err = unmarshal(raw, &e)
	return e, err
}

// UnmarshalAll reads all events of a message as it lies in its stream: few samples of several devices come together.
func UnmarshalAll[T any](raw []byte) ([]Event[T], error) {
	parts, err := partsOf(raw, nil)
	if err != nil {
		return nil, err
	}
	list := make([]Event[T], len(parts))
	for i, p := range parts {
		if err := unmarshal(p.body, &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// unmarshal reads an event. Telemetry in the forms in which PublishDirect writes it is read by hand.
func unmarshal[T any](raw []byte, e *Event[T]) error {
	if telemetry, is := any(e).(*Event[Telemetry]); is {
		if head, samples, packed := unpack(raw); packed {
			return readPacked(head, samples, telemetry)
		}
		if read, ok := readTelemetry(raw); ok {
			*telemetry = read
			return nil
		}
	}
	return json.Unmarshal(raw, e)
}

func readPacked(head []byte, samples packedSamples, e *Event[Telemetry]) error {
	read, ok := readTelemetry(head)
	if !ok {
		if err := json.Unmarshal(head, &read); err != nil {
			return err
		}
	}
	var err error
	if read.Data.Samples, err = samples.read(); err != nil {
		return err
	}
	*e = read
	return nil
}

// plainText is a message as people and other languages read it.
func plainText(raw []byte) []byte {
	if _, _, packed := unpack(raw); !packed {
		return raw
	}
	e, err := Unmarshal[Telemetry](raw)
	if err != nil {
		return raw
	}
	text, err := json.Marshal(e)
	if err != nil {
		return raw
	}
	return text
}

func readTelemetry(raw []byte) (e Event[Telemetry], ok bool) {
	r := plain.NewReader(raw)
	ok = r.Object(func(name []byte) (ok bool) {
		if string(name) == "data" {
			e.Data, ok = readMessage(r, len(raw)/typicalSample)
			return ok
		}
		return readEnvelope(r, &e, name)
	})
	return e, ok && r.End()
}

// readEnvelope reads a field of an event other than its data.
func readEnvelope[T any](r *plain.Reader, e *Event[T], name []byte) bool {
	switch string(name) {
	case "id":
		return readText(r, &e.ID)
	case "type":
		return readText(r, &e.Type)
	case "version":
		version, ok := r.Int()
		e.Version = int(version)
		return ok
	case "org_id":
		return readText(r, &e.OrgID)
	case "at":
		text, ok := r.Text()
		if !ok {
			return false
		}
		var err error
		e.At, err = time.Parse(time.RFC3339, string(text))
		return err == nil
	default:
		return false
	}
}

func readMessage(r *plain.Reader, about int) (t Telemetry, ok bool) {
	ok = r.Object(func(name []byte) (ok bool) {
		switch string(name) {
		case "device_id":
			return readText(r, &t.DeviceID)
		case "org_id":
			return readText(r, &t.OrgID)
		case "received_at":
			t.ReceivedAt, ok = r.Int()
			return ok
		case "samples":
			t.Samples = make([]Sample, 0, about+1)
			return r.Array(func() bool {
				s, ok := readSample(r)
				t.Samples = append(t.Samples, s)
				return ok
			})
		default:
			return false
		}
	})
	return t, ok
}

func readSample(r *plain.Reader) (Sample, bool) {
	read, ok := r.Reading()
	if !ok {
		return Sample{}, false
	}
	at, err := strconv.ParseInt(string(read.Time), 10, 64)
	return Sample{
		Time: at, Lat: read.Lat, Lng: read.Lng, GPSValid: read.GPSValid != nil && *read.GPSValid, SpeedKmh: read.SpeedKmh, HeadingDeg: read.HeadingDeg,
		AltitudeM: read.AltitudeM, Ignition: read.Ignition, SpeedLimitKmh: read.SpeedLimitKmh, OdometerM: read.OdometerM, Signal: read.Signal,
		FuelPercent: read.FuelPercent, BatteryPercent: read.BatteryPercent, CAN: (*CAN)(read.CAN),
	}, err == nil
}

func readText(r *plain.Reader, into *string) bool {
	text, ok := r.Text()
	*into = string(text)
	return ok
}
