package traffic_test

import (
	"fmt"
	"math"
	"testing"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/events"
)

// TestBus_TankFitsWhatIsBurnt follows trucks over a month: what the tank loses between two refuellings is what the counter says, and belts are open now and then.
func TestBus_TankFitsWhatIsBurnt(t *testing.T) {
	refuelled, unbelted, belted := 0, 0, 0
	for n := range 6 {
		spec := traffic.Spec{DeviceID: fmt.Sprintf("tank-%d", n), Type: "truck", Depot: traffic.Depots[n%5]}
		var first, last events.Sample
		for s := range traffic.History(3, spec, london, monday, monday.AddDate(0, 0, 28), pace) {
			if *s.FuelPercent < 5 || *s.FuelPercent > 100 {
				t.Fatalf("%s has %.1f %% in its tank", spec.DeviceID, *s.FuelPercent)
			}
			if s.CAN.DriverBelt != nil && *s.SpeedKmh > 10 {
				if *s.CAN.DriverBelt {
					belted++
				} else {
					unbelted++
				}
			}
			if s.CAN.FuelUsedL == nil {
				continue
			}
			if last.Time > 0 && *s.CAN.FuelUsedL < *last.CAN.FuelUsedL {
				t.Fatalf("the counter of %s runs back\n%s\n%s", spec.DeviceID, text(last), text(s))
			}
			if last.Time > 0 && s.Time-first.Time > 200_000 && *s.FuelPercent-*first.FuelPercent > 20 {
				refuelled++
			}
			if first.Time == 0 || s.Time-first.Time > 200_000 {
				first = s
			}
			last = s
		}
	}
	if refuelled == 0 || unbelted == 0 || unbelted*10 > belted {
		t.Errorf("%d refuellings, %d readings unbelted beside %d belted", refuelled, unbelted, belted)
	}
}

// TestBus_BatteryKeepsItsBooks follows electric cars and vans: what was charged less what was used is what the battery has.
func TestBus_BatteryKeepsItsBooks(t *testing.T) {
	for n, kind := range []string{"car", "van", "bus"} {
		spec := traffic.Spec{DeviceID: fmt.Sprintf("ev-%d", n), Type: kind, Depot: traffic.Depots[n], Fuel: "electric"}
		charging, lowest, full, reading := 0, 100.0, math.NaN(), 0
		var last events.Sample
		for s := range traffic.History(3, spec, london, monday, monday.AddDate(0, 0, 21), pace) {
			c := s.CAN
			lowest = min(lowest, *c.SocPercent)
			if *c.SocPercent < 3 || *c.SocPercent > 100 || c.FuelUsedL != nil || s.FuelPercent != nil {
				t.Fatalf("an electric %s says %s", kind, text(s))
			}
			if *c.Charging {
				charging++
			}
			if last.Time > 0 && (*c.EnergyChargedKWh < *last.CAN.EnergyChargedKWh-0.02 || *c.EnergyUsedKWh < *last.CAN.EnergyUsedKWh) {
				t.Fatalf("a counter of an electric %s runs back\n%s\n%s", kind, text(last), text(s))
			}
			if last.Time > 0 && s.Time-last.Time < 100_000 && math.Abs(*c.SocPercent-*last.CAN.SocPercent) > 3 {
				t.Fatalf("the battery of an electric %s jumps\n%s\n%s", kind, text(last), text(s))
			}
			if *c.SocPercent > 20 { // what is left over a hundredth of the charge is the same all the time
				rest := *c.EnergyChargedKWh + *c.EnergyRegeneratedKWh - *c.EnergyUsedKWh
				if math.IsNaN(full) && *c.SocPercent > 89.9 {
					full = rest
				}
				if *c.SocPercent > 89.9 && math.Abs(rest-full) > 1 {
					t.Fatalf("the books of an electric %s are off by %.2f kWh\n%s", kind, rest-full, text(s))
				}
			}
			last, reading = s, reading+1
		}
		if charging == 0 || lowest > 75 {
			t.Errorf("an electric %s charges in %d of %d readings and is down to %.0f %%", kind, charging, reading, lowest)
		}
	}
}
