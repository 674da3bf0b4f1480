package fence

import (
	"fmt"
	"time"
)

// Period is when a geofence is active: on days of the week, from a time of the day to before another, by the clock of a zone. What goes past midnight
// belongs to the day on which it began. nil is always.
type Period struct {
	Days []int  `json:"days" maxItems:"7" doc:"1 (Monday) to 7; none: always"`
	From string `json:"from" required:"false" maxLength:"5" doc:"06:00, of the zone's clock"`
	To   string `json:"to" required:"false" maxLength:"5" doc:"The first time that is too late; up to 24:00. Not after from: of the next day"`
	Zone string `json:"zone" required:"false" maxLength:"64" doc:"IANA time zone"`
}

const dayMinutes = 24 * 60

// Clock is a period that is ready to be asked; nil is always active.
type Clock struct {
	days     [8]bool
	from, to int // minutes of the day
	zone     *time.Location
}

// NewClock reads a period. The error is a sentence for the user, with the field that is wrong.
func NewClock(p *Period) (*Clock, string, error) {
	if p == nil || len(p.Days) == 0 {
		return nil, "", nil
	}
	c := &Clock{}
	for _, day := range p.Days {
		if day < 1 || day > 7 || c.days[day] {
			return nil, "days", problem("The days are 1 (Monday) to 7, each once.")
		}
		c.days[day] = true
	}
	var err error
	if c.from, err = minutesOf(p.From); err != nil || c.from == dayMinutes {
		return nil, "from", problem("This must be a time from 00:00 to 23:59.")
	}
	if c.to, err = minutesOf(p.To); err != nil || c.to == 0 {
		return nil, "to", problem("This must be a time from 00:01 to 24:00.")
	}
	if c.from == c.to {
		return nil, "to", problem("The period ends when it begins.")
	}
	if c.zone, err = time.LoadLocation(p.Zone); err != nil || p.Zone == "" || p.Zone == "Local" {
		return nil, "zone", problem("There is no such time zone.")
	}
	return c, "", nil
}

// Active reports whether a time in Unix milliseconds is within the period.
func (c *Clock) Active(atMs int64) bool {
	if c == nil {
		return true
	}
	at := time.UnixMilli(atMs).In(c.zone)
	minute, day := at.Hour()*60+at.Minute(), (int(at.Weekday())+6)%7+1
	if c.from < c.to {
		return minute >= c.from && minute < c.to && c.days[day]
	}
	if minute >= c.from {
		return c.days[day]
	}
	return minute < c.to && c.days[(day+5)%7+1]
}

// minutesOf reads "06:30".
func minutesOf(text string) (int, error) {
	var hour, minute int
	if len(text) != len("06:30") || text[2] != ':' {
		return 0, fmt.Errorf("%q is no time of the day", text)
	}
	for i, place := range []*int{&hour, &hour, nil, &minute, &minute} {
		if place == nil {
			continue
		}
		if text[i] < '0' || text[i] > '9' {
			return 0, fmt.Errorf("%q is no time of the day", text)
		}
		*place = *place*10 + int(text[i]-'0')
	}
	if minute > 59 || hour*60+minute > dayMinutes {
		return 0, fmt.Errorf("%q is no time of the day", text)
	}
	return hour*60 + minute, nil
}
