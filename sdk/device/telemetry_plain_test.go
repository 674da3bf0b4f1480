package device

import (
	"reflect"
	"testing"
	"time"
)

var seeds = []string{
	`{"time":1772614799000,"lat":53.4,"lng":-2.3,"gps_valid":true,"speed_kmh":88.5,"heading_deg":360,"altitude_m":-1.5,"ignition":false}`,
	`{"samples":[{"time":1772614799000,"odometer_m":1e5,"signal":4},{"time":1772614799000},{"time":"2026-03-04T08:00:00Z","fuel_percent":0}]}`,
	`{"samples":[{"time":1772614799000,"lat":0.1234567890123456789,"lng":-0.0,"battery_percent":null}]} `,
	`{"samples":[{"time":1772614799000,"lat":01}]}`, `{"samples":[]}`, `{"samples":null}`, `{}`, `[]`, `{"time":1772614799000,"LAT":5,"lng":1}`,
	`{"time":1772614799000,"can":{"soc_percent":61.5,"charging":true,"doors_open":1,"driver_belt":false,"fuel_l":null}}`, `{"time":1772614799000,"can":{"soc_percent":140,"fuel_l":1}}`, `{"time":1772614799000,"can":{}}`,
	`{"time":1772614799000,"can":{"fuel_l":1},"can":{"range_m":2}}`, `{"time":1772614799000,"can":{"fuel_l":1},"can":null}`, `{"time":1772614799000,"can":7,"fuel_percent":"x"}`,
	`{"time":1772614799000,"speed_kmh":501}`, `{"time":1772614799000,"speed_kmh":1.}`, `{"time":1772614799000,"signal":1.0}`, `{"time":1772614799000,}`,
	`{"time":1772614799000,"lat":1,"lat":null,"lng":2}`, `{"time":1,"time":1772614799000}`, `{"samples":[{"time":1772614799000}],"samples":[]}`,
	`{"time":1772614799000,"speed_kmh":12345678901234567890e-18,"altitude_m":0.1e1}`, `{"time":1772614799000,"driver":"Ann"}`, `{"time":1772614799000} x`,
}

// FuzzReadTelemetry holds the quick way against the careful one: what it reads is the same, to the last bit.
func FuzzReadTelemetry(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	now := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, raw []byte) {
		quick, ok := readTelemetry(raw, now)
		if !ok {
			return
		}
		careful, err := parseCarefully(raw, now)
		if err != nil || !reflect.DeepEqual(quick, careful) {
			t.Errorf("%s\nis %+v, but %+v, %v when read carefully", raw, quick, careful, err)
		}
	})
}

func TestReadTelemetry_ReadsWhatDevicesSend(t *testing.T) {
	now := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	for _, raw := range append(seeds[:3:3], `{"time":1772614799000,"can":{"soc_percent":61.5,"charging":true,"doors_open":1,"driver_belt":false,"fuel_l":3}}`) {
		if _, ok := readTelemetry([]byte(raw), now); !ok {
			t.Errorf("gives up on %s", raw)
		}
	}
}
