package device_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fleet"
)

var now = time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)

func TestParseTelemetry_RefusesAMessage(t *testing.T) {
	for _, tc := range []struct{ name, raw, want string }{
		{"nothing", "", "the message is not JSON"},
		{"half an object", `{"time":`, "the message is not JSON"},
		{"not a number", `{"time":1,"lat":NaN}`, "the message is not JSON"},
		{"an array", `[{"time":1}]`, "the message must be an object"},
		{"a string", `"hello"`, "the message must be an object"},
		{"samples is an object", `{"samples":{}}`, "samples must be an array"},
		{"samples is null", `{"samples":null}`, "samples must be an array, not null"},
		{"no samples", `{"samples":[]}`, "samples is empty"},
		{"1,001 samples", samples(1001), "samples has 1001 samples; at most 1000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := device.ParseTelemetry([]byte(tc.raw), now)
			rejected, ok := errors.AsType[device.Rejected](err)
			if !ok || rejected.Index != device.Whole || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

func TestParseTelemetry_RefusesASampleAlone(t *testing.T) {
	for _, tc := range []struct{ name, sample, want string }{
		{"no time", `{"lat":53.4,"lng":-2.3}`, "time is missing"},
		{"null", `null`, "samples must hold objects"},
		{"a number", `7`, "samples must hold objects"},
		{"text as time", `{"time":"yesterday"}`, `time is not RFC 3339: "yesterday"`},
		{"true as time", `{"time":true}`, "time must be RFC 3339 in a string or Unix milliseconds as a number"},
		{"seconds for milliseconds", `{"time":1772614800}`, "time is more than 400 days ago: 1970-01-21"},
		{"just too old", fmt.Sprintf(`{"time":%d}`, now.Add(-device.MaxAge).UnixMilli()-1), "time is more than 400 days ago"},
		{"just too far ahead", fmt.Sprintf(`{"time":%d}`, now.Add(device.MaxAhead).UnixMilli()+1), "time is more than 24 h ahead"},
		{"a huge time", `{"time":1e300}`, "time is out of range: 1e300"},
		{"text as speed", `{"time":1772614800000,"speed_kmh":"88"}`, "speed_kmh must be a number, not a string"},
		{"a huge speed", `{"time":1772614800000,"speed_kmh":1e999}`, "speed_kmh is out of range"},
		{"an object as latitude", `{"time":1772614800000,"lat":{}}`, "lat must be a number, not an object"},
		{"text as ignition", `{"time":1772614800000,"ignition":"on"}`, "ignition must be true or false, not a string"},
		{"half a bar", `{"time":1772614800000,"signal":2.5}`, "signal is out of range or not whole: 2.5"},
		{"six bars", `{"time":1772614800000,"signal":6}`, "signal must be from 0 to 5, not 6"},
		{"backwards", `{"time":1772614800000,"speed_kmh":-1}`, "speed_kmh must be from 0 to 500, not -1"},
		{"past north", `{"time":1772614800000,"heading_deg":361}`, "heading_deg must be from 0 to 360"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			raw := `{"samples":[{"time":1772614799000},` + tc.sample + `,{"time":1772614801000}]}`
			got, err := device.ParseTelemetry([]byte(raw), now)
			if err != nil {
				t.Fatalf("the whole message was refused: %v", err)
			}
			if len(got.Accepted) != 2 || len(got.Rejected) != 1 {
				t.Fatalf("accepted %d, rejected %v: want the two siblings and one refusal", len(got.Accepted), got.Rejected)
			}
			if want := "samples[1]: " + tc.want; !strings.HasPrefix(got.Rejected[0].Error(), want) {
				t.Errorf("reason %q, want %q", got.Rejected[0], want)
			}
		})
	}
}

func TestParseTelemetry_KeepsASampleWithoutAPosition(t *testing.T) {
	for name, fields := range map[string]string{
		"no fix":        `"lat":53.4,"lng":-2.3,"gps_valid":false`,
		"null island":   `"lat":0,"lng":0`,
		"past the pole": `"lat":91,"lng":-2.3`,
		"past the line": `"lat":53.4,"lng":180.5`,
		"half of it":    `"lat":53.4`,
		"none":          `"speed_kmh":3`,
	} {
		t.Run(name, func(t *testing.T) {
			got, err := device.ParseTelemetry([]byte(`{"time":"2026-03-04T09:00:00Z",`+fields+`}`), now)
			if err != nil || len(got.Accepted) != 1 {
				t.Fatalf("accepted %d, rejected %v, error %v", len(got.Accepted), got.Rejected, err)
			}
			if s := got.Accepted[0]; s.Lat != nil || s.Lng != nil || s.GPSValid {
				t.Errorf("the sample kept a position: %+v", s)
			}
		})
	}
}

func TestParseTelemetry_ReadsEveryField(t *testing.T) {
	raw := `{"time":"2026-03-04T09:00:00.5+00:00","lat":53.4,"lng":-2.3,"gps_valid":true,"speed_kmh":88.5,"heading_deg":360,"altitude_m":61,
		"ignition":true,"speed_limit_kmh":112,"odometer_m":1234567,"signal":4,"fuel_percent":61.5,"battery_percent":99,"driver":"unknown field"}`
	got, err := device.ParseTelemetry([]byte(raw), now)
	if err != nil || len(got.Accepted) != 1 {
		t.Fatalf("accepted %d, rejected %v, error %v", len(got.Accepted), got.Rejected, err)
	}
	s := got.Accepted[0]
	if s.Time != now.UnixMilli()+500 || *s.Lat != 53.4 || *s.Lng != -2.3 || !s.GPSValid || *s.SpeedKmh != 88.5 || *s.HeadingDeg != 0 ||
		*s.AltitudeM != 61 || !*s.Ignition || *s.SpeedLimitKmh != 112 || *s.OdometerM != 1234567 || *s.Signal != 4 ||
		*s.FuelPercent != 61.5 || *s.BatteryPercent != 99 {
		t.Errorf("read %+v", s)
	}
}

func TestParseTelemetry_TakesAThousandAndTheFirstOfEqualTimes(t *testing.T) {
	got, err := device.ParseTelemetry([]byte(samples(1000)), now)
	if err != nil || len(got.Accepted) != 1000 {
		t.Errorf("accepted %d of 1,000: %v", len(got.Accepted), err)
	}
	got, err = device.ParseTelemetry([]byte(`{"samples":[{"time":1772614800000,"speed_kmh":1},{"time":"2026-03-04T09:00:00Z","speed_kmh":2}]}`), now)
	if err != nil || len(got.Accepted) != 1 || got.Repeated != 1 || *got.Accepted[0].SpeedKmh != 1 {
		t.Errorf("the first of two equal times did not win: %+v, %v", got, err)
	}
}

func FuzzParseTelemetry(f *testing.F) {
	for _, seed := range []string{
		samples(3), `{"time":1772614800000,"lat":53.4,"lng":-2.3}`, `{"samples":[null,7,{"time":"x"}]}`, `{"samples":{}}`, `[]`, `{`, "",
		`{"time":1e309,"lat":-1e309}`, `{"time":"2026-03-04T09:00:00Z","signal":-0}`, "{\"time\":\"\xff\"}", `{"samples":[[[]]]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := device.ParseTelemetry(raw, now)
		if err != nil {
			if _, ok := errors.AsType[device.Rejected](err); !ok || err.Error() == "" {
				t.Fatalf("an error that is no refusal: %v", err)
			}
			return
		}
		for _, s := range got.Accepted {
			if at := time.UnixMilli(s.Time); at.Before(now.Add(-device.MaxAge)) || at.After(now.Add(device.MaxAhead)) {
				t.Fatalf("accepted the time %s", at)
			}
			if (s.Lat == nil) != (s.Lng == nil) || (s.Lat != nil && !fleet.ValidPosition(*s.Lat, *s.Lng)) {
				t.Fatalf("accepted the position %v %v", s.Lat, s.Lng)
			}
		}
		for _, r := range got.Rejected {
			if r.Field == "" || r.Reason == "" || len(r.Reason) > 300 {
				t.Fatalf("a refusal that explains nothing or too much: %+v", r)
			}
		}
	})
}

func samples(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(`{"time":%d,"lat":53.4,"lng":-2.3}`, now.UnixMilli()-int64(i)*1000)
	}
	return `{"samples":[` + strings.Join(parts, ",") + `]}`
}
