package load

import (
	"cmp"
	"slices"
	"time"
)

// Percentile is the value that the share of all values does not pass; it sorts them.
func Percentile(values []time.Duration, share float64) time.Duration {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[min(len(values)-1, int(float64(len(values))*share))]
}

// Median is the middle one; it sorts them.
func Median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
