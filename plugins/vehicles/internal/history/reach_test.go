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
	list := []Reading{
		{DeviceID: "d", TimeMs: 1000, Lat: 53.2, Lng: -2.3, SpeedKmh: 50.5, HeadingDeg: 90, Has: HasPosition | HasSpeed | HasHeading | HasIgnition, Ignition: true, CAN: ""},
		{DeviceID: "d", TimeMs: 2000, FuelPercent: 12, Signal: 3, Has: HasFuel | HasSignal},
	}
	packed, err := Pack(list)
	if err != nil {
		t.Fatal(err)
	}
	var room Way
	if _, err := room.Read(packed, "other"); err != nil { // what is read next is not touched by it
		t.Fatal(err)
	}
	way, err := room.Read(packed, "d")
	want := []Reading{{DeviceID: "d", TimeMs: 1000, Lat: 53.2, Lng: -2.3, SpeedKmh: 50.5, Has: HasPosition | HasSpeed | HasIgnition, Ignition: true}, {DeviceID: "d", TimeMs: 2000}}
	if err != nil || !slices.Equal(way, want) {
		t.Errorf("%+v, %v; want %+v", way, err, want)
	}
	if _, err := room.Read(packed[:len(packed)/2], "d"); err == nil {
		t.Error("half of what was packed can be read")
	}
}
