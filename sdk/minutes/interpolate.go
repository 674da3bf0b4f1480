package minutes

import "math"

// Interpolate fills in what some of n points do not say of a total or a level, between two that do: in even steps of time where can says that the two may follow each other, otherwise as it was before. A bus speaks less
// often than a receiver, and what was used between two readings is used all the same. value is of point i; NaN: not said. What is before the first reading and after the last stays open.
func Interpolate(n int, atMs func(i int) int64, value func(i int) *float64, can func(before, after int) bool) {
	last := -1
	for i := range n {
		if math.IsNaN(*value(i)) {
			continue
		}
		if last >= 0 && last < i-1 {
			from, grown, took := *value(last), *value(i)-*value(last), float64(atMs(i)-atMs(last))
			if !can(last, i) {
				grown = 0
			}
			for between := last + 1; between < i; between++ {
				*value(between) = from + grown*float64(atMs(between)-atMs(last))/took
			}
		}
		last = i
	}
}
