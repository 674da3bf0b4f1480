package track

import (
	"fmt"
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

func TestAround(t *testing.T) {
	box := Box{West: 0, South: -1, East: 1, North: 1}
	for _, tc := range []struct {
		name string
		box  Box
		lngs []float64
		want string // places of those that are kept; _ where some were left out
	}{
		{"all inside", box, []float64{0.1, 0.2}, "0 1"},
		{"two before and two after", box, []float64{-9, -8, -7, -6, 0.5, 6, 7, 8, 9}, "_ 2 3 4 5 6 7"}, // 5 comes with the way out
		{"nobody near", box, []float64{-9, -8, -7}, ""},
		{"clean through", box, []float64{-9, -8, -7, 7, 8, 9, 10}, "_ 1 2 3 4 5"},
		{"away and back", box, []float64{0.5, 2, 3, 4, 5, 6, 7, 8, 0.5}, "0 1 2 3 _ 6 7 8"},
		{"away for a moment", box, []float64{0.5, 2, 3, 4, 0.5}, "0 1 2 3 4"},
		{"the other side of the 180th meridian", Box{West: 179, South: -1, East: 181, North: 1}, []float64{170, 171, 172, 173, -179.5, -170, -169, -168, -167}, "_ 2 3 4 5 6 7"},
		{"a way over the 180th meridian", Box{West: 179.9, South: -1, East: 180, North: 1}, []float64{179, -179}, "0 1"},
		{"ways on the far side", box, []float64{179, -179}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, got := around{box: tc.box}, []string{}
			for i, lng := range tc.lngs {
				a.add(&history.Reading{TimeMs: int64(i), Lng: lng}, func(r *history.Reading) {
					if r == nil {
						got = append(got, "_")
					} else {
						got = append(got, fmt.Sprint(r.TimeMs))
					}
				})
			}
			if all := strings.Join(got, " "); all != tc.want {
				t.Errorf("%q, want %q", all, tc.want)
			}
		})
	}
}
