package traffic_test

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/fleet"
)

// demonstration are sixty vehicles as the demonstration has them: by type, fuel and depot.
func demonstration() (vehicles []*traffic.Vehicle) {
	depots := []string{"Manchester", "Stoke", "Liverpool", "Crewe", "Warrington"}
	for _, kind := range []struct {
		vehicleType, fuel string
		count             int
	}{{"truck", "diesel", 24}, {"van", "diesel", 16}, {"car", "electric", 6}, {"bus", "diesel", 4}, {"schoolbus", "diesel", 3}, {"bintruck", "diesel", 3}, {"motorbike", "petrol", 2}, {"bicycle", "electric", 2}} {
		for range kind.count {
			n := len(vehicles) + 1
			vehicles = append(vehicles, traffic.New(1, traffic.Spec{
				DeviceID: fmt.Sprintf("demo-%04d", n), Type: kind.vehicleType, Fuel: kind.fuel, Depot: depots[n%len(depots)], Relay: traffic.Relays(kind.vehicleType, kind.fuel),
			}, london))
		}
	}
	return vehicles
}

// TestDemonstration_isOnTheRoad counts who moves at each quarter of an hour of a week, and of the weeks in which clocks change.
func TestDemonstration_isOnTheRoad(t *testing.T) {
	vehicles := demonstration()
	for _, begins := range []time.Time{monday, time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC), time.Date(2026, 10, 24, 0, 0, 0, 0, time.UTC)} {
		least, most, sum, count := len(vehicles), 0, 0, 0
		for at := begins; at.Before(begins.AddDate(0, 0, 7)); at = at.Add(15 * time.Minute) {
			moving := 0
			for _, v := range vehicles {
				if *v.Sample(at).SpeedKmh >= fleet.MovingSpeedKmh {
					moving++
				}
			}
			least, most, sum, count = min(least, moving), max(most, moving), sum+moving, count+1
			if moving < len(vehicles)/2 {
				t.Errorf("%d of %d move at %s", moving, len(vehicles), at.Format("Mon 2 Jan 15:04"))
			}
		}
		t.Logf("from %s on %d to %d move, %d at the mean", begins.Format(time.DateOnly), least, most, sum/count)
	}
}

// TestRelay_isPlausible holds a vehicle that is out day and night to physics, over a change of clocks and from shift to shift.
func TestRelay_isPlausible(t *testing.T) {
	for i, vehicleType := range []string{"truck", "van", "bus", "bintruck"} {
		spec := traffic.Spec{DeviceID: fmt.Sprintf("relay-%d", i), Type: vehicleType, Depot: traffic.Depots[i], Relay: true}
		from := time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC)
		first := true
		last := traffic.New(5, spec, london).Sample(from)
		stood := 0
		for s := range traffic.History(5, spec, london, from, from.AddDate(0, 0, 4), pace) {
			if !first {
				checkStep(t, last, s)
			}
			if !*s.Ignition {
				stood++
			}
			last, first = s, false
			if s.FuelPercent != nil && *s.FuelPercent <= 0 {
				t.Fatalf("%s has run dry", vehicleType)
			}
		}
		if stood == 0 {
			t.Errorf("a %s never stands", vehicleType)
		}
	}
}

// TestRelay_TellsHowLargeItsTanksAre: the tanks of a vehicle that is out day and night are larger than its kind's, which nobody could know of from a percentage alone.
func TestRelay_TellsHowLargeItsTanksAre(t *testing.T) {
	for vehicleType, litres := range map[string]float64{"truck": 2000, "van": 320, "bus": 1200, "bintruck": 1000} {
		for n := range 12 {
			spec := traffic.Spec{DeviceID: fmt.Sprintf("tanks-%d", n), Type: vehicleType, Depot: traffic.Depots[n%5], Relay: true}
			s := traffic.New(1, spec, london).Sample(monday.Add(30 * time.Hour))
			if s.CAN == nil || s.CAN.FuelL == nil || s.FuelPercent == nil {
				t.Fatalf("%s %s does not say how many litres it has", vehicleType, spec.DeviceID)
			}
			if size := *s.CAN.FuelL / *s.FuelPercent * 100; size < 0.97*litres || size > 1.03*litres {
				t.Errorf("%s %s says that its tanks hold %.0f l, want %.0f", vehicleType, spec.DeviceID, size, litres)
			}
		}
	}
}
