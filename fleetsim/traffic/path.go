package traffic

import (
	"math"
	"sort"
)

const (
	pieceM     = 3000.0 // a driver keeps one speed for about so long
	localLimit = 48.0   // km/h on the street between a customer and the road
)

// spot is where a vehicle stops: a yard on a street that leaves a place of the network.
type spot struct {
	place int
	yard  chance // decides direction and length of the street
	bay   chance // where in the yard

	street float64 // length of the street in metres
}

// spot makes a spot.
func (n *network) spot(place int, yard, bay chance) spot {
	s := spot{place: place, yard: yard, bay: bay}
	s.street = n.street(s).length()
	return s
}

// street is the way from the place to the yard: two bends, 500 m to 2 km, and the way across the yard.
func (n *network) street(s spot) curve {
	from := n.places[s.place]
	bearing, length := s.yard.of(1).between(0, 2*math.Pi), s.yard.of(2).between(500, 2000)
	points := []point{from}
	for i := range uint64(3) {
		bearing += s.yard.of(3+i).between(-0.7, 0.7)
		from = from.towards(bearing, length/3)
		points = append(points, from)
	}
	return newCurve(append(points, from.towards(s.bay.of(1).between(0, 2*math.Pi), s.bay.of(2).between(5, 70))))
}

// towards is the point so many metres away in a direction in radians, clockwise from north; good for a few kilometres.
func (p point) towards(bearing, metres float64) point {
	const metresPerDegree = 111_195
	return point{
		p.lat + metres*math.Cos(bearing)/metresPerDegree,
		p.lng + metres*math.Sin(bearing)/(metresPerDegree*math.Cos(p.lat*math.Pi/180)),
	}
}

// piece is a stretch of road that is driven at one speed.
type piece struct {
	curve    curve
	from, to float64 // metres along the curve; from > to is against its direction
	limitKmh float64
	joint    bool // another road begins here
}

func (p piece) length() float64 { return math.Abs(p.to - p.from) }

// path is a way from spot to spot.
type path struct {
	pieces []piece
	starts []float64 // metres from the path's beginning at which each piece begins
	length float64
}

func (n *network) path(from, to spot) path {
	first, last := n.street(from), n.street(to)
	p := path{}
	p.add(piece{curve: first, from: first.length(), to: 0, limitKmh: localLimit})
	here, road := from.place, ""
	for _, id := range n.way(from.place, to.place) {
		e := &n.edges[id]
		p.addEdge(e, e.from == here, e.road != road)
		here, road = e.from+e.to-here, e.road
	}
	p.add(piece{curve: last, from: 0, to: last.length(), limitKmh: localLimit, joint: true})
	return p
}

// distance is the length of the path in metres, without making it.
func (n *network) distance(from, to spot) float64 {
	return from.street + n.treeOf(from.place).metres[to.place] + to.street
}

func (p *path) addEdge(e *edge, forward, joint bool) {
	length := e.curve.length()
	parts := max(1, math.Round(length/pieceM))
	for i := range int(parts) {
		a, b := length*float64(i)/parts, length*float64(i+1)/parts
		if !forward {
			a, b = length-a, length-b
		}
		p.add(piece{curve: e.curve, from: a, to: b, limitKmh: e.limitKmh, joint: joint && i == 0})
	}
}

func (p *path) add(next piece) {
	p.pieces = append(p.pieces, next)
	p.starts = append(p.starts, p.length)
	p.length += next.length()
}

// at is the position and the direction in degrees after so many metres, and the limit there.
func (p path) at(metres float64) (where point, heading, limitKmh float64) {
	i := max(0, sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > metres })-1)
	here := p.pieces[i]
	rest := min(metres-p.starts[i], here.length())
	along, back := here.from+rest, here.to < here.from
	if back {
		along = here.from - rest
	}
	where, heading = here.curve.at(along)
	if back {
		heading = math.Mod(heading+180, 360)
	}
	return where, heading, here.limitKmh
}

func (c curve) at(metres float64) (where point, heading float64) {
	i := min(max(1, sort.SearchFloat64s(c.along, metres)), len(c.points)-1)
	a, b := c.points[i-1], c.points[i]
	t := 0.0
	if span := c.along[i] - c.along[i-1]; span > 0 {
		t = min(1, max(0, (metres-c.along[i-1])/span))
	}
	east, north := (b.lng-a.lng)*math.Cos(a.lat*math.Pi/180), b.lat-a.lat
	heading = math.Mod(math.Atan2(east, north)*180/math.Pi+360, 360)
	return point{a.lat + t*(b.lat-a.lat), a.lng + t*(b.lng-a.lng)}, heading
}
