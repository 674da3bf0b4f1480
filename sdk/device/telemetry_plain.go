package device

import (
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/internal/plain"
)

// typicalSample is how many bytes a sample has in a message, about.
const typicalSample = 150

// readTelemetry reads a message that is plain JSON and right in every sample. It gives up on all others: they are read again, slowly, to say
// what is wrong.
func readTelemetry(raw []byte, now time.Time) (Telemetry, bool) {
	samples, ok := readSamples(raw, now)
	if !ok || len(samples) == 0 || len(samples) > MaxSamples {
		return Telemetry{}, false
	}
	kept := firstOfEachTime(samples)
	return Telemetry{Accepted: kept, Repeated: len(samples) - len(kept)}, true
}

// readSamples reads a sample, or {"samples": […]}.
func readSamples(raw []byte, now time.Time) (samples []events.Sample, ok bool) {
	if sample, ok := readOne(raw, now); ok {
		return []events.Sample{sample}, true
	}
	r := plain.NewReader(raw)
	ok = r.Object(func(name []byte) bool {
		if string(name) != "samples" || samples != nil {
			return false
		}
		samples = make([]events.Sample, 0, len(raw)/typicalSample+1)
		return r.Array(func() bool {
			sample, ok := readSample(r, now)
			samples = append(samples, sample)
			return ok
		})
	})
	return samples, ok && r.End()
}

func readOne(raw []byte, now time.Time) (events.Sample, bool) {
	r := plain.NewReader(raw)
	sample, ok := readSample(r, now)
	return sample, ok && r.End()
}

func readSample(r *plain.Reader, now time.Time) (events.Sample, bool) {
	read, ok := r.Reading()
	if !ok {
		return events.Sample{}, false
	}
	w := wireSample{
		Time: read.Time, Lat: read.Lat, Lng: read.Lng, GPSValid: read.GPSValid, SpeedKmh: read.SpeedKmh, HeadingDeg: read.HeadingDeg,
		AltitudeM: read.AltitudeM, Ignition: read.Ignition, SpeedLimitKmh: read.SpeedLimitKmh, OdometerM: read.OdometerM, Signal: read.Signal,
		FuelPercent: read.FuelPercent, BatteryPercent: read.BatteryPercent, CAN: (*events.CAN)(read.CAN),
	}
	if len(w.checkReadings()) > 0 {
		return events.Sample{}, false
	}
	sample, err := w.sample(now)
	return sample, err == nil
}

// firstOfEachTime leaves out samples whose time an earlier one has. Most devices send in order, so that there is nothing to look up.
func firstOfEachTime(samples []events.Sample) []events.Sample {
	ordered := true
	for i := 1; i < len(samples) && ordered; i++ {
		ordered = samples[i].Time > samples[i-1].Time
	}
	if ordered {
		return samples
	}
	seen := make(map[int64]struct{}, len(samples))
	kept := samples[:0]
	for _, s := range samples {
		if _, repeated := seen[s.Time]; repeated {
			continue
		}
		seen[s.Time] = struct{}{}
		kept = append(kept, s)
	}
	return kept
}
