// Package tanktest makes months of tanks whose refuelling and theft are known, for tests of what finds them. It shares nothing with the detector: it knows litres, slopes and floats, not medians
// and thresholds.
//
// A vehicle works shifts of five to ten hours with stops, sleeps at night with a reading every half hour, burns 24 to 38 litres per 100 km and a little while idling. It is filled when it is low, at a rate of
// 60 to 120 litres a minute, sometimes with the ignition off; thieves come at night or at a stop and take 8 to 30 % within 4 to 12 minutes. The float trembles by a standard deviation of 2 % of the tank at every
// reading; a slope tilts it by up to 3.5 % for as long as the vehicle stands there, and by a slow wave of up to 3 % while it drives.
package tanktest

import (
	"math"
	"math/rand/v2"
)

// Reading is one minute of a vehicle.
type Reading struct {
	AtMs    int64
	Percent float64
	UsedL   float64
	OdoM    float64
	Kmh     float64
	On      bool
}

// Truth is what happened.
type Truth struct {
	Theft   bool
	AtMs    int64
	Percent float64
}

// Month is 30 days of a vehicle.
type Month struct {
	TankL    float64
	Readings []Reading
	Truths   []Truth
}

type maker struct {
	dice            *rand.Rand
	m               Month
	atMs            int64
	litres          float64
	used, odo, tilt float64
	noise           float64
}

// Make makes the month of a vehicle; noise is the standard deviation of the float in percent.
func Make(seed uint64, noise float64) Month {
	k := &maker{dice: rand.New(rand.NewPCG(seed, 77)), atMs: 1_790_000_000_000, noise: noise}
	k.m.TankL = []float64{80, 250, 400, 600}[k.dice.IntN(4)]
	k.litres = k.m.TankL * 0.8
	k.used, k.odo = 1000+k.dice.Float64()*50_000, 1e7+k.dice.Float64()*1e8
	per100 := (24 + 14*k.dice.Float64()) * k.m.TankL / 450
	for range 30 {
		k.day(per100)
	}
	return k.m
}

func (k *maker) between(low, high float64) float64 { return low + (high-low)*k.dice.Float64() }

// park chooses the slope of a place.
func (k *maker) park() { k.tilt = k.between(-3.5, 3.5) }

// minute goes on by a minute.
func (k *maker) minute(kmh float64, on bool, burns float64) {
	k.atMs += 60_000
	k.odo += kmh * 1000 / 60
	k.used += burns
	k.litres = max(0, k.litres-burns)
	k.say(kmh, on)
}

func (k *maker) say(kmh float64, on bool) {
	tilt := k.tilt
	if kmh > 0 {
		tilt = 3 * math.Sin(k.odo/9_000) * math.Cos(k.odo/31_000)
	}
	level := 100*k.litres/k.m.TankL + tilt + k.noise*k.dice.NormFloat64()
	level = math.Round(2.5*min(100, max(0, level))) / 2.5
	k.m.Readings = append(k.m.Readings, Reading{k.atMs, level, math.Floor(2*k.used) / 2, math.Round(k.odo), kmh, on})
}

func (k *maker) day(per100 float64) {
	worked := 0.0
	shift := k.between(5, 10) * 60
	for worked < shift {
		leg := int(k.between(20, 110))
		for range leg {
			kmh := k.between(30, 88)
			k.minute(kmh, true, kmh/60*per100/100)
		}
		worked += float64(leg)
		k.stop(per100)
		worked += 20
	}
	k.night()
}

// stop is a customer or a filling station.
func (k *maker) stop(per100 float64) {
	k.park()
	idle := int(k.between(2, 9))
	for range idle {
		k.minute(0, true, 2.2/60*k.m.TankL/450)
	}
	on := k.dice.IntN(3) == 0
	if k.litres < k.m.TankL*k.between(0.15, 0.45) {
		k.fill(on)
	} else if k.dice.Float64() < 0.01 {
		k.steal()
	}
	for range int(k.between(5, 40)) {
		k.minute(0, on, 0)
	}
}

func (k *maker) fill(on bool) {
	want := min(k.m.TankL*k.between(0.75, 0.98)-k.litres, k.m.TankL)
	if want < k.m.TankL*0.12 {
		return
	}
	k.m.Truths = append(k.m.Truths, Truth{AtMs: k.atMs, Percent: 100 * want / k.m.TankL})
	rate := k.between(60, 120) * k.m.TankL / 450
	for want > 0 {
		part := min(want, rate)
		k.litres, want = k.litres+part, want-part
		k.minute(0, on, 0)
	}
}

func (k *maker) steal() {
	want := k.m.TankL * k.between(0.08, 0.3)
	if k.litres-want < k.m.TankL*0.05 {
		return
	}
	k.m.Truths = append(k.m.Truths, Truth{Theft: true, AtMs: k.atMs, Percent: 100 * want / k.m.TankL})
	minutes := int(k.between(4, 12))
	for range minutes {
		k.litres -= want / float64(minutes)
		k.minute(0, false, 0)
	}
}

// night sleeps where the last stop was, with a reading every few minutes; thieves wake nobody, but the device says more while the level falls.
func (k *maker) night() {
	steals := k.dice.Float64() < 0.05
	hours := k.between(8, 12)
	for slept := 0.0; slept < hours*60; {
		if steals && slept > 120 {
			steals = false
			k.steal()
		}
		k.atMs += 4 * 60_000
		slept += 5
		k.minute(0, false, 0)
	}
}
