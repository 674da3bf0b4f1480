package presence

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

func TestState_At(t *testing.T) {
	now := time.UnixMilli(1_763_735_527_000)
	speed, slow, on, off, lat := 5.0, 4.9, true, false, 53.2
	heard := now.Add(-time.Minute).UnixMilli()
	for _, tc := range []struct {
		name  string
		state State
		want  fleet.Presence
	}{
		{"never heard of", State{}, fleet.Offline},
		{"connected, no position yet", State{HeardMs: heard}, fleet.Unknown},
		{"moving", State{ReceivedMs: heard, Lat: &lat, Lng: &lat, SpeedKmh: &speed}, fleet.Moving},
		{"idling", State{ReceivedMs: heard, Lat: &lat, Lng: &lat, SpeedKmh: &slow, Ignition: &on}, fleet.Idling},
		{"parked", State{ReceivedMs: heard, Lat: &lat, Lng: &lat, SpeedKmh: &slow, Ignition: &off}, fleet.Stationary},
		{"parked, its ignition unknown", State{ReceivedMs: heard, Lat: &lat, Lng: &lat}, fleet.Stationary},
		{"silent for ten minutes", State{ReceivedMs: now.Add(-10 * time.Minute).UnixMilli(), Lat: &lat, Lng: &lat, SpeedKmh: &speed}, fleet.Offline},
		{"silent but for a status", State{ReceivedMs: 1, HeardMs: heard, Lat: &lat, Lng: &lat, SpeedKmh: &slow, Ignition: &off}, fleet.Stationary},
	} {
		if got := tc.state.At(now); got != tc.want {
			t.Errorf("%s: At = %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestState_Apply(t *testing.T) {
	speed, lat, on := 50.0, 53.2, true
	moving := State{}
	moving.Apply(&events.Sample{Time: 1000, Lat: &lat, Lng: &lat, SpeedKmh: &speed, Ignition: &on}, 1)
	for name, old := range map[string]events.Sample{"an older sample": {Time: 999}, "one of the same time": {Time: 1000}} {
		after := moving
		if changed := after.Apply(&old, 9); changed || after != moving {
			t.Errorf("%s changes presence to %+v", name, after)
		}
	}
	blind := moving
	blind.Apply(&events.Sample{Time: 2000}, 2)
	if blind.Lat != moving.Lat || blind.LocatedMs != 1000 || blind.SpeedKmh != nil || blind.Ignition != &on {
		t.Errorf("a sample that says nothing leaves %+v: the position and the ignition stay, the speed goes", blind)
	}
}

func TestState_trip(t *testing.T) {
	fast, slow, on, off := 50.0, 0.0, true, false
	s := State{}
	for _, step := range []struct {
		minute   int64
		speed    float64
		ignition bool
		want     int64 // minute at which the trip began; 0: none
	}{
		{1, slow, on, 0},
		{2, fast, on, 2},
		{5, slow, on, 2},
		{6, fast, on, 2},
		{10, slow, on, 2},
		{11, slow, on, 0},
		{12, fast, on, 12},
		{13, slow, off, 0},
		{14, fast, on, 14},
		{30, fast, on, 30},
	} {
		speed, ignition := step.speed, step.ignition
		s.Apply(&events.Sample{Time: step.minute * 60_000, SpeedKmh: &speed, Ignition: &ignition}, step.minute*60_000+500)
		if s.TripMs != step.want*60_000 {
			t.Errorf("minute %d: the trip began at %d, want minute %d", step.minute, s.TripMs/60_000, step.want)
		}
	}
}

func TestCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat, lng := rapid.Float64Range(-90, 90).Draw(t, "lat"), rapid.Float64Range(-180, 180).Draw(t, "lng")
		cell := Cell(lat, lng)
		cLat, cLng := CellCentre(cell)
		if cLat < -90 || cLat > 90 || cLng < -180 || cLng > 180 || max(cLat-lat, lat-cLat, cLng-lng, lng-cLng) > 0.0051 {
			t.Fatalf("cell %d of %v, %v has its middle at %v, %v", cell, lat, lng, cLat, cLng)
		}
		if again := Cell(cLat, cLng); again != cell && lat < 89.99 && lng < 179.99 {
			t.Fatalf("the middle of cell %d is in cell %d", cell, again)
		}
	})
}
