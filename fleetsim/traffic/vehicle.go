// Package traffic is a fleet of simulated vehicles: shifts from a yard round customers and back, over a coarse network of British roads,
// with acceleration, limits, stops, idling and night parking. Where a vehicle is depends on nothing but seed, device and
// time: it can be asked for any instant, in any order, on any machine.
package traffic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"outrider.dev/sdk/events"
)

// Spec says which vehicle is meant. The JSON is the file that fleetsim reads.
type Spec struct {
	DeviceID string `json:"device_id"`
	Key      string `json:"key"`
	Model    string `json:"model"`   // of the device: "D700"
	Vehicle  string `json:"vehicle"` // its name
	Type     string `json:"type"`    // one of fleet.VehicleTypes
	Depot    string `json:"depot"`   // a place of the network, such as "crewe"; empty or unknown: one is chosen
	Fuel     string `json:"fuel"`    // "electric": it has a battery; anything else: a tank
	Relay    bool   `json:"relay"`   // drivers take turns: it is out nearly all day and night
	Cameras  int    `json:"cameras"` // of its recorder, 1 to 8; anything else: 4
}

// Channels are the cameras of the vehicle's recorder, by what they look at.
func (s Spec) Channels() []events.Channel {
	n := s.Cameras
	if n < 1 || n > len(cameras) {
		n = usualCameras
	}
	channels := make([]events.Channel, n)
	for i := range channels {
		channels[i] = events.Channel{ID: i + 1, Name: cameras[i], Enabled: true}
	}
	return channels
}

// cameras are what recorders look at, the usual ones first.
var cameras = []string{"Road", "Driver", "Left", "Rear", "Load", "Door", "Right", "Aisle"}

const usualCameras = 4

// Depots are where vehicles live that are given no other place.
var Depots = []string{"trafford-centre", "knowsley", "crewe", "birmingham-centre", "hanger-lane"}

// nicknames of depots, by what people call the town.
var nicknames = map[string]string{
	"manchester": "trafford-centre", "liverpool": "knowsley", "birmingham": "birmingham-centre", "london": "hanger-lane",
	"stoke": "stoke-on-trent", "warrington": "birchwood",
}

// manner is how a type of vehicle is used.
type manner struct {
	mostKmh                  float64
	reachKm, tourKm          float64 // from the yard; a whole round
	stops                    int     // at most
	litresPer100, tankLitres float64
	idleLitres               float64 // of a shift, for standing with the engine on
	kwhPer100, batteryKWh    float64 // of an electric one
}

func mannerOf(spec Spec) manner {
	m := mannerOfType(spec.Type)
	if spec.Relay {
		m.tankLitres *= relayTanks
	}
	if spec.Fuel == electric { // it comes home on one charge
		m.tourKm = min(m.tourKm, 60*m.batteryKWh/m.kwhPer100)
		m.reachKm = min(m.reachKm, m.tourKm*0.4)
	}
	return m
}

func mannerOfType(vehicleType string) manner {
	switch vehicleType {
	case "truck":
		return manner{90, 190, 560, 7, 31, 500, 6, 115, 480}
	case "van":
		return manner{112, 80, 330, 11, 10, 80, 2.5, 27, 75}
	case "bus", "schoolbus":
		return manner{100, 45, 270, 12, 29, 300, 6, 110, 350}
	case "bintruck":
		return manner{80, 30, 170, 12, 42, 250, 8, 150, 300}
	case "bicycle":
		return manner{24, 16, 80, 8, 1, 10, 0.1, 1.2, 1}
	default:
		return manner{125, 110, 400, 9, 7, 55, 1.5, 18, 64}
	}
}

// Vehicle answers for one vehicle. It is not safe for concurrent use.
type Vehicle struct {
	Spec
	roads     *network
	dice      chance
	zone      *time.Location
	yard      spot
	tours     [tours][]spot
	lengths   [tours]float64
	shiftHour float64
	mostKmh   float64
	manner    manner

	plans   [2]*plan // today's and yesterday's
	counted counted
	swerves [4]remembered
	current struct { // the drive that was asked for last
		plan *plan
		leg  int
		drive
	}
}

// New makes a vehicle of a fleet. The zone is where its shifts are kept: Europe/London.
func New(seed uint64, spec Spec, zone *time.Location) *Vehicle {
	v := &Vehicle{Spec: spec, roads: roads(), dice: newChance(seed, nameHash(spec.DeviceID)), zone: zone, manner: mannerOf(spec)}
	v.mostKmh = v.manner.mostKmh
	depot := v.depot()
	v.yard = v.roads.spot(depot, newChance(uint64(depot), uint64(v.dice.of(1).below(4))), v.dice.of(7)) // a town has four yards
	v.shiftHour = v.shift()
	for i := range v.tours {
		v.tours[i] = v.tour(v.dice.of(uint64(10 + i)))
		v.lengths[i] = v.length(v.tours[i])
	}
	v.counted = v.begin()
	return v
}

// firstDay is where odometers begin: 1 January 2024.
const firstDay = 19723

func (v *Vehicle) depot() int {
	name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(v.Depot)), " ", "-")
	if place, ok := v.roads.index[cmp.Or(nicknames[name], name)]; ok {
		return place
	}
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '/' || r == ',' }) {
		if place, ok := v.roads.index[cmp.Or(nicknames[word], word)]; ok {
			return place
		}
	}
	return v.roads.index[Depots[v.dice.of(4).below(len(Depots))]]
}

// shift is the local hour at which the vehicle's shifts begin: most by day, some late, some at night.
func (v *Vehicle) shift() float64 {
	if v.Relay {
		return v.relayHour()
	}
	switch roll := v.dice.of(5).unit(); {
	case roll < 0.5:
		return v.dice.of(6).between(4.5, 9)
	case roll < 0.74:
		return v.dice.of(6).between(10, 17)
	default:
		return v.dice.of(6).between(19, 23.5)
	}
}

// tour picks stops within reach as long as the round stays short enough.
func (v *Vehicle) tour(dice chance) []spot {
	type candidate struct {
		place int
		order chance
	}
	var near []candidate
	yard, reach := v.roads.places[v.yard.place], v.manner.reachKm*1000*dice.of(1).between(0.5, 1)
	for place, at := range v.roads.places {
		if place != v.yard.place && yard.distance(at) < reach && v.roads.treeOf(v.yard.place).via[place] >= 0 {
			near = append(near, candidate{place, dice.of(uint64(place))})
		}
	}
	slices.SortFunc(near, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	var stops []spot
	last, driven := v.yard, 0.0
	if v.Relay {
		places := make([]int, len(near))
		for i, c := range near {
			places[i] = c.place
		}
		return v.relayTour(places, dice)
	}
	for _, c := range near {
		if len(stops) >= v.manner.stops {
			break
		}
		customer := newChance(uint64(c.place), uint64(10+c.order.below(6)))
		next := v.roads.spot(c.place, customer, customer.of(1))
		if there := driven + v.roads.distance(last, next); there+v.roads.distance(next, v.yard) < v.manner.tourKm*1000 {
			stops, last, driven = append(stops, next), next, there
		}
	}
	return stops
}

func (v *Vehicle) length(stops []spot) float64 {
	sum, here := 0.0, v.yard
	for _, s := range append(slices.Clone(stops), v.yard) {
		sum += v.roads.distance(here, s)
		here = s
	}
	return sum
}

// planAt is the shift that an instant belongs to: today's, or yesterday's if that is not over.
func (v *Vehicle) planAt(t time.Time) *plan {
	day, midnight := dayOf(t, v.zone)
	if v.plans[0] == nil || v.plans[0].day != day {
		v.plans[0], v.plans[1] = v.plan(day, midnight), nil
	}
	if float64(t.UnixMilli())/1000 >= v.plans[0].begins() {
		return v.plans[0]
	}
	if v.plans[1] == nil {
		_, midnight := dayOf(t, v.zone)
		before, midnight := dayOf(midnight.Add(-12*time.Hour), v.zone)
		v.plans[1] = v.plan(before, midnight)
	}
	return v.plans[1]
}

// String names the vehicle in logs.
func (v *Vehicle) String() string { return fmt.Sprintf("%s (%s)", v.DeviceID, v.Vehicle) }
