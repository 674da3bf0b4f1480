package traffic

import (
	"math"
	"time"
)

const (
	gravity   = 9.81 // m/s²
	gentle    = 20.0 // seconds in which a driver is back at the planned speed after a hard brake, or slows down before hard acceleration
	catchUp   = 80.0 // seconds after that in which the vehicle is back where the plan has it
	spareKmh  = 10.0 // how fast a vehicle still is after the hardest brake
	checkStep = 2.0  // seconds
)

// swerve is what a jolt along the road makes of the plan: the speed changes as the accelerometer says, and little by little the vehicle is where it would have been.
type swerve struct {
	at     float64 // Unix seconds of the peak
	width  float64 // seconds
	change float64 // m/s, all in all: below zero for a brake
}

// swerveOf is that of a force along the road, in g: the integral of the bell that the accelerometer reads.
func swerveOf(at time.Time, width time.Duration, force float64) swerve {
	return swerve{float64(at.UnixMilli()) / 1000, width.Seconds(), force * gravity * width.Seconds() * math.Sqrt(math.Pi) / 2}
}

func (s swerve) from() float64 {
	if s.change > 0 {
		return s.at - gentle
	}
	return s.at - 2*s.width
}

func (s swerve) until() float64 { return s.at + gentle + catchUp }

// of is by how much the vehicle is behind the plan at a time, in metres, and how much faster than planned, in m/s.
func (s swerve) of(at float64) (behind, faster float64) {
	if at <= s.from() || at >= s.until() {
		return 0, 0
	}
	lost, passed := math.Abs(s.change), (1+math.Erf(2*(at-s.at)/s.width))/2 // of the bell
	if s.change < 0 {
		x := share(at, s.at, gentle)
		behind, faster = lost*gentle*(x-x*x*x+x*x*x*x/2), -lost*passed*(1-smooth(x))
	} else {
		x := share(at, s.at-gentle, gentle)
		behind, faster = lost*gentle*(x*x*x-x*x*x*x/2), -lost*(1-passed)*smooth(x)
	}
	y := share(at, s.at+gentle, catchUp)
	return behind * (1 - smooth(y)), faster + behind*6*y*(1-y)/catchUp
}

// share is how much of a stretch is over, from 0 to 1.
func share(at, from, length float64) float64 { return min(1, max(0, (at-from)/length)) }

// smooth rises from 0 to 1 without a corner.
func smooth(x float64) float64 { return x * x * (3 - 2*x) }

// fits reports whether the vehicle drives on one way during all of the swerve, and fast enough for it.
func (v *Vehicle) fits(s swerve) bool {
	p := v.planAt(time.UnixMilli(int64(s.at * 1000)))
	for _, one := range p.spans {
		if one.doing != driving || s.at < one.from || s.at >= one.to {
			continue
		}
		if s.from() < one.from || s.until() > one.to {
			return false
		}
		for at := s.from(); at <= s.until(); at += checkStep {
			if _, speed := v.driveOf(p, one).at(at - one.from); speed < math.Abs(s.change)+spareKmh/3.6 {
				return false
			}
		}
		return true
	}
	return false
}

// remembered is what happens in a slot, worked out once for the samples around it.
type remembered struct {
	begin  int64 // Unix seconds; 0: nothing is remembered
	swerve swerve
	ok     bool
}

// swerving is the swerve that the vehicle is in at an instant, if it is in one.
func (v *Vehicle) swerving(t time.Time) (swerve, bool) {
	at := float64(t.UnixMilli()) / 1000
	for begin := t.Add(-(gentle + catchUp) * time.Second).Truncate(slot); !begin.After(t.Add(gentle * time.Second)); begin = begin.Add(slot) {
		known := &v.swerves[begin.Unix()/int64(slot/time.Second)%int64(len(v.swerves))]
		if known.begin != begin.Unix() {
			*known = remembered{begin: begin.Unix()}
			if o, ok := v.occasionOf(begin); ok {
				known.swerve, known.ok = v.swerveAt(o)
			}
		}
		if known.ok && at > known.swerve.from() && at < known.swerve.until() {
			return known.swerve, true
		}
	}
	return swerve{}, false
}
