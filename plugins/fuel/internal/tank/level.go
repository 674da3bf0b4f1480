// Package tank judges the level of a tank: what of it is the sensor's, what was burnt, and where somebody filled it or took something out. It knows nothing but readings.
package tank

import (
	"math"
	"slices"
)

// Point is what a vehicle said in a minute.
type Point struct {
	AtMs     int64
	Level    float64 // percent; NaN: not said
	UsedL    float64 // the total counter; NaN: not said
	OdoM     float64 // metres from anywhere, never falling
	MaxKmh   float64
	On       bool // the ignition
	Lat, Lng *float64
}

const (
	standsKmh = 5.0
	// emptyBelow and hadBefore: a level that falls from above the one to below the other at once is a sensor without a voltage, not an empty tank.
	emptyBelow, hadBefore = 0.5, 10.0
	// stuckM is how far a vehicle drives at most without its level moving.
	stuckM = 60_000.0
	// unchanged is by how many percent a level is still the same.
	unchanged = 0.21
)

// believed are the points whose level can be: without those of a sensor that says 0 for a while.
func believed(points []Point) []Point {
	list := make([]Point, 0, len(points))
	last := math.NaN()
	for _, p := range points {
		switch {
		case math.IsNaN(p.Level):
			continue
		case p.Level < emptyBelow && last > hadBefore:
			continue
		}
		last = p.Level
		list = append(list, p)
	}
	return list
}

// Smooth is the level of each point without the trembling of the float: the median of what is around it, on its side of every step. NaN: not said.
func Smooth(points []Point, steps []Step) []float64 {
	smooth := make([]float64, len(points))
	list := believed(points)
	k := 0
	for i := range points {
		for k+1 < len(list) && list[k+1].AtMs <= points[i].AtMs {
			k++
		}
		smooth[i] = levelAt(list, k, points[i].AtMs, steps)
	}
	return smooth
}

// SmoothNow is that of the last point that says a level, and when it was; NaN: none does.
func SmoothNow(points []Point, steps []Step) (level float64, atMs int64) {
	list := believed(points)
	for i := len(points) - 1; i >= 0; i-- {
		if !math.IsNaN(points[i].Level) {
			return levelAt(list, len(list)-1, points[i].AtMs, steps), points[i].AtMs
		}
	}
	return math.NaN(), 0
}

// levelAt is the median of the believed points around the k-th at a time, on its side of every step; NaN without any.
func levelAt(list []Point, k int, atMs int64, steps []Step) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	mine := sideOfSteps(steps, atMs)
	var around [2*half + 1]float64
	count := 0
	for n := max(0, k-half); n < min(len(list), k+half+1); n++ {
		if sideOfSteps(steps, list[n].AtMs) == mine {
			around[count], count = list[n].Level, count+1
		}
	}
	if count == 0 {
		return list[k].Level
	}
	return median(around[:count])
}

// sideOfSteps is how many steps lie before a time.
func sideOfSteps(steps []Step, atMs int64) int {
	n, _ := slices.BinarySearchFunc(steps, atMs, func(s Step, at int64) int { return int(s.AtMs - at) })
	return n
}

// half is how many points on each side a level is smoothed over.
const half = 7

// median sorts the list.
func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	slices.Sort(list)
	if n := len(list); n%2 == 0 {
		return (list[n/2-1] + list[n/2]) / 2
	}
	return list[len(list)/2]
}

// Stuck reports whether the level does not move although the vehicle does: then nothing can be told from it.
func Stuck(points []Point) bool {
	list := believed(points)
	if len(list) < window {
		return false
	}
	low, high := list[0].Level, list[0].Level
	for _, p := range list {
		low, high = min(low, p.Level), max(high, p.Level)
	}
	return high-low < unchanged && list[len(list)-1].OdoM-list[0].OdoM > stuckM
}

// noise is how much the sensor trembles, as a standard deviation in percent: of the differences from point to point, the middle one.
func noise(list []Point) float64 {
	var steps []float64
	for i := 1; i < len(list); i++ {
		steps = append(steps, math.Abs(list[i].Level-list[i-1].Level))
	}
	if len(steps) < 5 {
		return 1
	}
	return median(steps) / 0.6745 / math.Sqrt2
}
