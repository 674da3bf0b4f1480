// Package times writes and reads the times of the API.
package times

import (
	"strconv"
	"time"

	"outrider.dev/sdk/fault"
)

// Longest is how long a time of one vehicle's past can be asked for at once: a year. What is answered is read and written a day or a month at a time.
const Longest = 366 * 24 * time.Hour

const (
	utcLayout   = "2006-01-02T15:04:05.000Z"
	localLayout = "2006-01-02T15:04:05"
)

// UTC writes Unix milliseconds as RFC 3339 in UTC.
func UTC(ms int64) string { return time.UnixMilli(ms).UTC().Format(utcLayout) }

// Read reads a time of a request: RFC 3339 with an offset, Unix seconds, or a local time, which is meant in loc and not taken without one.
func Read(location, text string, loc *time.Location) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e11 {
		return time.UnixMilli(int64(seconds * 1000)), nil
	}
	if loc != nil {
		if t, err := time.ParseInLocation(localLayout, text, loc); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fault.InvalidFields("The request is not valid.", fault.Field{
		Location: location, Message: "This field must be a time such as 2025-11-21T14:32:07Z, or Unix seconds.",
	})
}
