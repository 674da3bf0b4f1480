package violation

import (
	"fmt"
	"testing"

	"outrider.dev/sdk/events"
)

// said is a sample: at a second, with a speed, and the belt fastened ("on"), not ("off") or not said ("").
type said struct {
	s    int64
	kmh  float64
	belt string
}

func readings(list ...said) (all []Reading) {
	for _, one := range list {
		s := events.Sample{Time: one.s * 1000, SpeedKmh: &one.kmh}
		if one.belt != "" {
			on := one.belt == "on"
			s.CAN = &events.CAN{DriverBelt: &on}
		}
		all = append(all, Reading{Sample: s, DeviceID: "d"})
	}
	return all
}

func TestFind(t *testing.T) {
	for _, tc := range []struct {
		name string
		list []said
		want string // start-end of each, with ... where it goes on
	}{
		{"belted", []said{{0, 50, "on"}, {10, 50, "on"}}, ""},
		{"ten seconds", []said{{0, 50, "off"}, {5, 50, "off"}, {10, 50, "off"}, {15, 50, "on"}}, "0-10 "},
		{"nine seconds", []said{{0, 50, "off"}, {9, 50, "off"}, {15, 50, "on"}}, ""},
		{"not above 10 km/h", []said{{0, 10, "off"}, {20, 10, "off"}}, ""},
		{"as it moves off", []said{{0, 4, "off"}, {5, 11, "off"}, {16, 30, "off"}, {20, 30, "on"}}, "5-16 "},
		{"it stops in between", []said{{0, 30, "off"}, {20, 30, "off"}, {25, 0, "off"}, {60, 30, "off"}, {80, 30, "off"}, {85, 0, "off"}}, "0-20 60-80 "},
		{"it goes on", []said{{0, 30, "off"}, {30, 30, "off"}}, "0-30... "},
		{"a reading without the belt says nothing", []said{{0, 30, "off"}, {5, 30, ""}, {12, 30, "off"}, {15, 30, "on"}}, "0-12 "},
		{"silence ends it", []said{{0, 30, "off"}, {20, 30, "off"}, {81, 30, "off"}, {95, 30, "off"}, {96, 30, "on"}}, "0-20 81-95 "},
		{"silence of a minute does not", []said{{0, 30, "off"}, {60, 30, "off"}, {61, 30, "on"}}, "0-60 "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := ""
			for _, v := range Find(readings(tc.list...)) {
				got += fmt.Sprintf("%d-%d", v.StartMs/1000, v.EndMs/1000)
				if !v.IsOver {
					got += "..."
				}
				got += " "
			}
			if got != tc.want {
				t.Errorf("found %q, want %q", got, tc.want)
			}
		})
	}
}

func TestFind_Measures(t *testing.T) {
	list := readings(said{0, 36, "off"}, said{10, 72, "off"}, said{20, 36, "off"}, said{21, 36, "on"})
	v := Find(list)[0]
	if v.DistanceM != 300 || v.TopKmh != 72 || v.Lat != nil || v.DeviceID != "d" {
		t.Errorf("by speeds: %+v", v)
	}
	for i, metres := range []float64{1000, 1150, 1290, 1300} {
		list[i].OdometerM = &metres
	}
	if v = Find(list)[0]; v.DistanceM != 290 {
		t.Errorf("by the odometer: %v", v.DistanceM)
	}
	anew := 5.0
	list[1].OdometerM = &anew // the counter begins anew
	if v = Find(list)[0]; v.DistanceM < 290 || v.DistanceM > 1500 {
		t.Errorf("with a counter that began anew: %v", v.DistanceM)
	}
}
