//go:build bench

package bench_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// costly are the modules that are measured together.
var costly = []string{"fuel", "ev", "seatbelt"}

// unbeltedS is for how many seconds of each half hour a vehicle of the measurement drives unbelted.
const unbeltedS = 30

// TestModulesCost has 1,000 vehicles of which a day is known send a sample each five seconds with readings for every module, first to an organisation that has the modules off, then with all of them on. What the modules take is
// the processor time of their processes and of their connections to the database.
func TestModulesCost(t *testing.T) {
	count, watched := 1_000, 3*time.Minute
	if *quick {
		watched = time.Minute
	}
	host := plugintest.Start(t, "../plugins/vehicles", plugintest.Beside("../plugins/users", "../plugins/gateway", "../plugins/geo", "../plugins/fuel", "../plugins/ev", "../plugins/seatbelt"))
	f := &fleet{database: database{t: t, host: host, db: host.Database(t)}}
	ids := f.plantVehicles(count)
	f.exec(`UPDATE vehicles.vehicle SET fuel = 'diesel' WHERE org_id = 'alpha'`)
	ctx, stop := context.WithCancel(t.Context())
	began := time.Now()
	f.plantMinutes(t, ids, began)
	var sent atomic.Int64
	var driving sync.WaitGroup
	for n := range ids {
		client := f.dial(t, n+1)
		driving.Go(func() {
			defer client.Close()
			sendReadings(ctx, client, n, time.Duration(n)*pace/time.Duration(count), began, &sent)
		})
	}
	pause(ctx, 2*pace)
	off := f.costOf(ctx, watched)
	f.switchAll(t, costly)
	for _, id := range costly {
		plugintest.Within(t, 2*time.Minute, id+" does not know the vehicles", func() bool {
			var known int
			return f.db.QueryRow(ctx, `SELECT count(*) FROM `+id+`.fleet_vehicle WHERE org_id = 'alpha'`).Scan(&known) == nil && known >= count
		})
	}
	pause(ctx, 90*time.Second) // what was said before is read once, and the first minutes are judged
	before := sent.Load()
	on := f.costOf(ctx, watched)
	rate := float64(sent.Load()-before) / watched.Seconds()
	stop()
	driving.Wait()
	var idle, violations int
	if err := f.db.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM fuel.usage WHERE used_l > 0), (SELECT count(*) FROM seatbelt.violation)`).Scan(&idle, &violations); err != nil || idle == 0 || violations == 0 {
		t.Errorf("the modules did not do their work: %d quarters of fuel used, %d violations, %v", idle, violations, err)
	}
	measured.Add(table.Row{
		Group: modulesGroup, What: "fuel, ev and seatbelt for 1,000 vehicles at one sample each 5 s, share of a core", Target: "< 0.1", Passed: on.Sum() < watched/10,
		Result: fmt.Sprintf("%.3f (%s; %.0f samples/s)", on.Sum().Seconds()/watched.Seconds(), shares(on, watched), rate),
	})
	measured.Add(table.Row{
		Group: modulesGroup, What: "the same where the organisation has them off", Target: "< 0.02", Passed: off.Sum() < watched/50,
		Result: fmt.Sprintf("%.4f (%s)", off.Sum().Seconds()/watched.Seconds(), shares(off, watched)),
	})
}

// plantMinutes has the modules that judge minutes know those of the day before, in which every vehicle began to drive eight hours ago.
func (f *fleet) plantMinutes(t *testing.T, ids []string, began time.Time) {
	t.Helper()
	first := began.Add(-24 * time.Hour).Truncate(time.Hour)
	for hour := first; hour.Before(began); hour = hour.Add(time.Hour) {
		var list []events.Sample
		for at := hour; at.Before(began) && at.Before(hour.Add(time.Hour)); at = at.Add(time.Minute) {
			list = append(list, readingOf(0, at.Sub(began), at))
		}
		packed, err := events.PackSamples(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, schema := range []string{"fuel", "ev"} {
			f.exec(`INSERT INTO `+schema+`.hour (org_id, vehicle_id, hour_ms, data) SELECT 'alpha', 'v-' || id, $2, $3 FROM unnest($1::text[]) id`, ids, hour.UnixMilli(), packed)
		}
	}
	for _, schema := range []string{"fuel", "ev"} {
		f.exec(`INSERT INTO `+schema+`.filled (org_id, until_ms) VALUES ('alpha', $1)`, began.UnixMilli())
	}
}

// costOf is the processor time that the modules use in a while, each with its connections to the database.
func (f *fleet) costOf(ctx context.Context, length time.Duration) usage.Times {
	now := func() usage.Times {
		times, processes := usage.Times{}, f.host.Processes()
		for _, id := range costly {
			times[id] = usage.Process(processes[id])
			times[id+" in the database"] = usage.Backends(f.host.PID(), "outrider_"+id)
		}
		return times
	}
	before := now()
	pause(ctx, length)
	return now().Since(before)
}

func shares(t usage.Times, length time.Duration) string {
	var parts []string
	for _, id := range costly {
		parts = append(parts, fmt.Sprintf("%s %.3f + %.3f", id, t[id].Seconds()/length.Seconds(), t[id+" in the database"].Seconds()/length.Seconds()))
	}
	return strings.Join(parts, ", ")
}

// switchAll switches modules on in alpha.
func (f *fleet) switchAll(t *testing.T, ids []string) {
	t.Helper()
	admin := plugintest.As("alpha", "ORG_ADMIN")
	var wanted []string
	for _, id := range ids {
		wanted = append(wanted, fmt.Sprintf(`{"id":%q,"on":true,"version":0}`, id))
	}
	if answer := f.host.Do(admin, "PUT /api/org/alpha/modules", `{"modules":[`+strings.Join(wanted, ",")+`]}`); answer.Status != http.StatusOK {
		t.Fatalf("switch the modules on: %d %s", answer.Status, answer.Body)
	}
}

// sendReadings has a device send a sample each five seconds until ctx ends.
func sendReadings(ctx context.Context, client *deviceclient.Client, number int, delay time.Duration, began time.Time, sent *atomic.Int64) {
	for pause(ctx, delay) {
		at := time.Now()
		payload, err := json.Marshal(readingOf(number, at.Sub(began), at))
		if err == nil && publish(ctx, client, payload) == nil {
			sent.Add(1)
		}
		delay = pace - time.Since(at)
	}
}

// longestDriven is for how long a vehicle of the measurement has driven before it begins.
const longestDriven = 8 * time.Hour

// readingOf is a vehicle with an engine and a battery, so that every module has work. It stood, and drives at 50 km/h since eight hours before the time from which driven counts.
func readingOf(number int, driven time.Duration, at time.Time) events.Sample {
	drives := driven >= -longestDriven
	s, speed := max(driven, -longestDriven).Seconds(), 0.0
	if drives {
		speed = 50
	}
	lat, lng, odometer := 53+s*1e-4, -2.5+float64(number)*1e-3, 1e6+s*50/3.6
	tank, used, charge, energy := 80-s/2000, 1000+s/300, 60-s/1000, 500+s/200
	reading := events.Sample{
		Time: at.UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, Ignition: &drives, OdometerM: &odometer, FuelPercent: &tank,
		CAN: &events.CAN{FuelUsedL: &used, SocPercent: &charge, EnergyUsedKWh: &energy},
	}
	if belted := (int(s)+number*7)%1800 >= unbeltedS; drives {
		reading.CAN.DriverBelt = &belted
	}
	return reading
}
