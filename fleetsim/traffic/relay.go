package traffic

import (
	"math"
	"strconv"
	"strings"
)

// A vehicle whose drivers take turns begins its shift at the same local time every day, drives relayDrive seconds and comes home before the next one; the
// time that is left is spent where it stops. One in four stops or so it stands with its engine on.
const (
	relayDrive  = 21.3 * 3600
	relayWindow = 22.8 * 3600 // the shortest day has 23 hours
	relayIdle   = 0.22        // of the stops: the engine runs
	leastStop   = 60.0        // seconds
	leastLeg    = 1200.0      // seconds, as far as there are places so far away
	relayBegan  = 20454       // 1 January 2026: the vehicles are young, since they drive a lot
	relayTanks  = 4           // it has larger tanks by so much
)

// Relays reports whether vehicles of a type are driven by drivers who take turns, where a fleet is to be on the road at every hour.
func Relays(vehicleType, fuel string) bool {
	switch vehicleType {
	case "truck", "van", "bus", "bintruck":
		return fuel != electric
	default:
		return false
	}
}

// relayHour is the local hour at which the shift begins. Vehicles of a fleet whose ids are numbered begin as evenly over the day as can be, so that as many are out at each hour.
func (v *Vehicle) relayHour() float64 {
	_, part := math.Modf(float64(v.number()) * math.Phi)
	return 24 * part
}

// number is the one at the end of the device's id, such as 17 of demo-0017; one that chance chose where there is none.
func (v *Vehicle) number() int64 {
	id := strings.TrimLeft(v.DeviceID[len(strings.TrimRight(v.DeviceID, "0123456789")):], "0")
	n, err := strconv.ParseInt(id, 10, 32)
	if err != nil {
		return int64(v.dice.of(6).below(1000))
	}
	return n
}

// relayTour goes round the places again and again, each time to other customers, for about relayDrive seconds.
func (v *Vehicle) relayTour(places []int, dice chance) (stops []spot) {
	if len(places) == 0 {
		return nil
	}
	last, seconds := v.yard, 0.0
	for n := 0; ; n++ {
		place := places[n%len(places)]
		customer := newChance(uint64(place), uint64(10+dice.of(uint64(100+n)).below(6)))
		next := v.roads.spot(place, customer, customer.of(1))
		there := v.drive(leg{last, next, dice.of(uint64(n))}).duration
		home := v.drive(leg{next, v.yard, dice.of(uint64(n))}).duration
		if there < leastLeg && n%(2*len(places)) < len(places) {
			continue // a farther one, as long as there are others
		}
		if seconds+there+home > relayDrive {
			return stops
		}
		stops, last, seconds = append(stops, next), next, seconds+there
	}
}

// relayPlan fills a plan: the drives of a round, with the time that they leave spent at its stops.
func (v *Vehicle) relayPlan(p *plan, stops []spot, dice chance, begins float64) {
	here, drives, left := v.yard, make([]float64, 0, len(stops)+1), relayWindow
	for i := range len(stops) + 1 {
		next := v.yard
		if i < len(stops) {
			next = stops[i]
		}
		l := leg{here, next, dice.of(uint64(100 + i)).of(2)}
		p.legs, drives = append(p.legs, l), append(drives, v.drive(l).duration)
		left -= drives[i]
		here = next
	}
	each := max(leastStop, left/float64(len(stops)+1))
	now := p.stand(begins, 90, idling, v.yard)
	for i, l := range p.legs {
		p.spans = append(p.spans, span{now, now + drives[i], driving, l.from, p.distance, i})
		p.distance += v.roads.path(l.from, l.to).length
		now += drives[i]
		if i == len(stops) {
			p.stand(now, 60, idling, l.to)
			return
		}
		now = v.relayStop(p, now, each, l.to, dice.of(uint64(100+i)).of(3))
	}
}

// relayStop spends between half and all of the seconds that a stop has, so that the whole day is never too short.
func (v *Vehicle) relayStop(p *plan, now, seconds float64, here spot, dice chance) float64 {
	seconds *= dice.of(1).between(0.5, 1)
	if dice.of(2).unit() < relayIdle {
		return p.stand(now, seconds, idling, here)
	}
	now = p.stand(now, min(60, seconds/4), idling, here)
	now = p.stand(now, seconds*0.7, parked, here)
	return p.stand(now, min(60, seconds/4), idling, here)
}
