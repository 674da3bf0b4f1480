package events

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// encode writes an event as json.Marshal would; many samples are packed. Telemetry is written by hand: it comes by the thousand a second.
func encode(id, eventType, orgID string, at time.Time, data any) ([]byte, error) {
	if t, is := data.(Telemetry); is {
		if len(t.Samples) >= enoughToPack {
			if body, ok := pack(id, eventType, orgID, at, t); ok {
				return body, nil
			}
		}
		body, err := appendHead(make([]byte, 0, 512+roomForSample*len(t.Samples)), id, eventType, orgID, versionOf(data), at)
		if err != nil {
			return nil, err
		}
		if body, ok := appendTelemetry(body, t); ok {
			return append(body, '}'), nil
		}
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return envelope(id, eventType, orgID, versionOf(data), at, raw)
}

// pack writes an event of many samples. False: encoding/json has something to say about it.
func pack(id, eventType, orgID string, at time.Time, t Telemetry) ([]byte, bool) {
	head, err := appendHead(make([]byte, 0, 512), id, eventType, orgID, versionOf(t), at)
	if err != nil {
		return nil, false
	}
	samples := t.Samples
	t.Samples = nil
	head, ok := appendTelemetry(head, t)
	if !ok {
		return nil, false
	}
	head = append(head, '}')
	body := make([]byte, 0, len(head)+roomForPacked*len(samples)+16)
	body = append(binary.AppendUvarint(append(body, packedMark), uint64(len(head))), head...)
	return appendPacked(body, samples)
}

// envelope is an event whose data is JSON already, and stays as it is.
func envelope(id, eventType, orgID string, version int, at time.Time, data json.RawMessage) ([]byte, error) {
	body, err := appendHead(make([]byte, 0, 512+len(data)), id, eventType, orgID, version, at)
	return append(append(body, data...), '}'), err
}

// appendHead writes an event up to its data.
func appendHead(body []byte, id, eventType, orgID string, version int, at time.Time) ([]byte, error) {
	head, err := json.Marshal(Event[struct{}]{ID: id, Type: eventType, Version: version, OrgID: orgID, At: at.UTC()})
	if err != nil {
		return nil, err
	}
	return append(body, head[:len(head)-len("{}}")]...), nil
}

// roomForPacked is how many bytes the longest usual sample takes when it is packed, about.
const roomForPacked = 40

// roomForSample is how many bytes of JSON the longest usual sample is, about.
const roomForSample = 280

func appendTelemetry(b []byte, t Telemetry) ([]byte, bool) {
	device, err := json.Marshal(t.DeviceID)
	if err != nil {
		return nil, false
	}
	org, err := json.Marshal(t.OrgID)
	if err != nil {
		return nil, false
	}
	b = append(append(b, `{"device_id":`...), device...)
	b = append(append(b, `,"org_id":`...), org...)
	b = strconv.AppendInt(append(b, `,"received_at":`...), t.ReceivedAt, 10)
	if t.Samples == nil {
		return append(b, `,"samples":null}`...), true
	}
	b = append(b, `,"samples":[`...)
	ok := true
	for i, s := range t.Samples {
		if i > 0 {
			b = append(b, ',')
		}
		b, ok = appendSample(b, s, ok)
	}
	return append(b, ']', '}'), ok
}

// appendSample keeps ok if every number can be written.
func appendSample(b []byte, s Sample, ok bool) ([]byte, bool) {
	b = strconv.AppendInt(append(b, `{"time":`...), s.Time, 10)
	b, ok = appendFloat(b, `,"lat":`, s.Lat, true, ok)
	b, ok = appendFloat(b, `,"lng":`, s.Lng, true, ok)
	b = strconv.AppendBool(append(b, `,"gps_valid":`...), s.GPSValid)
	b, ok = appendFloat(b, `,"speed_kmh":`, s.SpeedKmh, false, ok)
	b, ok = appendFloat(b, `,"heading_deg":`, s.HeadingDeg, false, ok)
	b, ok = appendFloat(b, `,"altitude_m":`, s.AltitudeM, false, ok)
	if s.Ignition != nil {
		b = strconv.AppendBool(append(b, `,"ignition":`...), *s.Ignition)
	}
	b, ok = appendFloat(b, `,"speed_limit_kmh":`, s.SpeedLimitKmh, false, ok)
	b, ok = appendFloat(b, `,"odometer_m":`, s.OdometerM, false, ok)
	if s.Signal != nil {
		b = strconv.AppendInt(append(b, `,"signal":`...), int64(*s.Signal), 10)
	}
	b, ok = appendFloat(b, `,"fuel_percent":`, s.FuelPercent, false, ok)
	b, ok = appendFloat(b, `,"battery_percent":`, s.BatteryPercent, false, ok)
	b, ok = appendCAN(b, s.CAN, ok)
	return append(b, '}'), ok
}

// appendFloat writes a number without an exponent; ok is lost with one that encoding/json writes in another way, or refuses.
func appendFloat(b []byte, name string, value *float64, always, ok bool) ([]byte, bool) {
	switch {
	case value != nil:
		size := math.Abs(*value)
		usual := size == 0 || size >= 1e-6 && size < 1e21
		return strconv.AppendFloat(append(b, name...), *value, 'f', -1, 64), ok && usual
	case always:
		return append(append(b, name...), "null"...), ok
	default:
		return b, ok
	}
}
