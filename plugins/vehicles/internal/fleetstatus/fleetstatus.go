// Package fleetstatus sorts a fleet into the categories of the fleet status, now and on the days of the past, and compares a week with
// the one before.
package fleetstatus

import "time"

// Did is what a vehicle did on a day: bits, so that days add up in any order.
type Did int16

// What a vehicle can do on a day. None of them: it was only heard of.
const (
	Moved Did = 1 << iota // drove at 5 km/h or more
	Idled                 // stood with the ignition on
	Stood                 // stood with the ignition off
)

// Window is how many days a comparison needs: two weeks, and before them those that tell one week of silence from more.
const Window = 2*Week + Week + 1

// Week is how many days a period has.
const Week = 7

// Counts are numbers of vehicles by category; each vehicle is in one.
type Counts struct {
	Moving      float64 `json:"moving"`
	Idling      float64 `json:"idling"`
	Parked      float64 `json:"parked"`
	OfflineDay  float64 `json:"offline_day" doc:"Not heard of for less than 24 hours"`
	OfflineWeek float64 `json:"offline_week" doc:"1 to 7 days"`
	OfflineLong float64 `json:"offline_long" doc:"More than 7 days"`
	Never       float64 `json:"never" doc:"Never seen"`
}

// Vehicle is a vehicle's past in days.
type Vehicle struct {
	// Since is the first day (Unix days) that it counts: when it was added or first heard of, whichever is earlier.
	Since int
	// First is the first day ever that it was heard of; 0: never.
	First int
	// Days are the days of the window on which it was heard of.
	Days map[int]Did
}

// Day is the Unix day of an instant, in UTC.
func Day(at time.Time) int { return int(at.Unix() / 86_400) }

// Average returns an average day of the week that ends with the day last: each vehicle counts by the most that it did on a day,
// and a vehicle that was not heard of by how long it had been silent.
func Average(fleet []Vehicle, last int) Counts {
	var sum Counts
	for day := last - Week + 1; day <= last; day++ {
		for _, v := range fleet {
			if day >= v.Since {
				*sum.of(v, day)++
			}
		}
	}
	for _, n := range sum.all() {
		*n /= Week
	}
	return sum
}

func (c *Counts) all() []*float64 {
	return []*float64{&c.Moving, &c.Idling, &c.Parked, &c.OfflineDay, &c.OfflineWeek, &c.OfflineLong, &c.Never}
}

// of is the category of a vehicle on a day.
func (c *Counts) of(v Vehicle, day int) *float64 {
	if did, heard := v.Days[day]; heard {
		switch {
		case did&Moved != 0:
			return &c.Moving
		case did&Idled != 0:
			return &c.Idling
		default:
			return &c.Parked
		}
	}
	if v.First == 0 || v.First > day {
		return &c.Never
	}
	for silent := 1; silent <= Week; silent++ {
		if _, heard := v.Days[day-silent]; heard {
			if silent == 1 {
				return &c.OfflineDay
			}
			return &c.OfflineWeek
		}
	}
	return &c.OfflineLong
}
