package shape

import (
	"container/heap"
	"math"
	"slices"

	"outrider.dev/sdk/fleet"
)

const metresPerDegree = math.Pi / 180 * fleet.EarthRadiusM

// Simplify leaves out corners of a ring until there are at most so many, each time the one whose triangle with its neighbours is smallest (Visvalingam and Whyatt). offM is
// how far a corner that is left out lies beside the new ring at most, in metres.
func Simplify(ring []Point, most int) (kept []Point, offM float64) {
	if len(ring) <= most {
		return ring, 0
	}
	c := newCorners(ring)
	for left := len(ring); left > most; left-- {
		c.remove(heap.Pop(c).(int))
	}
	first := slices.Index(c.gone, false)
	for at := first; ; {
		kept = append(kept, ring[at])
		next := c.after[at]
		for i := (at + 1) % len(ring); i != next; i = (i + 1) % len(ring) {
			offM = max(offM, beside(c.at[i], c.at[at], c.at[next]))
		}
		if at = next; at == first {
			return kept, offM
		}
	}
}

// corners are those of a ring in metres, with a heap of those that are left by the size of their triangles.
type corners struct {
	at            [][2]float64
	before, after []int
	gone          []bool
	area          []float64
	heap          []int
	place         []int // in the heap
}

func newCorners(ring []Point) *corners {
	n := len(ring)
	c := &corners{make([][2]float64, n), make([]int, n), make([]int, n), make([]bool, n), make([]float64, n), make([]int, n), make([]int, n)}
	lngs := unwrap(ring)
	shrink := math.Cos(ring[0].Lat * math.Pi / 180)
	for i := range n {
		c.at[i] = [2]float64{lngs[i] * shrink * metresPerDegree, ring[i].Lat * metresPerDegree}
		c.before[i], c.after[i], c.heap[i], c.place[i] = (i+n-1)%n, (i+1)%n, i, i
	}
	for i := range n {
		c.area[i] = c.triangle(i)
	}
	heap.Init(c)
	return c
}

func (c *corners) triangle(i int) float64 {
	a, b, p := c.at[c.before[i]], c.at[c.after[i]], c.at[i]
	return math.Abs((b[0]-a[0])*(p[1]-a[1]) - (b[1]-a[1])*(p[0]-a[0]))
}

// remove joins the neighbours of a corner; their triangles do not become smaller than its own, so that it is not less that goes before.
func (c *corners) remove(i int) {
	c.gone[i] = true
	a, b := c.before[i], c.after[i]
	c.after[a], c.before[b] = b, a
	for _, one := range [...]int{a, b} {
		c.area[one] = max(c.area[i], c.triangle(one))
		heap.Fix(c, c.place[one])
	}
}

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (c *corners) Len() int { return len(c.heap) }

func (c *corners) Less(i, j int) bool { return c.area[c.heap[i]] < c.area[c.heap[j]] }

func (c *corners) Swap(i, j int) {
	c.heap[i], c.heap[j] = c.heap[j], c.heap[i]
	c.place[c.heap[i]], c.place[c.heap[j]] = i, j
}

// Push is never called: no corner comes back.
func (c *corners) Push(any) {}

// Pop takes the last of the heap off.
func (c *corners) Pop() any {
	last := c.heap[len(c.heap)-1]
	c.heap = c.heap[:len(c.heap)-1]
	return last
}

func apart(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }

// beside is how far a place is from the straight way between two others.
func beside(p, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	length := dx*dx + dy*dy
	if length == 0 {
		return apart(p, a)
	}
	part := max(0, min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/length))
	return apart(p, [2]float64{a[0] + part*dx, a[1] + part*dy})
}

// Ring is a circle as a polygon of so many corners, counter-clockwise.
func Ring(center Point, radiusM float64, corners int) []Point {
	angle, lat := radiusM/fleet.EarthRadiusM, center.Lat*math.Pi/180
	ring := make([]Point, corners)
	for i := range ring {
		bearing := -2 * math.Pi * float64(i) / float64(corners)
		y := math.Asin(math.Sin(lat)*math.Cos(angle) + math.Cos(lat)*math.Sin(angle)*math.Cos(bearing))
		x := math.Atan2(math.Sin(bearing)*math.Sin(angle)*math.Cos(lat), math.Cos(angle)-math.Sin(lat)*math.Sin(y))
		ring[i] = Point{Lat: round6(y * 180 / math.Pi), Lng: round6(near(center.Lng+x*180/math.Pi, 0))}
	}
	return ring
}

func round6(degrees float64) float64 { return math.Round(degrees*1e6) / 1e6 }

// Joined are the corners of a ring with longitudes that are continuous: beyond 180 where it spans the 180th meridian, as other programs draw it in one piece.
func Joined(ring []Point) []Point {
	lngs := unwrap(ring)
	joined := make([]Point, len(ring))
	for i, p := range ring {
		joined[i] = Point{Lat: p.Lat, Lng: lngs[i]}
	}
	return joined
}
