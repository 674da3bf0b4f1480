package fleet_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/sdk/fleet"
)

func TestPresenceAt(t *testing.T) {
	now := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name    string
		reading fleet.Reading
		want    fleet.Presence
	}{
		{"never heard of", fleet.Reading{}, fleet.Offline},
		{"silent for ten minutes", fleet.Reading{LastSeen: now.Add(-10 * time.Minute), EverLocated: true, SpeedKmh: 50}, fleet.Offline},
		{"connected, never a position", fleet.Reading{LastSeen: now, SpeedKmh: 50}, fleet.Unknown},
		{"exactly 5 km/h moves", fleet.Reading{LastSeen: now, EverLocated: true, SpeedKmh: 5}, fleet.Moving},
		{"4.9 km/h with ignition idles", fleet.Reading{LastSeen: now, EverLocated: true, Ignition: true, SpeedKmh: 4.9}, fleet.Idling},
		{"ignition off is stationary", fleet.Reading{LastSeen: now, EverLocated: true}, fleet.Stationary},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fleet.PresenceAt(tc.reading, now); got != tc.want {
				t.Errorf("PresenceAt(%+v) = %s, want %s", tc.reading, got, tc.want)
			}
		})
	}
}

func TestPresence_CodesColoursAndTexts(t *testing.T) {
	for _, tc := range []struct {
		state        fleet.Presence
		code         int
		colour, text string
	}{
		{fleet.Moving, 1, "green", "Driving"},
		{fleet.Stationary, 2, "red", "Park Mode"},
		{fleet.Idling, 3, "orange", "Idling"},
		{fleet.Offline, 4, "grey", "Offline"},
		{fleet.Unknown, 5, "orange", "Unknown"},
		{"", 4, "grey", "Offline"},
	} {
		if tc.state.Code() != tc.code || tc.state.Colour() != tc.colour || tc.state.Text() != tc.text {
			t.Errorf("%q is %d %s %s, want %d %s %s", tc.state, tc.state.Code(), tc.state.Colour(), tc.state.Text(), tc.code, tc.colour, tc.text)
		}
	}
}

func TestDistanceM(t *testing.T) {
	london, paris := [2]float64{51.5074, -0.1278}, [2]float64{48.8566, 2.3522}
	if got := fleet.DistanceM(london[0], london[1], paris[0], paris[1]); math.Abs(got-343_556) > 100 {
		t.Errorf("London to Paris = %.0f m, want about 343,556 m", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		lat := rapid.Float64Range(-90, 90)
		lng := rapid.Float64Range(-180, 180)
		a, b, c, d := lat.Draw(t, "a"), lng.Draw(t, "b"), lat.Draw(t, "c"), lng.Draw(t, "d")
		there, back := fleet.DistanceM(a, b, c, d), fleet.DistanceM(c, d, a, b)
		if there < 0 || there > math.Pi*fleet.EarthRadiusM+1 || math.Abs(there-back) > 1e-6 {
			t.Fatalf("there %f, back %f", there, back)
		}
	})
}

func TestUnits(t *testing.T) {
	if got := fleet.ImperialGB.Speed(100); math.Abs(got-62.1371) > 1e-4 {
		t.Errorf("100 km/h = %f mph, want 62.1371", got)
	}
	if got := fleet.UnitsOf("GB").Volume(100); got != 21.9969 {
		t.Errorf("100 l = %f gallons, want 21.9969", got)
	}
	for country, want := range map[string]string{"GB": "en-GB", "AT": "de-DE", "US": "en-US", "JP": "en-GB", "": "en-GB"} {
		if got := fleet.LocaleOf(country); got != want {
			t.Errorf("the locale of %q is %s, want %s", country, got, want)
		}
	}
	if fleet.UnitsOf("DE") != fleet.Metric || fleet.Metric.Distance(3) != 3 {
		t.Error("Germany is not metric")
	}
	if fleet.VehicleType("tank") != "car" || fleet.VehicleType("bus") != "bus" {
		t.Error("an unknown vehicle type is not shown as a car")
	}
	if fleet.ValidPosition(0, 0) || fleet.ValidPosition(1e-7, 1e-7) || fleet.ValidPosition(-0.009, 0.009) || !fleet.ValidPosition(0.5, 0) || !fleet.ValidPosition(0, 9.45) || fleet.ValidPosition(90.01, 0) || fleet.ValidPosition(math.NaN(), 1) || !fleet.ValidPosition(51, 0) {
		t.Error("ValidPosition is wrong")
	}
}
