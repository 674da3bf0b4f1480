package events

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"
)

func message() Event[Telemetry] {
	number := func(f float64) *float64 { return &f }
	on, bars := true, 4
	return Event[Telemetry]{
		ID: "a<b>", Type: "telemetry", Version: 1, OrgID: "demo", At: time.Date(2026, 3, 4, 9, 0, 0, 5e6, time.UTC),
		Data: Telemetry{DeviceID: "d\"1", OrgID: "demo", ReceivedAt: 1772614800000, Samples: []Sample{
			{Time: 1772614799000, Lat: number(53.123456789012345), Lng: number(-2.2), GPSValid: true, SpeedKmh: number(0), HeadingDeg: number(1e-7), Ignition: &on},
			{Time: 1772614798000, AltitudeM: number(-4.25), SpeedLimitKmh: number(112), OdometerM: number(123456789.5), Signal: &bars},
			{Time: 1, FuelPercent: number(99.9), BatteryPercent: number(5e21)},
			{CAN: &CAN{FuelL: number(1.5), EnergyUsedKWh: number(1e-9), CoolantC: number(-4), DoorsOpen: &bars, Charging: &on, PassengerBelt: &on}},
			{CAN: &CAN{}},
			{},
		}},
	}
}

// TestTelemetry_IsWrittenLikeAnyEvent holds what is written by hand against encoding/json, with numbers that only it can write and without.
func TestTelemetry_IsWrittenLikeAnyEvent(t *testing.T) {
	odd, plain, none := message(), message(), message()
	plain.Data.Samples = append(plain.Data.Samples[1:2:2], Sample{})
	none.Data.Samples = nil
	for _, e := range []Event[Telemetry]{odd, plain, none} {
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := encode(e.ID, e.Type, e.OrgID, e.At, e.Data)
		if err != nil || string(got) != string(want) {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
}

func FuzzReadTelemetry(f *testing.F) {
	e := message()
	odd, _ := json.Marshal(e)
	e.ID, e.Data.DeviceID = "a", "d1"
	usual, _ := json.Marshal(e)
	if _, ok := readTelemetry(usual); !ok {
		f.Errorf("gives up on %s", usual)
	}
	for _, seed := range []string{string(odd), string(usual), `{"data":{"samples":[{"time":"5"}]}}`, `{"data":{"samples":[{"time":5,"can":{"fuel_l":1},"can":{"range_m":2},"fuel_l":3}]}}`, `{"version":1.0}`, `{"at":null}`, `{"at":"2026-03-04T09:00:00Z"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, ok := readTelemetry(raw)
		if !ok {
			return
		}
		var want Event[Telemetry]
		if err := json.Unmarshal(raw, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nis %+v, but %+v, %v for encoding/json", raw, got, want, err)
		}
	})
}
