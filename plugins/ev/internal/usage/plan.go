package usage

import (
	"time"

	"outrider.dev/outrider/plugins/ev/internal/vehicle"
)

// reserve is by how much a range must be longer than what is needed.
const reserve = 1.1

// weeks is how far back the weekdays are that a day is compared with.
const weeks = 4

// plan is the day whose need ranges are held against, in a zone.
type plan struct {
	startMs  int64
	from, to []int64 // of the same weekdays before, Unix ms, half open
}

// planOf is the plan of today or tomorrow in a zone.
func planOf(now time.Time, zone *time.Location, tomorrow bool) plan {
	year, month, day := now.In(zone).Date()
	if tomorrow {
		day++
	}
	start := func(day int) int64 { return time.Date(year, month, day, 0, 0, 0, 0, zone).UnixMilli() }
	p := plan{startMs: start(day)}
	for week := 1; week <= weeks; week++ {
		p.from, p.to = append(p.from, start(day-7*week)), append(p.to, start(day-7*week+1))
	}
	return p
}

// judge says whether a range is enough for what is needed, and what is to be charged otherwise.
func (r *Row) judge(b vehicle.Battery) {
	if r.RangeM == nil {
		return
	}
	held := b.KWh() * deref(r.SocPercent) / 100
	left := b.KWh() - held
	if r.Charging && r.PowerKW > 0 && left > 0 {
		r.FullAt = r.charged(b, left)
	}
	if r.NeedM == nil || *r.NeedM == 0 {
		return
	}
	switch {
	case *r.RangeM >= *r.NeedM*reserve:
		r.Enough = "enough"
		return
	case *r.RangeM >= *r.NeedM:
		r.Enough = "barely"
	default:
		r.Enough = "short"
	}
	if *r.RangeM <= 0 || held <= 0 {
		return
	}
	missing := held * (*r.NeedM*reserve / *r.RangeM - 1)
	r.NeedKWh = &missing
	if r.FullAt != nil && missing <= left {
		r.EnoughAt = r.charged(b, missing)
	}
}

// charged is when the charger will have given an energy if it goes on as now.
func (r *Row) charged(b vehicle.Battery, kwh float64) *string {
	at := time.UnixMilli(b.NowMs).Add(time.Duration(kwh / r.PowerKW * float64(time.Hour))).UTC().Format(time.RFC3339)
	return &at
}

func deref(number *float64) float64 {
	if number == nil {
		return 0
	}
	return *number
}
