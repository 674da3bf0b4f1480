package device

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

// Telemetry is what is left of a message after it was read.
type Telemetry struct {
	Accepted []events.Sample // in the device's order
	Rejected []Rejected      // samples that can never be accepted, each alone
	Repeated int             // samples whose time an earlier sample of the message has; the first won
	Readings []Rejected      // readings of the vehicle that cannot be: each was left out, its sample was not
}

type wireSample struct {
	Time          json.RawMessage `json:"time"`
	Lat           *float64        `json:"lat"`
	Lng           *float64        `json:"lng"`
	GPSValid      *bool           `json:"gps_valid"`
	SpeedKmh      *float64        `json:"speed_kmh"`
	HeadingDeg    *float64        `json:"heading_deg"`
	AltitudeM     *float64        `json:"altitude_m"`
	Ignition      *bool           `json:"ignition"`
	SpeedLimitKmh *float64        `json:"speed_limit_kmh"`
	OdometerM     *float64        `json:"odometer_m"`
	Signal        *int            `json:"signal"`

	// Readings of the vehicle, which are read apart.
	FuelPercent    *float64    `json:"-"`
	BatteryPercent *float64    `json:"-"`
	CAN            *events.CAN `json:"-"`
}

// ParseTelemetry reads the payload of a telemetry message: a sample, or {"samples": […]}. The error is a Rejected of the whole
// message; a sample that is wrong is rejected alone. A sample without a valid position is accepted without Lat and Lng.
func ParseTelemetry(raw []byte, now time.Time) (Telemetry, error) {
	if t, ok := readTelemetry(raw, now); ok {
		return t, nil
	}
	return parseCarefully(raw, now)
}

// parseCarefully reads any message, and says what is wrong with it.
func parseCarefully(raw []byte, now time.Time) (Telemetry, error) {
	parts, err := splitSamples(raw)
	if err != nil {
		return Telemetry{}, err
	}
	t := Telemetry{Accepted: make([]events.Sample, 0, len(parts))}
	seen := make(map[int64]struct{}, len(parts))
	for i, part := range parts {
		sample, wrong, err := parseSample(part, now)
		if rejected, ok := errors.AsType[Rejected](err); ok {
			rejected.Index = i
			t.Rejected = append(t.Rejected, rejected)
			continue
		}
		if _, repeated := seen[sample.Time]; repeated {
			t.Repeated++
			continue
		}
		seen[sample.Time] = struct{}{}
		t.Accepted = append(t.Accepted, sample)
		for _, one := range wrong {
			one.Index = i
			t.Readings = append(t.Readings, one)
		}
	}
	return t, nil
}

// splitSamples finds the samples of a message without reading them.
func splitSamples(raw []byte) ([]json.RawMessage, error) {
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) > 0 && trimmed[0] != '{' && json.Valid(trimmed) {
		return nil, whole("", "the message must be an object: a sample or {\"samples\": […]}")
	}
	var envelope struct {
		Samples json.RawMessage `json:"samples"`
	}
	if err := decode(raw, &envelope); err != nil {
		return nil, err
	}
	if envelope.Samples == nil {
		return []json.RawMessage{raw}, nil
	}
	if bytes.Equal(envelope.Samples, []byte("null")) {
		return nil, whole("samples", "must be an array, not null")
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(envelope.Samples, &parts); err != nil {
		return nil, whole("samples", "must be an array")
	}
	switch {
	case len(parts) == 0:
		return nil, whole("samples", "is empty")
	case len(parts) > MaxSamples:
		return nil, whole("samples", "has %d samples; at most %d are allowed in one message", len(parts), MaxSamples)
	}
	return parts, nil
}

// parseSample reads a sample, and says which readings of the vehicle were left out.
func parseSample(raw json.RawMessage, now time.Time) (sample events.Sample, wrong []Rejected, err error) {
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || trimmed[0] != '{' {
		return events.Sample{}, nil, whole("samples", "must hold objects")
	}
	var w wireSample
	if err := decode(raw, &w); err != nil {
		return events.Sample{}, nil, err
	}
	wrong = w.decodeReadings(raw)
	wrong = append(wrong, w.checkReadings()...)
	sample, err = w.sample(now)
	return sample, wrong, err
}

// sample holds what was read against the bounds.
func (w wireSample) sample(now time.Time) (events.Sample, error) {
	at, err := parseTime(w.Time, now)
	if err != nil {
		return events.Sample{}, err
	}
	if err := w.checkBounds(); err != nil {
		return events.Sample{}, err
	}
	s := events.Sample{
		Time: at, SpeedKmh: w.SpeedKmh, HeadingDeg: turn(w.HeadingDeg), AltitudeM: w.AltitudeM, Ignition: w.Ignition,
		SpeedLimitKmh: w.SpeedLimitKmh, OdometerM: w.OdometerM, Signal: w.Signal, FuelPercent: w.FuelPercent,
		BatteryPercent: w.BatteryPercent, CAN: w.CAN,
	}
	if s.Lat, s.Lng = position(w.Lat, w.Lng, w.GPSValid); s.Lat != nil {
		s.GPSValid = true
	}
	return s, nil
}

// position returns the coordinates if they are ones that a vehicle can be at.
func position(lat, lng *float64, valid *bool) (*float64, *float64) {
	if lat == nil || lng == nil || (valid != nil && !*valid) || !fleet.ValidPosition(*lat, *lng) {
		return nil, nil
	}
	return lat, lng
}

func (w wireSample) checkBounds() error {
	var signal *float64
	if w.Signal != nil {
		bars := float64(*w.Signal)
		signal = &bars
	}
	return firstOf(
		within("speed_kmh", w.SpeedKmh, 0, 500),
		within("heading_deg", w.HeadingDeg, 0, 360),
		within("altitude_m", w.AltitudeM, -500, 20_000),
		within("speed_limit_kmh", w.SpeedLimitKmh, 0, 300),
		within("odometer_m", w.OdometerM, 0, 1e10),
		within("signal", signal, 0, 5),
	)
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
