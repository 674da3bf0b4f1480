package traffic_test

import (
	"math"
	"testing"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
)

// A fleet of the demonstration's size tells of as much as a real one would, and of every kind in any fortnight.
func TestDemonstration_happens(t *testing.T) {
	vehicles := demonstration()
	for fortnight := range 12 {
		begins := monday.AddDate(0, 0, 11*fortnight)
		seen, happened := map[string]int{}, 0
		for _, v := range vehicles {
			for _, h := range v.Happenings(begins, begins.AddDate(0, 0, 14)) {
				seen[h.Type]++
				happened++
			}
		}
		for _, kind := range device.EventTypes {
			if seen[kind] == 0 {
				t.Errorf("no %s in the fortnight from %s", kind, begins.Format(time.DateOnly))
			}
		}
		if perDay := happened / 14; perDay < 12 || perDay > 35 {
			t.Errorf("%d events a day from %s on, want about 25: %v", perDay, begins.Format(time.DateOnly), seen)
		}
	}
}

// Drivers are too fast now and then, for 10 s or more.
func TestDemonstration_speeds(t *testing.T) {
	const band, least = 1.1, 10 * time.Second
	times := 0
	for _, v := range demonstration() {
		var since time.Time
		for at := monday; at.Before(monday.AddDate(0, 0, 1)); at = at.Add(5 * time.Second) {
			s := v.Sample(at)
			switch fast := s.SpeedLimitKmh != nil && *s.SpeedKmh > *s.SpeedLimitKmh*band; {
			case fast && since.IsZero():
				since = at
			case !fast && !since.IsZero():
				if at.Sub(since) >= least {
					times++
				}
				since = time.Time{}
			}
		}
	}
	if times < 10 || times > 40 {
		t.Errorf("sixty vehicles were too fast %d times in a day, want about twenty", times)
	}
}

// Around ten events the speed changes as their acceleration says, and the vehicle is where its odometer says.
func TestHappening_changesTheSpeed(t *testing.T) {
	const apart, g, planned = 200 * time.Millisecond, 9.81, 1.5 // m/s² that the plan may add
	seen := 0
	for _, v := range demonstration() {
		for _, h := range v.Happenings(monday, monday.AddDate(0, 0, 14)) {
			if h.AccelG == nil || h.AccelG.X == 0 || seen >= 10 {
				continue
			}
			seen++
			at := time.UnixMilli(h.Time)
			before, after := v.Sample(at.Add(-apart)), v.Sample(at.Add(apart))
			got := (*after.SpeedKmh - *before.SpeedKmh) / 3.6 / (2 * apart).Seconds()
			if want := h.AccelG.X * g * average(apart, traffic.JoltWidth(h)); math.Abs(got-want) > planned {
				t.Errorf("%s of %s: the speed changes by %.2f m/s², want %.2f", h.Type, v, got, want)
			}
			if *h.SpeedKmh != *v.Sample(at).SpeedKmh {
				t.Errorf("%s of %s: %.1f km/h, the sample says %.1f", h.Type, v, *h.SpeedKmh, *v.Sample(at).SpeedKmh)
			}
			last := v.Sample(at.Add(-30 * time.Second))
			for d := -29; d < 130; d++ {
				next := v.Sample(at.Add(time.Duration(d) * time.Second))
				if driven := *next.OdometerM - *last.OdometerM; math.Abs(driven-(*next.SpeedKmh+*last.SpeedKmh)/7.2) > 4 {
					t.Fatalf("%s of %s: %.0f m in the second to %d s, at %.1f and %.1f km/h", h.Type, v, driven, d, *last.SpeedKmh, *next.SpeedKmh)
				}
				last = next
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d events along the road in a fortnight", seen)
	}
}

func TestSpec_Channels(t *testing.T) {
	for cameras, want := range map[int]int{0: 4, 1: 1, 8: 8, 9: 4, -1: 4} {
		v := traffic.New(1, traffic.Spec{DeviceID: "d", Cameras: cameras}, time.UTC)
		channels := v.Status(monday).Components[0].Channels
		if len(channels) != want || channels[want-1].ID != want || channels[want-1].Name == "" {
			t.Errorf("a recorder of %d cameras says that it has %+v, want %d", cameras, channels, want)
		}
	}
}

// average is the mean of the bell within so much of its peak, as a share of the peak.
func average(within, width time.Duration) float64 {
	x := 2 * within.Seconds() / width.Seconds()
	return math.Erf(x) * math.Sqrt(math.Pi) / 2 / x
}
