package trial

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
)

// TestShrunk_IsTheSame has positions be the same after they were kept.
func TestShrunk_IsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const fromMs = 1_700_000_000_000
		var list []Position
		for range rapid.IntRange(0, 30).Draw(t, "positions") {
			if rapid.Bool().Draw(t, "gap") {
				list = append(list, Position{Gap: true})
				continue
			}
			p := Position{Fix: watch.Fix{
				TimeMs: fromMs + rapid.Int64Range(0, 30*86_400_000).Draw(t, "after"),
				At:     shape.Point{Lat: rapid.Float64Range(-90, 90).Draw(t, "lat"), Lng: rapid.Float64Range(-180, 180).Draw(t, "lng")},
			}}
			if rapid.Bool().Draw(t, "says speed") {
				p.SpeedKmh = new(rapid.Float64Range(0, 200).Draw(t, "speed"))
			}
			if rapid.Bool().Draw(t, "says ignition") {
				p.Ignition = new(rapid.Bool().Draw(t, "on"))
			}
			list = append(list, p)
		}
		few, fits := shrunk(list, fromMs)
		want, _ := json.Marshal(list)
		if got, _ := json.Marshal(whole(few, fromMs)); !fits || len(list) > 0 && string(got) != string(want) {
			t.Fatalf("%s, want %s", got, want)
		}
	})
	if _, fits := shrunk([]Position{{Fix: watch.Fix{TimeMs: 1}}}, 2); fits {
		t.Error("a position of before the past fits")
	}
}

// TestCache_KeepsALargeFleet keeps the month of a fleet of which 300 vehicles pass every day.
func TestCache_KeepsALargeFleet(t *testing.T) {
	var c cache
	c.put(&past{key: "k", count: 700_000, read: now}, now)
	if c.find("k", box{}, now) == nil {
		t.Error("a past of 700,000 positions is not kept")
	}
	c.put(&past{key: "l", count: mostPosition + 1, read: now}, now)
	if c.find("l", box{}, now) != nil {
		t.Error("a past that is too large is kept")
	}
}
