package fleet_test

import (
	"math"
	"testing"

	"outrider.dev/sdk/fleet"
)

func TestEconomy(t *testing.T) {
	for _, tc := range []struct {
		units  fleet.Units
		unit   string
		per100 float64
		want   float64
		says   string
		ok     bool
	}{
		{fleet.Metric, fleet.LitresPer100Km, 30, 30, "l/100 km", true},
		{fleet.ImperialGB, fleet.LitresPer100Km, 30, 9.416, "mpg", true},
		{fleet.ImperialUS, fleet.LitresPer100Km, 30, 7.8405, "mpg", true},
		{fleet.ImperialGB, fleet.KWhPer100Km, 20, 3.1069, "mi/kWh", true},
		{fleet.Metric, fleet.KWhPer100Km, 20, 20, "kWh/100 km", true},
		{fleet.ImperialGB, fleet.KWhPer100Km, 0, 0, "mi/kWh", false},
		{fleet.ImperialGB, "kg", 20, 20, "kg", false},
	} {
		value, unit, ok := tc.units.Economy(tc.unit, tc.per100)
		if ok != tc.ok || unit != tc.says || ok && math.Abs(value-tc.want) > 0.001 {
			t.Errorf("%v %s in %s = %v %s, %v; want %v %s, %v", tc.per100, tc.unit, tc.units, value, unit, ok, tc.want, tc.says, tc.ok)
		}
	}
}
