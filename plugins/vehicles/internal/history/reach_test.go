package history

import (
	"slices"
	"testing"
)

// TestReachOf names every cell that a position or the way between two lies in, and Anywhere for what cannot be named.
func TestReachOf(t *testing.T) {
	at := func(lat, lng float64) Reading { return Reading{Lat: lat, Lng: lng, Has: HasPosition} }
	cell := func(lat, lng float64) int32 {
		cells, ok := Cells(lng, lat, lng, lat)
		if !ok || len(cells) != 1 {
			t.Fatalf("a place has the cells %v", cells)
		}
		return cells[0]
	}
	for _, tc := range []struct {
		name string
		list []Reading
		want []int32
	}{
		{"nothing", nil, []int32{}},
		{"no positions", []Reading{{}, {Has: HasSpeed}}, []int32{}},
		{"one place", []Reading{at(1, 2), at(1.001, 2.001)}, []int32{cell(1, 2)}},
		{"a way to the next cell but one", []Reading{at(0.01, 0.01), {}, at(0.01, 0.05)}, []int32{cell(0.01, 0.01), cell(0.01, 0.03), cell(0.01, 0.05)}},
		{"a way with a box", []Reading{at(0.01, 0.01), at(0.03, 0.03)}, []int32{cell(0.01, 0.01), cell(0.01, 0.03), cell(0.03, 0.01), cell(0.03, 0.03)}},
		{"over the 180th meridian", []Reading{at(0, 179.99), at(0, -179.99)}, []int32{Anywhere}},
		{"a jump", []Reading{at(0, 0), at(50, 50)}, []int32{Anywhere}},
		{"the pole", []Reading{at(90, 0)}, []int32{cell(90, 0)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			slices.Sort(tc.want)
			if got := ReachOf(tc.list); !slices.Equal(got.Cells, tc.want) || (got.First == nil) != (len(tc.want) == 0) {
				t.Errorf("%v from %v to %v, want %v", got.Cells, got.First, got.Last, tc.want)
			}
		})
	}
	if a, b := cell(10, 179.995), cell(10, -180.005); a != b {
		t.Errorf("the same place has the cells %d and %d", a, b)
	}
}

func TestWay(t *testing.T) {
	drive := func(positions ...[2]float64) (list []Reading) {
		for i, at := range positions {
			list = append(list, Reading{DeviceID: "d", TimeMs: int64(1000 * i), Lat: at[0], Lng: at[1], SpeedKmh: 50.5, HeadingDeg: 90, Has: HasPosition | HasSpeed | HasHeading | HasIgnition, Ignition: true})
		}
		return slices.Insert(list, min(1, len(list)), Reading{DeviceID: "d", TimeMs: 500, FuelPercent: 12, Signal: 3, Has: HasFuel | HasSignal})
	}
	far := [2]float64{53, -2}
	box := Box{West: 179.9, South: 10, East: 180.1, North: 10.1}
	for _, tc := range []struct {
		name string
		list []Reading
		want [][]int64 // times
	}{
		{"nothing", drive(), nil},
		{"far away", drive(far, far, far, far, far, far, far), [][]int64{{0, 1000, 2000}, {5000, 6000}}},
		{"few", drive(far, far, far, far), [][]int64{{0, 1000, 2000, 3000}}},
		{"in it once", drive(far, far, far, far, far, [2]float64{10.05, -179.95}, far, far, far, far, far), [][]int64{{0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000}}},
		{"across it", drive(far, far, far, far, far, far, far, [2]float64{10.05, 179.8}, [2]float64{10.05, -179.8}, [2]float64{9, -179}, [2]float64{9, -179}, [2]float64{9, -179}, far, far, far, far), [][]int64{{0, 1000, 2000}, {5000, 6000, 7000, 8000, 9000, 10000}, {14000, 15000}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			packed, err := Pack(tc.list)
			if err != nil {
				t.Fatal(err)
			}
			var way Way
			for range 2 { // what is left of the one before does not matter
				pieces, err := way.Around(packed, "d", 0, 1<<40, box)
				if err != nil {
					t.Fatal(err)
				}
				var got [][]int64
				for _, piece := range pieces {
					var times []int64
					for _, r := range piece {
						at := slices.IndexFunc(tc.list, func(is Reading) bool { return is.TimeMs == r.TimeMs })
						want := tc.list[at]
						want.HeadingDeg, want.Has = 0, HasPosition|HasSpeed|HasIgnition
						if r != want {
							t.Errorf("%+v, want %+v", r, want)
						}
						times = append(times, r.TimeMs)
					}
					got = append(got, times)
				}
				if !slices.EqualFunc(got, tc.want, slices.Equal) {
					t.Errorf("%v, want %v", got, tc.want)
				}
			}
			if _, err := way.Around(packed[:len(packed)/2], "d", 0, 1<<40, box); err == nil {
				t.Error("half of what was packed can be read")
			}
		})
	}
}
