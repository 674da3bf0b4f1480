package recorder

import (
	"math"
	"os"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device/imufile"
	"outrider.dev/sdk/device/trackfile"
	"outrider.dev/sdk/events"
)

const (
	trackEvery = time.Second
	imuEvery   = 20 * time.Millisecond
	fileMode   = 0o600
)

// tracking writes where the vehicle was, once a second.
func (r *Recorder) tracking(from, to time.Time, path string) error {
	var samples []trackfile.Sample
	for at := from; !at.After(to); at = at.Add(trackEvery) {
		s, _ := r.eyes.at(at)
		zone, dst := r.offsets(at)
		samples = append(samples, trackfile.Sample{
			Time: at, ZoneMinutes: zone, DSTMinutes: dst, GPSTime: at, GPSValid: s.Lat != nil && s.GPSValid, Lat: or(s.Lat), Lng: or(s.Lng),
			SpeedKmh: or(s.SpeedKmh), CourseDeg: or(s.HeadingDeg), Ignition: on(s), SpeedLimitKmh: int(or(s.SpeedLimitKmh)), Idling: on(s) && or(s.SpeedKmh) < 5,
		})
	}
	data, err := trackfile.Write(trackfile.Version2, false, samples)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, fileMode)
}

// imu writes what the accelerometer felt: how the speed and the heading change, the road, and the jolt of an event.
func (r *Recorder) imu(from, to time.Time, path string) error {
	jolts := r.eyes.jolts(from, to)
	var samples []imufile.Sample
	for at := from; !at.After(to); at = at.Add(imuEvery) {
		s, _ := r.eyes.at(at)
		next, _ := r.eyes.at(at.Add(500 * time.Millisecond))
		x, y := forces(s, next)
		shake := 0.012 * math.Min(1, or(s.SpeedKmh)/40)
		t := float64(at.UnixMilli())
		sample := imufile.Sample{
			Time: at, X: x + shake*math.Sin(t/31), Y: y + shake*math.Sin(t/47+1), Z: 1 + 2*shake*math.Sin(t/23+2),
			SpeedKmh: or(s.SpeedKmh), CourseDeg: or(s.HeadingDeg), Ignition: on(s),
		}
		sample.ZoneMinutes, sample.DSTMinutes = r.offsets(at)
		for _, j := range jolts {
			j.add(&sample)
		}
		samples = append(samples, sample)
	}
	data, err := imufile.Write(imufile.Version3, false, samples)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, fileMode)
}

// forces in g follow from two readings half a second apart: forward, and to the left.
func forces(s, next events.Sample) (x, y float64) {
	const g, apart = 9.81, 0.5
	speed := or(s.SpeedKmh) / 3.6
	turn := math.Remainder(or(next.HeadingDeg)-or(s.HeadingDeg), 360) * math.Pi / 180
	limit := func(v float64) float64 { return math.Max(-0.25, math.Min(0.25, v)) } // what is no event is gentle
	return limit((or(next.SpeedKmh) - or(s.SpeedKmh)) / 3.6 / apart / g), limit(-speed * turn / apart / g)
}

// jolt is the peak that an event brings.
type jolt struct {
	at, width time.Duration // since the Unix epoch
	peak      events.Acceleration
}

// jolts are the peaks of the events between two instants.
func (e *eyes) jolts(from, to time.Time) (list []jolt) {
	e.at(from) // makes the vehicle
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, h := range e.vehicle.Happenings(from.Add(-time.Minute), to.Add(time.Minute)) {
		if h.AccelG != nil {
			list = append(list, jolt{time.Duration(h.Time) * time.Millisecond, traffic.JoltWidth(h), *h.AccelG})
		}
	}
	return list
}

// add lets the jolt swell and fade around its time.
func (j jolt) add(s *imufile.Sample) {
	distance := float64(time.Duration(s.Time.UnixMilli())*time.Millisecond-j.at) / float64(j.width)
	weight := math.Exp(-4 * distance * distance)
	if weight < 0.001 {
		return
	}
	s.X += (j.peak.X - s.X) * weight
	s.Y += (j.peak.Y - s.Y) * weight
	s.Z += (j.peak.Z - s.Z) * weight
}

// offsets are the minutes of the zone without daylight saving, and of daylight saving.
func (r *Recorder) offsets(at time.Time) (zone, dst int) {
	local := at.In(r.options.Zone)
	_, offset := local.Zone()
	if local.IsDST() {
		return offset/60 - 60, 60
	}
	return offset / 60, 0
}

func on(s events.Sample) bool { return s.Ignition != nil && *s.Ignition }
