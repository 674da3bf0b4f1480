package history

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestReachOf names every cell that a position or the way between two lies in, and reads back what it wrote.
func TestReachOf(t *testing.T) {
	at := func(lat, lng float64) Reading { return Reading{Lat: lat, Lng: lng, Has: HasPosition} }
	cell := func(lat, lng float64) int32 {
		rows, columns := cellsOf(Box{lng, lat, lng, lat})
		return int32(rows.first*cellsAround + (columns.first%cellsAround+cellsAround)%cellsAround)
	}
	for _, tc := range []struct {
		name     string
		list     []Reading
		want     []int32
		anywhere bool
	}{
		{"nothing", nil, nil, false},
		{"no positions", []Reading{{}, {Has: HasSpeed}}, nil, false},
		{"one place", []Reading{at(1.001, 2.001), at(1.002, 2.002)}, []int32{cell(1.001, 2.001)}, false},
		{"a way to the next cell but one", []Reading{at(0.001, 0.001), {}, at(0.001, 0.021)}, []int32{cell(0.001, 0.001), cell(0.001, 0.011), cell(0.001, 0.021)}, false},
		{"a way with a box", []Reading{at(0.001, 0.001), at(0.011, 0.011)}, []int32{cell(0.001, 0.001), cell(0.001, 0.011), cell(0.011, 0.001), cell(0.011, 0.011)}, false},
		{"over the 180th meridian", []Reading{at(0, 179.99), at(0, -179.99)}, nil, true},
		{"a jump", []Reading{at(0, 0), at(50, 50)}, nil, true},
		{"the pole", []Reading{at(90, 0)}, []int32{cell(90, 0)}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			slices.Sort(tc.want)
			got := ReachOf(tc.list)
			if !slices.Equal(got.Cells, tc.want) || got.Anywhere != tc.anywhere || (got.First == nil) != (len(tc.want) == 0 && !tc.anywhere) {
				t.Errorf("%v from %v to %v, anywhere %v, want %v", got.Cells, got.First, got.Last, got.Anywhere, tc.want)
			}
			seen := RegionOf(Box{-180, -90, 180, 90}).See(got.Bytes())
			if got.First == nil {
				if !seen.None || seen.Near {
					t.Errorf("%+v, want nothing", seen)
				}
			} else if !seen.Near || !seen.Known || seen.First != *got.First || seen.Last != *got.Last || seen.Positions != got.Positions {
				t.Errorf("%+v, want %v to %v", seen, got.First, got.Last)
			}
		})
	}
	if a, b := cell(10, 179.995), cell(10, -180.005); a != b {
		t.Errorf("the same place has the cells %d and %d", a, b)
	}
}

// TestRegion compares what a reach says of random boxes with the cells that it has.
func TestRegion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Reading
		lat, lng := rapid.Float64Range(-90, 90).Draw(t, "lat"), rapid.Float64Range(-180, 180).Draw(t, "lng")
		for range rapid.IntRange(1, 30).Draw(t, "positions") {
			lat, lng = min(90, max(-90, lat+rapid.Float64Range(-0.03, 0.03).Draw(t, "north"))), min(180, max(-180, lng+rapid.Float64Range(-0.03, 0.03).Draw(t, "east")))
			list = append(list, Reading{Lat: lat, Lng: lng, Has: HasPosition})
		}
		reach := ReachOf(list)
		west := rapid.Float64Range(-0.2, 0.2).Draw(t, "west") + lng + float64(rapid.IntRange(-1, 1).Draw(t, "turns"))*360
		south := max(-90, min(90, lat+rapid.Float64Range(-0.2, 0.2).Draw(t, "south")))
		box := Box{west, south, west + rapid.Float64Range(0, 0.1).Draw(t, "width"), min(90, south+rapid.Float64Range(0, 0.1).Draw(t, "height"))}
		seen := RegionOf(box).See(reach.Bytes())
		near := false
		for i := range list {
			p, q := list[max(0, i-1)], list[i]
			near = near || box.Meets(Place{p.Lat, p.Lng}, Place{q.Lat, q.Lng})
		}
		if near && !seen.Near {
			t.Fatalf("a way meets %+v, and the reach %v does not say so", box, reach.Cells)
		}
		if box.East += 0.02; !seen.Near || len(reach.Cells) == 0 {
			return
		}
		wide := Box{box.West - 0.02, box.South - 0.02, box.East, box.North + 0.02}
		for i := range list {
			p, q := list[max(0, i-1)], list[i]
			if wide.Meets(Place{p.Lat, p.Lng}, Place{q.Lat, q.Lng}) {
				return
			}
		}
		t.Fatalf("nothing is within two cells of %+v, and the reach says so", box)
	})
	if seen := (Region{}).See([]byte{9}); !seen.Near || seen.Known {
		t.Errorf("what cannot be read: %+v", seen)
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
			several := NewWays() // what is read before and after does not matter
			for range 2 {
				if err := errors.Join(several.Add(nil, "none", 0, 1<<40, box), several.Add(packed, "d", 0, 1<<40, box)); err != nil {
					t.Fatal(err)
				}
			}
			for n := range 4 {
				if n%2 == 0 {
					if pieces := several.Pieces(n); len(pieces) > 0 {
						t.Errorf("no span has %v", pieces)
					}
					continue
				}
				pieces := several.Pieces(n)
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
			if err := several.Add(packed[:len(packed)/2], "d", 0, 1<<40, box); err == nil {
				t.Error("half of what was packed can be read")
			}
			several.Free()
		})
	}
}
