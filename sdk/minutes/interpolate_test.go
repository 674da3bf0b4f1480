package minutes_test

import (
	"fmt"
	"math"
	"testing"

	"outrider.dev/sdk/minutes"
)

func TestInterpolate(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		said []float64
		want string
	}{
		"in even steps":                       {[]float64{10, nan, nan, 16}, "[10 12 14 16]"},
		"one that cannot be is as before":     {[]float64{10, nan, nan, 90, nan, 92}, "[10 10 10 90 91 92]"},
		"one that begins anew is as before":   {[]float64{10, nan, 2}, "[10 10 2]"},
		"before the first and after the last": {[]float64{nan, 1, nan, 3, nan}, "[NaN 1 2 3 NaN]"},
		"nothing":                             {[]float64{nan, nan}, "[NaN NaN]"},
	} {
		list := c.said
		minutes.Interpolate(len(list), func(i int) int64 { return int64(i) * minutes.MinuteMs }, func(i int) *float64 { return &list[i] },
			func(a, b int) bool { return list[b] >= list[a] && list[b]-list[a] < 50 })
		if got := fmt.Sprint(list); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
