package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fault"
)

const (
	// listWithin is how long a device may take to look what it has.
	listWithin = 15 * time.Second
	day        = 86400 // seconds by the clock on the wall, also on days that are longer or shorter
	// noAnswer is what a person reads when a device does not say what it has.
	noAnswer = "Could not reach device at this time"
)

type recordingsInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
	Body     struct {
		Type string `json:"type" enum:"video"`
		Date string `json:"date" format:"date" doc:"YYYY-MM-DD by the vehicle's clock, not after today"`
	}
}

type recordingsOutput struct {
	Body struct {
		Intervals [][3]int `json:"intervals" nullable:"false" doc:"Channel, start and end in seconds of the day; end 0 is not known yet"`
	}
}

// recordings asks a device what it has of a day.
func (a *API) recordings(ctx context.Context, in *recordingsInput) (*recordingsOutput, error) {
	if _, err := a.fleet.Device(ctx, in.DeviceID); err != nil {
		return nil, err
	}
	zone, err := a.zones.Of(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	from, err := time.ParseInLocation(time.DateOnly, in.Body.Date, zone)
	if err != nil || from.After(a.now()) {
		return nil, fault.InvalidFields("Choose a day.", fault.Field{Location: "body.date", Message: "must be YYYY-MM-DD and not after today"})
	}
	to := from.AddDate(0, 0, 1)
	answer, err := a.devices.Ask(ctx, in.OrgID, in.DeviceID, device.CommandListRecordings, device.ListRecordings{FromMs: from.UnixMilli(), ToMs: to.UnixMilli()}, listWithin, ask.Done)
	if errors.Is(err, ask.ErrSilent) || errors.Is(err, ask.ErrRefused) {
		return nil, fault.Wrap(fault.Unavailable, err, noAnswer)
	}
	if err != nil {
		return nil, err
	}
	var found device.Recordings
	if err := json.Unmarshal(answer.Data, &found); err != nil {
		return nil, fault.Wrap(fault.Unavailable, fmt.Errorf("read the recordings of %s: %w", in.DeviceID, err), noAnswer)
	}
	out := &recordingsOutput{}
	out.Body.Intervals = [][3]int{}
	for _, r := range found.Intervals {
		for _, part := range untilNow(r, a.now().UnixMilli()) {
			if interval, ok := onDay(part, from, to); ok {
				out.Body.Intervals = append(out.Body.Intervals, interval)
			}
		}
	}
	return out, nil
}

// untilNow splits a recording that still grows: up to now it is certain.
func untilNow(r device.Recording, nowMs int64) []device.Recording {
	if r.EndMs != 0 || r.StartMs >= nowMs {
		return []device.Recording{r}
	}
	return []device.Recording{{Channel: r.Channel, StartMs: r.StartMs, EndMs: nowMs}, {Channel: r.Channel, StartMs: nowMs}}
}

// onDay is what of a recording lies on a day, in seconds by the clock on the wall.
func onDay(r device.Recording, from, to time.Time) (interval [3]int, ok bool) {
	start, end := time.UnixMilli(r.StartMs).In(from.Location()), time.UnixMilli(r.EndMs).In(from.Location())
	if r.Channel < 1 || r.Channel > 8 || !start.Before(to) || (r.EndMs != 0 && (!end.After(from) || end.Before(start))) {
		return interval, false
	}
	interval = [3]int{r.Channel, 0, 0}
	if start.After(from) {
		interval[1] = secondOf(start)
	}
	switch {
	case r.EndMs == 0:
	case end.Before(to):
		interval[2] = secondOf(end)
	default:
		interval[2] = day
	}
	return interval, true
}

func secondOf(t time.Time) int { return t.Hour()*3600 + t.Minute()*60 + t.Second() }
