package charge_test

import (
	"math"
	"testing"

	"outrider.dev/outrider/plugins/ev/internal/charge"
)

const batteryKWh = 64.0

var nothing = math.NaN()

// day drives for two hours at 18 kWh per 100 km, charges for an hour at 22 kW, and drives on; said is what its sensors make of it.
func day(said func(minute int, p charge.Point) charge.Point) []charge.Point {
	var list []charge.Point
	odo, level, used, charged := 0.0, 50.0, 1000.0, 900.0
	for minute := range 240 {
		p := charge.Point{AtMs: int64(minute) * 60_000}
		if minute >= 120 && minute < 180 {
			level, charged = level+22.0/60, charged+22.0/60
			p.Charging, p.PowerKW = true, 22
		} else {
			odo, level, used = odo+1000, level-0.18, used+0.2
		}
		p.OdoM, p.Soc, p.UsedKWh, p.ChargedKWh, p.RegainedKWh = odo, 100*level/batteryKWh, used, charged, used/10
		list = append(list, said(minute, p))
	}
	return list
}

func TestSessions_ofGoodAndBadSensors(t *testing.T) {
	for name, tc := range map[string]struct {
		said    func(minute int, p charge.Point) charge.Point
		energy  float64
		used    float64
		regains float64
	}{
		"a good one": {func(_ int, p charge.Point) charge.Point { return p }, 22, 36, 3.6},
		"without counters": {func(_ int, p charge.Point) charge.Point {
			p.UsedKWh, p.ChargedKWh, p.RegainedKWh = nothing, nothing, nothing
			return p
		}, 22, 32.4, 0},
		"a state of charge alone": {func(_ int, p charge.Point) charge.Point {
			p.UsedKWh, p.ChargedKWh, p.RegainedKWh, p.PowerKW = nothing, nothing, nothing, nothing
			return p
		}, 22, 32.4, 0},
		"counters each 5 minutes": {func(minute int, p charge.Point) charge.Point {
			if p.Soc = nothing; minute%5 != 0 && minute != 239 {
				p.UsedKWh, p.ChargedKWh, p.RegainedKWh = nothing, nothing, nothing
			}
			p.PowerKW, p.Charging = nothing, false
			return p
		}, 22, 36, 3.6},
		"a state of charge each 5 minutes": {func(minute int, p charge.Point) charge.Point {
			if p.UsedKWh, p.ChargedKWh, p.RegainedKWh = nothing, nothing, nothing; minute%5 != 0 && minute != 239 {
				p.Soc, p.PowerKW, p.Charging = nothing, nothing, false
			}
			return p
		}, 20.5, 31.7, 0}, // when it ended is known to five minutes
		"counters alone": {func(_ int, p charge.Point) charge.Point {
			p.Soc, p.PowerKW, p.Charging = nothing, nothing, false
			return p
		}, 22, 36, 3.6},
		"counters begin anew": {func(minute int, p charge.Point) charge.Point {
			if minute >= 150 {
				p.UsedKWh, p.ChargedKWh, p.RegainedKWh = p.UsedKWh-1000, p.ChargedKWh-900, p.RegainedKWh-100
			}
			return p
		}, 22, 36, 3.6},
		"a counter leaps": {func(minute int, p charge.Point) charge.Point {
			if minute >= 150 {
				p.ChargedKWh += 5000
			}
			return p
		}, 22, 36, 3.6},
		"pauses for ten minutes": {func(minute int, p charge.Point) charge.Point {
			if minute >= 140 && minute < 150 {
				p.Charging, p.PowerKW = false, 0
			}
			p.ChargedKWh -= float64(max(0, min(minute-139, 10))) * 22 / 60
			return p
		}, 22 - 10*22.0/60, 36, 3.6},
	} {
		t.Run(name, func(t *testing.T) {
			points := day(tc.said)
			sessions := charge.Sessions(points, batteryKWh)
			if len(sessions) != 1 || math.Abs(sessions[0].EnergyKWh-tc.energy) > 0.8 || sessions[0].GoesOn {
				t.Fatalf("sessions %+v, want one of %.1f kWh", sessions, tc.energy)
			}
			if began := sessions[0].StartMs / 60_000; began < 118 || began > 121 {
				t.Errorf("it begins at minute %d", began)
			}
			used, regains, driven := 0.0, 0.0, 0.0
			for _, h := range charge.Quarters(points, batteryKWh) {
				used, regains, driven = used+h.UsedKWh, regains+h.RegainedKWh, driven+h.DistanceM
			}
			if math.Abs(used-tc.used) > 0.5 || math.Abs(regains-tc.regains) > 0.2 || driven != 179_000 {
				t.Errorf("used %.1f kWh, regained %.1f, drove %.0f m; want %.1f and %.1f", used, regains, driven, tc.used, tc.regains)
			}
		})
	}
}

// TestSessions_began: a session lasts from the first reading that says so to the first that says that it is over, however far those around are away.
func TestSessions_began(t *testing.T) {
	said := func(atS int64, kw float64) charge.Point {
		return charge.Point{AtMs: atS * 1000, Soc: nothing, UsedKWh: nothing, RegainedKWh: nothing, ChargedKWh: nothing, PowerKW: kw, Charging: kw > 0, NotCharging: kw == 0}
	}
	points := []charge.Point{said(0, 0), said(50, 0), said(90, 30), said(110, 30), said(170, 30), said(210, 0), said(230, 0)}
	sessions := charge.Sessions(points, batteryKWh)
	if len(sessions) != 1 || sessions[0].StartMs != 90_000 || sessions[0].EndMs != 210_000 || math.Abs(sessions[0].EnergyKWh-1) > 1e-9 || sessions[0].GoesOn {
		t.Errorf("sessions %+v, want one of 120 s with 1 kWh", sessions)
	}
	points[5], points[6] = said(1500, 0), said(1520, 0) // silent meanwhile: nobody knows when it ended
	if sessions := charge.Sessions(points, batteryKWh); len(sessions) != 1 || sessions[0].EndMs != 170_000 {
		t.Errorf("sessions %+v, want one until the silence", sessions)
	}
}

func TestSessions_goOn(t *testing.T) {
	points := day(func(_ int, p charge.Point) charge.Point { return p })[:150]
	if sessions := charge.Sessions(points, batteryKWh); len(sessions) != 1 || !sessions[0].GoesOn || sessions[0].PeakKW != 22 {
		t.Errorf("sessions %+v", sessions)
	}
}
