package minutes_test

import (
	"math"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

func TestDrivenM(t *testing.T) {
	at := func(minute int64, lat, lng, odometerM *float64) *events.Sample {
		return &events.Sample{Time: minute * minutes.MinuteMs, Lat: lat, Lng: lng, OdometerM: odometerM}
	}
	f := func(v float64) *float64 { return &v }
	for name, tc := range map[string]struct {
		a, b *events.Sample
		want float64
	}{
		"by the odometer":                {at(0, f(53), f(-2), f(1000)), at(1, f(53.1), f(-2), f(1900)), 900},
		"an odometer that begins anew":   {at(0, nil, nil, f(9000)), at(1, nil, nil, f(10)), 0},
		"an odometer that leaps":         {at(0, nil, nil, f(1000)), at(1, nil, nil, f(90_000)), 0},
		"as the crow flies":              {at(0, f(53), f(-2), nil), at(1, f(53.005), f(-2), nil), 556},
		"the trembling of the receiver":  {at(0, f(53), f(-2), nil), at(1, f(53.0001), f(-2), nil), 0},
		"faster than any vehicle":        {at(0, f(53), f(-2), nil), at(1, f(54), f(-2), nil), 0},
		"nobody knows where":             {at(0, nil, nil, nil), at(1, f(53), f(-2), nil), 0},
		"two samples of the same minute": {at(5, nil, nil, f(0)), at(5, nil, nil, f(4000)), 4000},
	} {
		if got := minutes.DrivenM(tc.a, tc.b); math.Abs(got-tc.want) > 1 {
			t.Errorf("%s is %.0f m, want %.0f", name, got, tc.want)
		}
	}
}
