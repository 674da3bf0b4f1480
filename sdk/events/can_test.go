package events

import (
	"reflect"
	"testing"
)

func TestCAN_ComesBack(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	yes, no, doors := true, false, 3
	for name, want := range map[string]CAN{
		"nothing": {},
		"all": {
			FuelL: number(412.5), FuelUsedL: number(81234.56789), SocPercent: number(0), EnergyUsedKWh: number(1e-9), EnergyRegeneratedKWh: number(7), EnergyChargedKWh: number(1e8),
			ChargePowerKW: number(48.25), RangeM: number(212_000), EngineH: number(0.05), CoolantC: number(-40), DoorsOpen: &doors, Charging: &yes, DriverBelt: &no, PassengerBelt: &yes,
		},
		"one": {PassengerBelt: &no},
	} {
		raw := want.Append(nil)
		got, err := ReadCAN(raw)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: reads %+v, %v", name, got, err)
		}
		for cut := range raw {
			if _, err := ReadCAN(raw[:cut]); err == nil {
				t.Errorf("%s: cut after %d bytes it is read", name, cut)
			}
		}
	}
}

func TestCAN_Over(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	yes := true
	older := &CAN{FuelL: number(10), RangeM: number(5), Charging: &yes}
	got := (&CAN{FuelL: number(9), SocPercent: number(4)}).Over(older)
	if *got.FuelL != 9 || *got.RangeM != 5 || *got.SocPercent != 4 || !*got.Charging || *older.FuelL != 10 || older.SocPercent != nil {
		t.Errorf("joined %+v over %+v", got, older)
	}
	if (*CAN)(nil).Over(older) != older || older.Over(nil) != older || (*CAN)(nil).Over(nil) != nil {
		t.Error("nothing is not neutral")
	}
}
