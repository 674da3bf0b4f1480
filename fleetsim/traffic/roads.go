package traffic

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"outrider.dev/sdk/fleet"
)

//go:embed roads.txt
var roadsText string

// stepM is about how far apart the points of a road are, in metres.
const stepM = 250

type point struct{ lat, lng float64 }

func (p point) distance(q point) float64 { return fleet.DistanceM(p.lat, p.lng, q.lat, q.lng) }

// curve is a line of points with the distance in metres of each from the first.
type curve struct {
	points []point
	along  []float64
}

func newCurve(points []point) curve {
	c := curve{points, make([]float64, len(points))}
	for i := 1; i < len(points); i++ {
		c.along[i] = c.along[i-1] + points[i-1].distance(points[i])
	}
	return c
}

func (c curve) length() float64 { return c.along[len(c.along)-1] }

// edge joins two places along a road; it is driven both ways.
type edge struct {
	road     string
	limitKmh float64
	from, to int
	curve    curve
}

// network is the roads as a graph. It never changes once it is read.
type network struct {
	names  []string
	places []point
	index  map[string]int
	edges  []edge
	out    [][]int  // edges of a place
	trees  sync.Map // place -> *tree
}

// roads is the one network; reading it takes a few milliseconds.
var roads = sync.OnceValue(func() *network {
	n, err := readRoads(roadsText)
	if err != nil {
		panic("traffic: the embedded roads: " + err.Error())
	}
	return n
})

func readRoads(text string) (*network, error) {
	n := &network{index: map[string]int{}}
	road, limit, stops := "", 0.0, []int(nil)
	for number, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
			continue
		case fields[0] == "road" && len(fields) == 3:
			n.build(road, limit, stops)
			kmh, err := strconv.ParseFloat(fields[2], 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number+1, err)
			}
			road, limit, stops = fields[1], kmh, nil
		default:
			place, err := n.place(fields)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number+1, err)
			}
			stops = append(stops, place)
		}
	}
	n.build(road, limit, stops)
	return n, nil
}

func (n *network) place(fields []string) (int, error) {
	if known, ok := n.index[fields[0]]; ok && len(fields) == 1 {
		return known, nil
	}
	if _, twice := n.index[fields[0]]; twice || len(fields) != 3 {
		return 0, fmt.Errorf("%q is given twice or without its two coordinates", fields[0])
	}
	lat, errLat := strconv.ParseFloat(fields[1], 64)
	lng, errLng := strconv.ParseFloat(fields[2], 64)
	if errLat != nil || errLng != nil {
		return 0, fmt.Errorf("%q has no two numbers", fields[0])
	}
	id := len(n.places)
	n.index[fields[0]] = id
	n.names = append(n.names, fields[0])
	n.places = append(n.places, point{lat, lng})
	n.out = append(n.out, nil)
	return id, nil
}

// build adds a road's edges, each a piece of one smooth curve through all its places.
func (n *network) build(road string, limit float64, stops []int) {
	at := func(i int) point { return n.places[stops[max(0, min(i, len(stops)-1))]] }
	for i := 0; i+1 < len(stops); i++ {
		id := len(n.edges)
		n.edges = append(n.edges, edge{
			road: road, limitKmh: limit, from: stops[i], to: stops[i+1], curve: newCurve(spline(at(i-1), at(i), at(i+1), at(i+2))),
		})
		n.out[stops[i]] = append(n.out[stops[i]], id)
		n.out[stops[i+1]] = append(n.out[stops[i+1]], id)
	}
}

// spline is the Catmull-Rom curve from b to c.
func spline(a, b, c, d point) []point {
	steps := max(2, int(math.Ceil(b.distance(c)/stepM)))
	points := make([]point, steps+1)
	for i := range points {
		t := float64(i) / float64(steps)
		points[i] = point{catmull(a.lat, b.lat, c.lat, d.lat, t), catmull(a.lng, b.lng, c.lng, d.lng, t)}
	}
	return points
}

// catmull has half the usual tension, since waypoints stand at very different distances.
func catmull(a, b, c, d, t float64) float64 {
	in, out := (c-a)/4, (d-b)/4
	t2, t3 := t*t, t*t*t
	return (2*t3-3*t2+1)*b + (t3-2*t2+t)*in + (-2*t3+3*t2)*c + (t3-t2)*out
}
