package moment

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/fleet"
)

// plainly makes the points of readings one by one, without columns.
func plainly(list []history.Reading, spanMs int64) (few []point) {
	moves := func(r history.Reading) bool { return r.Said(history.HasSpeed) && r.SpeedKmh >= fleet.MovingSpeedKmh }
	last := -1
	for i, r := range list {
		if last >= 0 {
			was := list[last]
			if r.TimeMs/stepMs == was.TimeMs/stepMs && (i+1 == len(list) || list[i+1].TimeMs-r.TimeMs < stepMs) && r.Ignition == was.Ignition &&
				r.Has&history.HasPosition == was.Has&history.HasPosition && moves(r) == moves(was) {
				continue
			}
		}
		last = i
		few = append(few, point{
			int32(r.TimeMs - spanMs), int32(math.Round(r.Lat * perDegree)), int32(math.Round(r.Lng * perDegree)), tenths(r.SpeedKmh), tenths(r.SpeedLimitKmh), uint16(math.Round(max(0, r.HeadingDeg))), r.Has, r.Ignition,
		})
	}
	return few
}

func tenths(kmh float64) uint16 { return uint16(min(math.MaxUint16, math.Round(max(0, kmh)*perKmh))) }

// TestPointsOf_AreWhatWasSaid compares the points of packed columns with those of their readings.
func TestPointsOf_AreWhatWasSaid(t *testing.T) {
	const spanMs = 1_700_006_400_000
	rapid.Check(t, func(t *rapid.T) {
		var list []history.Reading
		digits := math.Pow10(rapid.IntRange(0, 8).Draw(t, "digits"))
		number := func(name string, most float64) float64 {
			return math.Round(rapid.Float64Range(0, most).Draw(t, name)*digits) / digits
		}
		atMs := int64(spanMs)
		for range rapid.IntRange(1, 40).Draw(t, "readings") {
			atMs += rapid.SampledFrom([]int64{1, 1000, 5000, 14_999, 15_000, 60_000}).Draw(t, "after")
			r := history.Reading{TimeMs: atMs}
			if rapid.Bool().Draw(t, "position") {
				r.Lat, r.Lng, r.Has = number("lat", 90), -number("lng", 180), history.HasPosition
			}
			if rapid.Bool().Draw(t, "speed") {
				r.SpeedKmh, r.Has = number("kmh", 200), r.Has|history.HasSpeed
			}
			if rapid.Bool().Draw(t, "limit") {
				r.SpeedLimitKmh, r.Has = number("limit", 130), r.Has|history.HasLimit
			}
			if rapid.Bool().Draw(t, "heading") {
				r.HeadingDeg, r.Has = number("degrees", 359), r.Has|history.HasHeading
			}
			if rapid.Bool().Draw(t, "ignition") {
				r.Ignition, r.Has = rapid.Bool().Draw(t, "on"), r.Has|history.HasIgnition
			}
			list = append(list, r)
		}
		packed, err := history.Pack(list)
		if err != nil {
			t.Fatal(err)
		}
		got, err := unpack(packed, spanMs)
		if err != nil {
			t.Fatal(err)
		}
		if want := plainly(list, spanMs); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
