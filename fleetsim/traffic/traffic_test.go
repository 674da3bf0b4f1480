package traffic_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

var (
	london = must(time.LoadLocation("Europe/London"))
	monday = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	types  = []string{"van", "truck", "bus", "car"}
	pace   = traffic.Pace{Moving: 5 * time.Second, Parked: time.Minute}
)

func TestSample_DependsOnNothingButSeedDeviceAndTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		spec := traffic.Spec{DeviceID: rapid.StringMatching(`d-[0-9]{1,4}`).Draw(t, "device"), Type: rapid.SampledFrom(types).Draw(t, "type")}
		one, two := traffic.New(seed, spec, london), traffic.New(seed, spec, london)
		instants := rapid.SliceOfN(rapid.Int64Range(monday.UnixMilli(), monday.AddDate(0, 0, 20).UnixMilli()), 2, 6).Draw(t, "instants")
		want := map[int64]string{}
		for _, ms := range instants {
			want[ms] = text(one.Sample(time.UnixMilli(ms)))
		}
		for i := len(instants) - 1; i >= 0; i-- {
			if got := text(two.Sample(time.UnixMilli(instants[i]))); got != want[instants[i]] {
				t.Fatalf("at %d\n%s\nbefore\n%s", instants[i], got, want[instants[i]])
			}
		}
	})
}

// The golden line changes only when the simulation is changed on purpose: a demo must look the same tomorrow.
func TestSample_IsTheSameOnEveryMachine(t *testing.T) {
	v := traffic.New(1, traffic.Spec{DeviceID: "demo-009", Type: "truck", Depot: "Crewe"}, london)
	got := text(v.Sample(time.Date(2026, 3, 3, 11, 10, 0, 0, time.UTC)))
	const want = `{"time":1772536200000,"lat":53.364377,"lng":-2.512694,"gps_valid":true,"speed_kmh":90,"heading_deg":170.8,"altitude_m":20.4,"ignition":true,"speed_limit_kmh":112,"odometer_m":394664911,"signal":2,"fuel_percent":77.6,"battery_percent":98,"can":{"engine_h":8465.4,"coolant_c":86,"doors_open":0,"driver_belt":true}}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHistory_IsPlausible(t *testing.T) {
	for i, vehicleType := range types {
		t.Run(vehicleType, func(t *testing.T) {
			var last events.Sample
			moving, parked, count := 0, 0, 0
			spec := traffic.Spec{DeviceID: fmt.Sprintf("sim-%d", i), Type: vehicleType, Depot: traffic.Depots[i]}
			for s := range traffic.History(7, spec, london, monday, monday.AddDate(0, 0, 7), pace) {
				if s.Lat != nil && (*s.Lat < 50.8 || *s.Lat > 54.5 || *s.Lng < -3.5 || *s.Lng > 1.5) {
					t.Fatalf("%s is outside England: %s", spec.DeviceID, text(s))
				}
				if count++; count > 1 {
					checkStep(t, last, s)
				}
				switch {
				case *s.SpeedKmh >= fleet.MovingSpeedKmh:
					moving++
				case !*s.Ignition:
					parked++
				}
				last = s
			}
			if moving < 2000 || parked < 2000 {
				t.Errorf("%d readings moving, %d parked of %d: want a working week", moving, parked, count)
			}
		})
	}
}

// checkStep holds two neighbours to physics: speed, acceleration, distance and odometer fit together.
func checkStep(t *testing.T, a, b events.Sample) {
	t.Helper()
	seconds := float64(b.Time-a.Time) / 1000
	if seconds <= 0 || seconds > 61 {
		t.Fatalf("%.0f s between readings", seconds)
	}
	if *b.OdometerM < *a.OdometerM {
		t.Fatalf("the odometer runs back\n%s\n%s", text(a), text(b))
	}
	if seconds > 6 {
		return
	}
	if change := math.Abs(*b.SpeedKmh-*a.SpeedKmh) / 3.6 / seconds; change > 3.5 { // a hard brake is felt in a part of the five seconds
		t.Fatalf("accelerates by %.2f m/s²\n%s\n%s", change, text(a), text(b))
	}
	driven := *b.OdometerM - *a.OdometerM
	if fastest := max(*a.SpeedKmh, *b.SpeedKmh)/3.6*seconds + 15; driven > fastest+2 {
		t.Fatalf("drives %.0f m in %.0f s\n%s\n%s", driven, seconds, text(a), text(b))
	}
	if a.Lat == nil || b.Lat == nil || driven < 1 {
		return
	}
	if moved := fleet.DistanceM(*a.Lat, *a.Lng, *b.Lat, *b.Lng); moved > driven*1.05+12 {
		t.Fatalf("moves %.0f m where the odometer says %.0f\n%s\n%s", moved, driven, text(a), text(b))
	}
}

func TestFleet_IsOnTheRoadAtEveryHour(t *testing.T) {
	var vehicles []*traffic.Vehicle
	for i := range 60 {
		vehicles = append(vehicles, traffic.New(1, traffic.Spec{DeviceID: fmt.Sprintf("demo-%03d", i), Type: types[i%4]}, london))
	}
	for hour := range 7 * 24 {
		at, moving := monday.Add(time.Duration(hour)*time.Hour), 0
		for _, v := range vehicles {
			if *v.Sample(at).SpeedKmh >= fleet.MovingSpeedKmh {
				moving++
			}
		}
		if moving == 0 {
			t.Errorf("nobody of sixty moves at %s", at)
		}
	}
}

func TestEverythingIsAcceptedByTheProtocol(t *testing.T) {
	happened := 0
	for i := range 12 {
		v := traffic.New(3, traffic.Spec{DeviceID: fmt.Sprintf("d-%d", i), Type: types[i%4]}, london)
		end := monday.AddDate(0, 0, 14)
		if _, err := device.ParseStatus([]byte(text(v.Status(end)))); err != nil {
			t.Errorf("status: %v", err)
		}
		for _, h := range v.Happenings(monday, end) {
			happened++
			if _, err := device.ParseEvent([]byte(text(h)), end); err != nil {
				t.Errorf("event: %v", err)
			}
		}
		for at := monday; at.Before(end); at = at.Add(time.Hour) {
			got, err := device.ParseTelemetry([]byte(text(v.Sample(at))), end)
			if err != nil || len(got.Accepted) != 1 {
				t.Errorf("sample: %v %v", err, got.Rejected)
			}
		}
	}
	if happened < 5 {
		t.Errorf("only %d events from twelve vehicles in a fortnight", happened)
	}
}

func text(v any) string {
	raw := must(json.Marshal(v))
	return string(raw)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
