package watchtest

import (
	"math"
	"math/rand/v2"
	"testing"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/outrider/plugins/fuel/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

// town is a day of a vehicle in town, a sample each few seconds: it drives, waits at lights, idles for a while, is switched off. idleS is what its track says of idling: the ignition is on and it
// goes below 5 km/h for a minute or more.
func town(chance *rand.Rand, everyS int64) (list []events.Sample, idleS float64) {
	at, odo := int64(1_790_000_000), 0.0
	since := int64(0)
	end := func() {
		if since > 0 && at-since >= 60 {
			idleS += float64(at - since)
		}
		since = 0
	}
	for at < 1_790_000_000+86_400 {
		kmh, on, lasts := 40.0, true, 60+chance.Int64N(900)
		switch chance.IntN(4) {
		case 1: // lights
			kmh, lasts = 0, 5+chance.Int64N(50)
		case 2:
			kmh, lasts = 0, 60+chance.Int64N(500)
		case 3:
			kmh, on = 0, false
		}
		step := everyS
		if !on {
			step = max(everyS, 300) // a parked vehicle speaks seldom
		}
		for until := at + lasts; at < until; at += step {
			switch idles := on && kmh < 5; {
			case !idles:
				end()
			case since == 0:
				since = at
			}
			odo += kmh / 3.6 * float64(step)
			speed, ignition, metres := kmh, on, odo
			list = append(list, events.Sample{Time: at * 1000, SpeedKmh: &speed, Ignition: &ignition, OdometerM: &metres})
		}
	}
	end()
	return list, idleS
}

// TestIdling_IsThatOfTheTrack: what is judged by minutes is what every sample says, for devices that speak each few seconds and for those that speak once a minute.
func TestIdling_IsThatOfTheTrack(t *testing.T) {
	for _, everyS := range []int64{1, 5, 15, 30, 60} {
		worst := 0.0
		for seed := range uint64(20) {
			said, want := town(rand.New(rand.NewPCG(seed, 7)), everyS)
			var list []events.Sample
			for _, s := range said {
				list = minutes.Add(list, s)
			}
			got := 0.0
			for _, q := range tank.Quarters(watch.Points(list, 80), nil, 80, 1) {
				got += q.IdleS
			}
			worst = max(worst, math.Abs(got-want)/want)
		}
		t.Logf("a sample each %d s: %.1f %% off at most", everyS, 100*worst)
		if worst > 0.005 {
			t.Errorf("a sample each %d s: %.1f %% off", everyS, 100*worst)
		}
	}
}
