package report

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/rows"
)

// window is the time of each day that a mileage report is about, in minutes after midnight; one that ends before it begins goes over midnight.
type window struct{ from, to int }

// holds reports whether a time of the day is within the window.
func (w window) holds(at time.Time) bool {
	minute := at.Hour()*60 + at.Minute()
	if w.from <= w.to {
		return minute >= w.from && minute < w.to
	}
	return minute >= w.from || minute < w.to
}

// wholeDay ends after the last minute.
var wholeDay = window{0, 24 * 60}

// windowOf reads the filters of a daily window; fault.Invalid.
func windowOf(filters map[string]any) (w window, err error) {
	w = wholeDay
	for key, into := range map[string]*int{"filter_start_time": &w.from, "filter_end_time": &w.to} {
		text, _ := filters[key].(string)
		if text == "" {
			continue
		}
		at, err := time.Parse("15:04", text)
		if err != nil && text != "24:00" {
			return w, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.filters." + key, Message: "A time is written as 06:30."})
		}
		if *into = at.Hour()*60 + at.Minute(); text == "24:00" {
			*into = 24 * 60
		}
		if key == "filter_end_time" && *into == 23*60+59 { // the last minute of the day belongs to it
			*into = 24 * 60
		}
	}
	return w, nil
}

// periodOf is the first day of the day, week or month that a time is in; of the whole range, the day on which that begins.
func periodOf(granularity string, at, from time.Time) string {
	switch granularity {
	case "week":
		at = at.AddDate(0, 0, -(int(at.Weekday())+6)%7)
	case "month":
		at = at.AddDate(0, 0, 1-at.Day())
	case "total":
		at = from
	}
	return at.Format(time.DateOnly)
}

// sums are what the trips and the idling of a vehicle come to in a period.
type sums struct {
	trips            int
	distanceM        float64
	drivingS, idlesS float64
}

// period is what a vehicle did in a time, and who drove it for how many milliseconds, by name.
type period struct {
	sums
	drove map[string]int64
}

// driven notes who drove a trip.
func (s *period) driven(t trip.Trip, drives []drive) {
	for _, d := range drives {
		if ms := d.inMs(t); ms > 0 {
			if s.drove == nil {
				s.drove = map[string]int64{}
			}
			s.drove[d.DriverName] += ms
		}
	}
}

// mileage streams how far each vehicle went in each period in which it drove or idled. A trip, and a time of idling, counts as a whole on the day and at the time at which it
// began.
func (r *Reports) mileage(ctx context.Context, q rows.Query, out *rows.Writer) error {
	zone, err := q.Location()
	if err != nil {
		return fmt.Errorf("read the zone: %w", err)
	}
	daily, err := windowOf(q.Filters)
	if err != nil {
		return err
	}
	granularity, _ := q.Filters["time_granularity"].(string)
	if granularity == "" {
		granularity = "day"
	}
	from := q.From.In(zone)
	return r.each(ctx, q, r.readDriven, func(v vehicleRow, did past) error {
		periods, order := byPeriod(did, zone, daily, granularity, from)
		for _, key := range order {
			s := periods[key]
			if err := out.Add(v.ID, v.GroupID, longest(s.drove), key, s.trips, s.distanceM, s.drivingS, s.idlesS); err != nil {
				return err
			}
		}
		return nil
	})
}

// byPeriod adds up trips, and idling within and between them; order has the periods in the order of time.
func byPeriod(did past, zone *time.Location, daily window, granularity string, from time.Time) (periods map[string]*period, order []string) {
	periods = map[string]*period{}
	of := func(startMs int64) *period {
		at := time.UnixMilli(startMs).In(zone)
		if !daily.holds(at) {
			return &period{}
		}
		key := periodOf(granularity, at, from)
		if periods[key] == nil {
			periods[key] = &period{}
		}
		return periods[key]
	}
	for _, t := range did.Trips {
		s := of(t.StartMs)
		s.trips++
		s.distanceM += t.DistanceM
		s.drivingS += seconds(t.EndMs - t.StartMs - t.IdleMs)
		s.driven(t, did.drives)
	}
	for _, p := range did.Idling {
		of(p.StartMs).idlesS += seconds(p.EndMs - p.StartMs)
	}
	return periods, slices.Sorted(maps.Keys(periods))
}
