package api

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/web"
)

// readTime reads RFC 3339, Unix seconds or milliseconds, or a time without a zone, which is meant by the clock of the one vehicle that is asked about, and else of the
// caller's organisation.
func (a *API) readTime(ctx context.Context, at, value string, vehicles ...string) (time.Time, error) {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		t := time.UnixMilli(n)
		if n < 100_000_000_000 {
			t = time.Unix(n, 0)
		}
		return bounded(at, t)
	}
	if t, err := time.Parse(time.RFC3339Nano, value); err == nil {
		return bounded(at, t)
	}
	wall, ok := wallTime(value)
	if !ok {
		return time.Time{}, invalid(at, "This is no date and time.")
	}
	zone, err := a.zone(ctx, vehicles)
	if err != nil {
		return time.Time{}, err
	}
	return bounded(at, time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), zone))
}

// wallTime reads a time without a zone.
func wallTime(value string) (wall time.Time, ok bool) {
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.Parse(layout, value); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// isTime reports whether value is a time of any kind that is read.
func isTime(value string) bool {
	_, local := wallTime(value)
	_, notExact := time.Parse(time.RFC3339Nano, value)
	_, notUnix := strconv.ParseInt(value, 10, 64)
	return local || notExact == nil || notUnix == nil
}

// zone is by which clock one vehicle goes, where its newest alert says so, or else the caller's organisation; UTC where that is not known either.
func (a *API) zone(ctx context.Context, vehicles []string) (*time.Location, error) {
	if len(vehicles) == 1 {
		name, err := a.store.ZoneOf(ctx, vehicles[0])
		if err != nil {
			return nil, err
		}
		if zone, err := time.LoadLocation(name); err == nil && name != "" {
			return zone, nil
		}
	}
	list, err := a.organisations.Organisations(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask for the zone of an organisation: %w", err)
	}
	i := slices.IndexFunc(list, func(o plugin.Organisation) bool { return o.ID == web.Caller(ctx).OrgID })
	if i < 0 {
		return time.UTC, nil
	}
	zone, err := time.LoadLocation(list[i].Zone)
	if err != nil {
		return time.UTC, nil // the host has checked it; this machine does not know it
	}
	return zone, nil
}

func bounded(at string, t time.Time) (time.Time, error) {
	if t.Year() < 1970 || t.Year() > 9999 {
		return t, invalid(at, "This is no date and time.")
	}
	return t, nil
}
