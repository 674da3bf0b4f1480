package device_test

import (
	"strings"
	"testing"

	"outrider.dev/sdk/device"
)

// TestParseTelemetry_LeavesAReadingOut: a sensor that says nonsense costs its reading, not the vehicle's position.
func TestParseTelemetry_LeavesAReadingOut(t *testing.T) {
	for _, tc := range []struct{ name, reading, want string }{
		{"more than full", `"fuel_percent":101,"can":{"engine_h":12.5}`, "fuel_percent must be from 0 to 100, not 101"},
		{"a tank in other units", `"fuel_percent":412.5,"can":{"engine_h":12.5}`, "fuel_percent must be from 0 to 100, not 412.5"},
		{"140 % charged", `"can":{"engine_h":12.5,"soc_percent":140}`, "can.soc_percent must be from 0 to 100, not 140"},
		{"text as litres", `"can":{"engine_h":12.5,"fuel_used_l":"full"}`, "can.fuel_used_l must be a number, not a string"},
		{"a counter below nothing", `"can":{"engine_h":12.5,"fuel_used_l":-1}`, "can.fuel_used_l must be from 0 to 1e+08, not -1"},
		{"a huge number", `"can":{"engine_h":12.5,"energy_used_kwh":1e999}`, "can.energy_used_kwh is out of range"},
		{"half a door", `"can":{"engine_h":12.5,"doors_open":0.5}`, "can.doors_open is out of range or not whole: 0.5"},
		{"seventeen doors", `"can":{"engine_h":12.5,"doors_open":17}`, "can.doors_open must be from 0 to 16, not 17"},
		{"text as belt", `"can":{"engine_h":12.5,"driver_belt":"on"}`, "can.driver_belt must be true or false, not a string"},
		{"a number as charging", `"can":{"engine_h":12.5,"charging":1}`, "can.charging must be true or false, not a number"},
		{"boiling over", `"can":{"engine_h":12.5,"coolant_c":900}`, "can.coolant_c must be from -60 to 250, not 900"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			raw := `{"samples":[{"time":1772614799000},{"time":1772614800000,"lat":53.4,"lng":-2.3,` + tc.reading + `}]}`
			got, err := device.ParseTelemetry([]byte(raw), now)
			if err != nil || len(got.Accepted) != 2 || len(got.Rejected) != 0 || len(got.Readings) != 1 {
				t.Fatalf("accepted %d, rejected %v, left out %v, error %v: want both samples and one reading left out", len(got.Accepted), got.Rejected, got.Readings, err)
			}
			if want := "samples[1]: " + tc.want; !strings.HasPrefix(got.Readings[0].Error(), want) {
				t.Errorf("reason %q, want %q", got.Readings[0], want)
			}
			s := got.Accepted[1]
			if s.Lat == nil || s.FuelPercent != nil || s.CAN == nil || *s.CAN.EngineH != 12.5 {
				t.Errorf("the sample became %+v", s)
			}
			if c := *s.CAN; c.SocPercent != nil || c.FuelUsedL != nil || c.EnergyUsedKWh != nil || c.DoorsOpen != nil || c.DriverBelt != nil || c.Charging != nil || c.CoolantC != nil {
				t.Errorf("the bus still says %+v", c)
			}
		})
	}
}

func TestParseTelemetry_ReadsTheVehiclesBus(t *testing.T) {
	raw := `{"time":"2026-03-04T09:00:00Z","can":{"fuel_l":412.5,"fuel_used_l":81234.5,"soc_percent":61.5,"energy_used_kwh":9120.25,"energy_regenerated_kwh":812.5,
		"energy_charged_kwh":8800,"charge_power_kw":48.2,"range_m":212000,"engine_h":5120.4,"coolant_c":-3.5,"doors_open":2,"charging":true,"driver_belt":false,"passenger_belt":true}}`
	got, err := device.ParseTelemetry([]byte(raw), now)
	if err != nil || len(got.Accepted) != 1 || got.Accepted[0].CAN == nil {
		t.Fatalf("accepted %+v, error %v", got, err)
	}
	c := got.Accepted[0].CAN
	if *c.FuelL != 412.5 || *c.FuelUsedL != 81234.5 || *c.SocPercent != 61.5 || *c.EnergyUsedKWh != 9120.25 || *c.EnergyRegeneratedKWh != 812.5 || *c.EnergyChargedKWh != 8800 ||
		*c.ChargePowerKW != 48.2 || *c.RangeM != 212000 || *c.EngineH != 5120.4 || *c.CoolantC != -3.5 || *c.DoorsOpen != 2 || !*c.Charging || *c.DriverBelt || !*c.PassengerBelt {
		t.Errorf("read %+v", c)
	}
	odd, err := device.ParseTelemetry([]byte(`{"time":"2026-03-04T09:00:00Z","lat":53.4,"lng":-2.3,"can":[7]}`), now)
	if err != nil || len(odd.Accepted) != 1 || odd.Accepted[0].Lat == nil || len(odd.Readings) != 1 || odd.Readings[0].Error() != "samples[0]: can must be an object" {
		t.Errorf("an array as bus became %+v, %v", odd, err)
	}
	none, err := device.ParseTelemetry([]byte(`{"time":"2026-03-04T09:00:00Z","fuel_l":3,"can":{"fuel_l":null,"charging":null}}`), now)
	if err != nil || none.Accepted[0].CAN != nil {
		t.Errorf("nothing said became %+v, %v", none.Accepted, err)
	}
}
