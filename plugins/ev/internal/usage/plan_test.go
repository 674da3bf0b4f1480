package usage

import (
	"math"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/ev/internal/vehicle"
)

// TestPlan tells days apart by the clock of a zone, also where the clocks go back.
func TestPlan(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 10, 24, 23, 30, 0, 0, time.UTC) // Sunday 00:30 in London, the clocks go back at two
	today, tomorrow := planOf(now, london, false), planOf(now, london, true)
	at := func(ms int64) string { return time.UnixMilli(ms).UTC().Format("01-02T15:04") }
	for name, pair := range map[string][2]string{
		"today begins":                 {at(today.startMs), "10-24T23:00"},
		"tomorrow begins":              {at(tomorrow.startMs), "10-26T00:00"},
		"the Sunday before begins":     {at(today.from[0]), "10-17T23:00"},
		"the Sunday before ends":       {at(today.to[0]), "10-18T23:00"},
		"the Monday four weeks before": {at(tomorrow.from[3]), "09-27T23:00"},
		"Sunday in UTC":                {at(planOf(now, time.UTC, false).startMs), "10-24T00:00"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s at %s, want %s", name, pair[0], pair[1])
		}
	}
	if len(today.from) != weeks || len(today.to) != weeks {
		t.Errorf("%d weekdays are compared", len(today.from))
	}
}

func TestRow_judge(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	number := func(n float64) *float64 { return &n }
	for name, c := range map[string]struct {
		rangeKm, needKm, soc, powerKW float64
		enough                        string
		missing                       float64 // kWh
		enoughAt, fullAt              string
	}{
		"far enough":                          {200, 100, 50, 0, "enough", 0, "", ""},
		"just enough":                         {105, 100, 50, 0, "barely", 30 * (110/105.0 - 1), "", ""},
		"short":                               {60, 100, 30, 0, "short", 18 * (110/60.0 - 1), "", ""},
		"short, while it charges":             {60, 100, 30, 15, "short", 15, "13:00", "14:48"},
		"short, and a full battery is, too":   {60, 400, 30, 10, "short", 18 * (440/60.0 - 1), "", "16:12"},
		"nobody says how far it has to go":    {60, 0, 30, 0, "unknown", 0, "", ""},
		"nobody says how far, and it charges": {60, 0, 90, 6, "unknown", 0, "", "13:00"},
		"an empty battery":                    {0, 100, 0, 0, "short", 0, "", ""},
	} {
		b := vehicle.Battery{Type: "car", NowMs: now.UnixMilli()} // 60 kWh
		r := Row{RangeM: number(c.rangeKm * 1000), SocPercent: number(c.soc), Charging: c.powerKW > 0, PowerKW: c.powerKW, Enough: "unknown"}
		if c.needKm > 0 {
			r.NeedM = number(c.needKm * 1000)
		}
		r.judge(b)
		clock := func(at *string) string {
			if at == nil {
				return ""
			}
			return (*at)[11:16]
		}
		if r.Enough != c.enough || math.Abs(deref(r.NeedKWh)-c.missing) > 1e-9 || clock(r.EnoughAt) != c.enoughAt || clock(r.FullAt) != c.fullAt {
			t.Errorf("%s: %s, %.3f kWh missing, enough at %q, full at %q; want %+v", name, r.Enough, deref(r.NeedKWh), clock(r.EnoughAt), clock(r.FullAt), c)
		}
	}
}
