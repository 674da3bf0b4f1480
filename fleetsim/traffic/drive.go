package traffic

import (
	"math"
	"sort"
)

// How vehicles accelerate and brake, in m/s².
const (
	pull  = 0.9
	brake = 1.3
)

const (
	jointKmh     = 42.0  // through a junction onto another road
	lightsChance = 0.25  // that a junction of a slower road shows red
	speedChance  = 0.006 // that a driver is too fast on a piece: of sixty vehicles about twenty a day
)

// phase is a stretch of time with one acceleration.
type phase struct {
	t, s, v, a float64 // seconds and metres from the drive's beginning; m/s; m/s²
}

// drive is a path with the speed at every moment. Speed and position are continuous.
type drive struct {
	path     path
	phases   []phase
	duration float64 // seconds
}

// newDrive drives a path in the manner of a driver: dice decide traffic, lights and speeding; most is the vehicle's own limit in km/h.
func newDrive(p path, most float64, dice chance) drive {
	d := drive{path: p}
	cruise, joints := speeds(p, most, dice)
	for i, here := range p.pieces {
		d.cover(here.length(), joints[i], cruise[i], joints[i+1])
		if i+1 < len(p.pieces) && joints[i+1] == 0 {
			d.wait(dice.of(uint64(1000+i)).between(8, 45)) // red
		}
	}
	return d
}

// speeds chooses the speed of every piece and at every joint, in m/s, such that no pull or brake is harder than allowed.
func speeds(p path, most float64, dice chance) (cruise, joints []float64) {
	n := len(p.pieces)
	cruise, joints = make([]float64, n), make([]float64, n+1)
	for i, here := range p.pieces {
		roll := dice.of(uint64(i))
		share := roll.of(1).between(0.86, 0.99)
		if roll.unit() < speedChance && here.limitKmh > localLimit {
			share = roll.of(1).between(1.1, 1.25)
		}
		cruise[i] = min(here.limitKmh*share, most) / 3.6
	}
	for i := 1; i < n; i++ {
		joints[i] = min(cruise[i-1], cruise[i])
		if here := p.pieces[i]; here.joint {
			joints[i] = min(joints[i], jointKmh/3.6)
			if slow := min(here.limitKmh, p.pieces[i-1].limitKmh); slow <= 80 && dice.of(uint64(2000+i)).unit() < lightsChance {
				joints[i] = 0
			}
		}
	}
	for i := range n {
		joints[i+1] = min(joints[i+1], math.Sqrt(joints[i]*joints[i]+2*pull*p.pieces[i].length()))
	}
	for i := n - 1; i >= 0; i-- {
		joints[i] = min(joints[i], math.Sqrt(joints[i+1]*joints[i+1]+2*brake*p.pieces[i].length()))
	}
	return cruise, joints
}

// cover drives so many metres: up to the cruising speed as far as there is room, and down again.
func (d *drive) cover(metres, in, cruise, out float64) {
	peak := math.Sqrt((2*pull*brake*metres + brake*in*in + pull*out*out) / (pull + brake))
	peak = max(in, out, min(cruise, peak))
	up, down := (peak*peak-in*in)/(2*pull), (peak*peak-out*out)/(2*brake)
	d.add((peak-in)/pull, in, pull)
	if flat := metres - up - down; flat > 0 && peak > 0 {
		d.add(flat/peak, peak, 0)
	}
	d.add((peak-out)/brake, peak, -brake)
}

func (d *drive) wait(seconds float64) { d.add(seconds, 0, 0) }

func (d *drive) add(seconds, speed, acceleration float64) {
	if seconds <= 0 {
		return
	}
	s := 0.0
	if n := len(d.phases); n > 0 {
		last := d.phases[n-1]
		dt := d.duration - last.t
		s = last.s + last.v*dt + last.a*dt*dt/2
	}
	d.phases = append(d.phases, phase{d.duration, s, speed, acceleration})
	d.duration += seconds
}

// at is the metres driven and the speed in m/s after so many seconds.
func (d drive) at(seconds float64) (metres, speed float64) {
	seconds = min(max(0, seconds), d.duration)
	i := max(0, sort.Search(len(d.phases), func(i int) bool { return d.phases[i].t > seconds })-1)
	p := d.phases[i]
	dt := seconds - p.t
	return min(d.path.length, p.s+p.v*dt+p.a*dt*dt/2), max(0, p.v+p.a*dt)
}
