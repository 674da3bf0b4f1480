package sums

import "math"

// places are the columns of a total in a row.
type places struct {
	column, where int // where: -1 for all rows
	isDistinct    bool
}

// figure is what a column has come to so far.
type figure struct {
	count    int64
	sum      float64
	min, max float64

	seen   map[string]struct{} // the different values
	isOver bool                // there were more of them than are kept
}

func (f *figure) add(value any) {
	if value == nil {
		return
	}
	number, _ := value.(float64)
	if f.count == 0 {
		f.min, f.max = number, number
	}
	f.count++
	f.sum += number
	f.min, f.max = math.Min(f.min, number), math.Max(f.max, number)
}

// see notes a value of those that are counted once each, and returns how many more there are; without room a new one is not kept.
func (f *figure) see(value any, hasRoom bool) int {
	key := KeyOf(value)
	if _, known := f.seen[key]; known || value == nil {
		return 0
	}
	if !hasRoom {
		f.isOver = true
		return 0
	}
	if f.seen == nil {
		f.seen = map[string]struct{}{}
	}
	f.seen[key] = struct{}{}
	return 1
}

// of is the figure by the name of a total; nil where there is nothing to say.
func (f figure) of(name string) any {
	switch {
	case name == "count":
		return f.count
	case name == "distinct" && f.isOver:
		return nil
	case name == "distinct":
		return int64(len(f.seen))
	case f.count == 0:
		return nil
	case name == "mean":
		return f.sum / float64(f.count)
	case name == "max":
		return f.max
	case name == "min":
		return f.min
	default:
		return f.sum
	}
}

func isAboveZero(value any) bool {
	number, ok := value.(float64)
	return ok && number > 0
}
