package zones

import (
	"fmt"
	"strconv"
	"time"
)

// wallClock is how people's times are written.
const wallClock = "2006-01-02T15:04:05"

// Parse reads a time of the clock on the wall, one with an offset, or Unix seconds. An hour that comes twice means the first; in an hour that is left
// out it is when the clock goes on.
func Parse(text string, zone *time.Location) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e11 {
		return time.UnixMilli(int64(seconds * 1000)), nil
	}
	wall, err := time.Parse(wallClock, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("read time %q: %w", text, err)
	}
	return At(wall, zone), nil
}

// Format writes a time by the clock on the wall.
func Format(at time.Time, zone *time.Location) string { return at.In(zone).Format(wallClock) }

// At is the instant at which a zone's clock shows what wall shows; see Parse.
func At(wall time.Time, zone *time.Location) time.Time {
	wall = time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), time.UTC)
	near := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), zone)
	before, after := near.ZoneBounds()
	first := time.Time{}
	for _, with := range []time.Time{before.Add(-time.Second), near, after} {
		_, offset := with.In(zone).Zone()
		candidate := wall.Add(-time.Duration(offset) * time.Second).In(zone)
		if _, really := candidate.Zone(); really == offset && (first.IsZero() || candidate.Before(first)) {
			first = candidate
		}
	}
	switch {
	case !first.IsZero():
		return first
	case after.IsZero() || (!before.IsZero() && near.Sub(before) < after.Sub(near)):
		return before
	default:
		return after
	}
}

// Day are the beginning of a date and of the next.
func Day(date time.Time, zone *time.Location) (from, to time.Time) {
	return At(date, zone), At(date.AddDate(0, 0, 1), zone)
}

// Stretch is a time during which a zone's clock runs on without a jump.
type Stretch struct{ From, To time.Time }

// Stretches cuts a time where the clock jumps.
func Stretches(from, to time.Time, zone *time.Location) (list []Stretch) {
	for from = from.In(zone); from.Before(to); {
		_, jump := from.ZoneBounds()
		end := to.In(zone)
		if !jump.IsZero() && jump.Before(to) {
			end = jump
		}
		list = append(list, Stretch{from, end})
		from = end
	}
	return list
}

// Seconds are where a stretch begins and ends by the clock on the wall, in seconds of the day it begins on. Its end may be 86400.
func (s Stretch) Seconds() (from, to int) {
	h, m, sec := s.From.Clock()
	from = h*3600 + m*60 + sec
	_, offset := s.From.Zone()
	end := s.To.In(time.FixedZone("", offset)) // not yet by the clock after the jump
	h, m, sec = end.Clock()
	to = h*3600 + m*60 + sec
	if end.Day() != s.From.Day() {
		to = 86400
	}
	return from, to
}
