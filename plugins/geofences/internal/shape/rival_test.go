//go:build bench

package shape_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/tidwall/geojson/geometry"
	"github.com/tidwall/rtree"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// What is compared: 10,000 fences of 32 corners in a square degree, and 100,000 positions there, on one core.
const (
	rivalFences    = 10_000
	rivalPositions = 100_000
	leastTimes     = 4        // as many positions a second as the R-tree with the GeoJSON library
	mostBytes      = 64 << 20 // for the index of all fences
)

// TestRival_RTree compares the index with an R-tree that asks the GeoJSON library, both through the libraries of tidwall, on the same positions; and the
// answers of both with asking every fence.
func TestRival_RTree(t *testing.T) {
	runtime.GOMAXPROCS(1)
	random := rand.New(rand.NewPCG(3, 5))
	shapes := make([]shape.Shape, rivalFences)
	for i := range shapes {
		shapes[i] = ring(32, 53+random.Float64(), -3+random.Float64(), 0.002+0.004*random.Float64())
	}
	places := make([]shape.Point, rivalPositions)
	for i := range places {
		places[i] = shape.Point{Lat: 53 + random.Float64(), Lng: -3 + random.Float64()}
	}
	index, bytes := fill(shapes)
	tree, polygons := plant(shapes)

	ours, theirs := measure(func() int { return askIndex(index, places) }, func() int { return askTree(tree, polygons, places) })
	if ours.hits != theirs.hits {
		t.Errorf("the index finds %d, the R-tree %d", ours.hits, theirs.hits)
	}
	if want := askAll(shapes, places[:500]); askIndex(index, places[:500]) != want {
		t.Errorf("the index finds %d in 500 places, every fence asked %d", askIndex(index, places[:500]), want)
	}
	times := theirs.took.Seconds() / ours.took.Seconds()
	fmt.Printf("geofences: index %.2f M positions/s, R-tree with GeoJSON %.2f M, %.1f times; %.1f hits a position; %.1f MB for %d fences\n",
		rivalPositions/ours.took.Seconds()/1e6, rivalPositions/theirs.took.Seconds()/1e6, times, float64(ours.hits)/rivalPositions, float64(bytes)/(1<<20), rivalFences)
	if times < leastTimes {
		t.Errorf("%.1f times as many positions as the R-tree, want %d", times, leastTimes)
	}
	if bytes > mostBytes {
		t.Errorf("%d MB of memory, want at most %d", bytes>>20, mostBytes>>20)
	}
}

// TestRivalHundredThousand has the indexes of ten organisations, of ten thousand geofences each.
func TestRivalHundredThousand(t *testing.T) {
	runtime.GOMAXPROCS(1)
	const organisations = 10
	random := rand.New(rand.NewPCG(7, 11))
	var bytes uint64
	var indexes []*shape.Index[int]
	begun := time.Now()
	for range organisations {
		shapes := make([]shape.Shape, rivalFences)
		for i := range shapes {
			shapes[i] = ring(32, 53+random.Float64(), -3+random.Float64(), 0.002+0.004*random.Float64())
		}
		index, more := fill(shapes)
		indexes, bytes = append(indexes, index), bytes+more
	}
	made := time.Since(begun)
	places := make([]shape.Point, rivalPositions)
	for i := range places {
		places[i] = shape.Point{Lat: 53 + random.Float64(), Lng: -3 + random.Float64()}
	}
	var one, all run
	for range 10 {
		one.better(func() int { return askIndex(indexes[0], places) })
		all.better(func() (hits int) {
			for n, index := range indexes {
				hits += askIndex(index, places[n*len(places)/organisations:(n+1)*len(places)/organisations])
			}
			return hits
		})
	}
	fmt.Printf("geofences: %d of %d organisations in %s, %.1f MB; %.2f M positions/s, of one organisation alone %.2f M\n", organisations*rivalFences, organisations, made.Round(time.Millisecond),
		float64(bytes)/(1<<20), rivalPositions/all.took.Seconds()/1e6, rivalPositions/one.took.Seconds()/1e6)
	if bytes > organisations*mostBytes {
		t.Errorf("%d MB of memory, want at most %d", bytes>>20, organisations*mostBytes>>20)
	}
}

// fill makes the index, and says how much memory it takes.
func fill(shapes []shape.Shape) (*shape.Index[int], uint64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	index := shape.NewIndex[int]()
	for i, s := range shapes {
		index.Put(i, shape.NewArea(s))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	return index, after.HeapAlloc - before.HeapAlloc
}

// plant makes the R-tree.
func plant(shapes []shape.Shape) (*rtree.RTreeG[int], []*geometry.Poly) {
	tree, polygons := &rtree.RTreeG[int]{}, make([]*geometry.Poly, len(shapes))
	for i, s := range shapes {
		points := []geometry.Point{}
		for _, p := range append(s.Points, s.Points[0]) {
			points = append(points, geometry.Point{X: p.Lng, Y: p.Lat})
		}
		polygons[i] = geometry.NewPoly(points, nil, nil)
		west, south, east, north := shape.NewArea(s).Box()
		tree.Insert([2]float64{west, south}, [2]float64{east, north}, i)
	}
	return tree, polygons
}

// run is the best of some rounds: what else the machine does counts for nobody.
type run struct {
	hits int
	took time.Duration
}

// measure asks both in turn.
func measure(ours, theirs func() int) (best, other run) {
	for range 40 {
		best.better(ours)
		other.better(theirs)
	}
	return best, other
}

func (r *run) better(ask func() int) {
	begun := time.Now()
	hits := ask()
	if took := time.Since(begun); r.took == 0 || took < r.took {
		*r = run{hits, took}
	}
}

func askIndex(index *shape.Index[int], places []shape.Point) (hits int) {
	for _, p := range places {
		index.At(p.Lat, p.Lng, func(int) { hits++ })
	}
	return hits
}

func askTree(tree *rtree.RTreeG[int], polygons []*geometry.Poly, places []shape.Point) (hits int) {
	for _, p := range places {
		at := [2]float64{p.Lng, p.Lat}
		tree.Search(at, at, func(_, _ [2]float64, i int) bool {
			if polygons[i].ContainsPoint(geometry.Point{X: p.Lng, Y: p.Lat}) {
				hits++
			}
			return true
		})
	}
	return hits
}

// askAll is the oracle: each fence, by angles.
func askAll(shapes []shape.Shape, places []shape.Point) (hits int) {
	for _, p := range places {
		for _, s := range shapes {
			if in, _ := oracle(s, p.Lat, p.Lng); in {
				hits++
			}
		}
	}
	return hits
}
