// Package calendar says when a schedule runs and which days a run is about. It counts by the clock on the wall of the schedule's zone.
package calendar

import (
	"fmt"
	"slices"
	"time"

	"outrider.dev/sdk/fault"
)

// The frequencies.
const (
	Daily   = "daily"
	Weekly  = "weekly"
	Monthly = "monthly"
)

// The periods. They are counted from the day before the run, which is the last that a run is about.
const (
	PreviousDay = "previous_day"  // that day alone
	LastWeek    = "last_week"     // the last week from Monday to Sunday that is over by the end of that day
	WeekToDate  = "week_to_date"  // from Monday on
	MonthToDate = "month_to_date" // from the 1st on
)

// Frequencies and Periods are all of them.
var (
	Frequencies = []string{Daily, Weekly, Monthly}
	Periods     = []string{PreviousDay, LastWeek, WeekToDate, MonthToDate}
)

// minutesOfDay is how many there are; the last one is 23:59.
const minutesOfDay = 24 * 60

// Times say when something runs, and about which days.
type Times struct {
	Frequency string `json:"frequency" enum:"daily,weekly,monthly"`
	Period    string `json:"period" enum:"previous_day,last_week,week_to_date,month_to_date" doc:"Counted from the day before the run"`
	RunAt     string `json:"run_at" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" doc:"By the clock of the zone, 06:30"`
	Weekday   int    `json:"day_of_week,omitempty" required:"false" minimum:"0" maximum:"7" doc:"Of weekly ones: 1 is Monday, 7 is Sunday"`
	MonthDay  int    `json:"day_of_month,omitempty" required:"false" minimum:"0" maximum:"31" doc:"Of monthly ones; a month that is shorter runs on its last day"`
	Zone      string `json:"zone" minLength:"1" maxLength:"64" doc:"IANA"`
}

// Check finds what is wrong; fault.Invalid. at is where the times stand in the request: "body".
func (t Times) Check(at string) error {
	wrong := func(field, message string) error {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: at + "." + field, Message: message})
	}
	switch {
	case !slices.Contains(Frequencies, t.Frequency):
		return wrong("frequency", "There is no such frequency.")
	case !slices.Contains(Periods, t.Period):
		return wrong("period", "There is no such period.")
	case t.minutes() < 0:
		return wrong("run_at", "This is no time of day.")
	case t.Frequency == Weekly && (t.Weekday < 1 || t.Weekday > 7):
		return wrong("day_of_week", "Choose a day of the week.")
	case t.Frequency == Monthly && (t.MonthDay < 1 || t.MonthDay > 31):
		return wrong("day_of_month", "Choose a day of the month.")
	}
	if _, err := t.location(); err != nil {
		return wrong("zone", "There is no such time zone.")
	}
	return nil
}

func (t Times) location() (*time.Location, error) {
	if t.Zone == "" || t.Zone == "Local" {
		return nil, fmt.Errorf("there is no time zone %q", t.Zone)
	}
	return time.LoadLocation(t.Zone)
}

// minutes is the time of day; -1 for none.
func (t Times) minutes() int {
	at, err := time.Parse("15:04", t.RunAt)
	if err != nil {
		return -1
	}
	return at.Hour()*60 + at.Minute()
}

// Next is the first run after a moment. Times that passed Check always have one.
func (t Times) Next(after time.Time) time.Time {
	zone, err := t.location()
	if err != nil {
		return time.Time{}
	}
	year, month, day := after.In(zone).Date()
	for ahead := range 70 { // a month and what it takes to come to its day
		date := time.Date(year, month, day+ahead-1, 0, 0, 0, 0, time.UTC)
		if !t.runsOn(date) {
			continue
		}
		if at := Wall(date, t.minutes(), zone); at.After(after) {
			return at
		}
	}
	return time.Time{}
}

// runsOn reports whether a day, in UTC as a mere date, is one of a run.
func (t Times) runsOn(date time.Time) bool {
	switch t.Frequency {
	case Weekly:
		return int(date.Weekday()) == t.Weekday%7
	case Monthly:
		last := time.Date(date.Year(), date.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
		return date.Day() == min(t.MonthDay, last)
	default:
		return true
	}
}

// Range is what a run at a moment is about: whole days, the last of them the one before.
func (t Times) Range(run time.Time) (from, to time.Time) {
	zone, err := t.location()
	if err != nil {
		return run, run
	}
	year, month, day := run.In(zone).Date()
	end := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	last := end.AddDate(0, 0, -1)
	sinceMonday := (int(last.Weekday()) + 6) % 7
	begin := last
	switch t.Period {
	case LastWeek:
		if sinceMonday != 6 {
			end = last.AddDate(0, 0, -sinceMonday)
		}
		begin = end.AddDate(0, 0, -7)
	case WeekToDate:
		begin = last.AddDate(0, 0, -sinceMonday)
	case MonthToDate:
		begin = last.AddDate(0, 0, 1-last.Day())
	}
	return Wall(begin, 0, zone), Wall(end, 0, zone)
}

// Earlier is the time of the same length before a range of whole days, by the clock of the zone: whole months before whole months, else as many days.
func (t Times) Earlier(from, to time.Time) (earlier, end time.Time) {
	zone, err := t.location()
	if err != nil {
		return from.Add(from.Sub(to)), from
	}
	first, last := dateOf(from.In(zone)), dateOf(to.In(zone))
	if first.Day() == 1 && last.Day() == 1 {
		months := (last.Year()-first.Year())*12 + int(last.Month()-first.Month())
		return Wall(first.AddDate(0, -months, 0), 0, zone), from
	}
	days := int(last.Sub(first).Hours() / 24)
	return Wall(first.AddDate(0, 0, -days), 0, zone), from
}

// dateOf is the day of a moment, in UTC as a mere date.
func dateOf(at time.Time) time.Time {
	year, month, day := at.Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Wall is when the clock of a zone shows a time of day. A time that comes twice is the first of the two; one that the clock leaves out is as long after the change as it
// would have been without it: 02:30 is 03:30.
func Wall(date time.Time, minutes int, zone *time.Location) time.Time {
	shown := time.Date(date.Year(), date.Month(), date.Day(), minutes/60, minutes%60, 0, 0, time.UTC)
	_, before := shown.Add(-minutesOfDay * time.Minute).In(zone).Zone()
	_, after := shown.Add(minutesOfDay * time.Minute).In(zone).Zone()
	first := shown.Add(-time.Duration(before) * time.Second)
	second := shown.Add(-time.Duration(after) * time.Second)
	if !shows(first.In(zone), shown) && shows(second.In(zone), shown) {
		return second.In(zone)
	}
	return first.In(zone)
}

func shows(at, clock time.Time) bool {
	return at.Year() == clock.Year() && at.YearDay() == clock.YearDay() && at.Hour() == clock.Hour() && at.Minute() == clock.Minute()
}
