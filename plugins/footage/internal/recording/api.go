// Package recording is what devices say they have recorded.
package recording

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

const (
	// listWithin is how long a device may take to look what it has.
	listWithin = 15 * time.Second
	// noAnswer is what a person reads when a device does not say what it has.
	noAnswer = "Could not reach device at this time"
)

// API answers what devices have.
type API struct {
	fleet   *replica.Fleet
	devices *ask.Asker
	zones   *zones.Zones
	now     func() time.Time
}

// NewAPI asks devices of a fleet; zones knows by which clock a day is meant.
func NewAPI(fleet *replica.Fleet, devices *ask.Asker, zones *zones.Zones, now func() time.Time) *API {
	return &API{fleet, devices, zones, now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/recordingtimes", web.NeedsAny("listDeviceFiles", "makeFilesetRequest"), a.recordings,
		web.IDs("deviceId", "device"), web.ReadsOnly(), web.TakesLong(), web.Summary("What a device has recorded, by channel"))
}

type recordingsInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
	Body     struct {
		Type string `json:"type" enum:"video"`
		Date string `json:"date" format:"date" doc:"YYYY-MM-DD by the vehicle's clock, not after today"`
	}
}

// Interval is a stretch of recordings, in seconds of the day by the vehicle's clock.
type Interval struct {
	Channel int  `json:"ch"`
	Start   int  `json:"start"`
	End     int  `json:"end" doc:"0: not known yet"`
	HasEnd  bool `json:"hasEnd"`
}

type recordingsOutput struct {
	Body struct {
		Intervals []Interval `json:"intervals" nullable:"false"`
		Zone      string     `json:"zone" doc:"IANA name of the zone whose clock is meant"`
	}
}

// recordings asks a device what it has of a day.
func (a *API) recordings(ctx context.Context, in *recordingsInput) (*recordingsOutput, error) {
	from, to, err := a.day(ctx, in)
	if err != nil {
		return nil, err
	}
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
	out.Body.Intervals, out.Body.Zone = []Interval{}, from.Location().String()
	for _, r := range found.Intervals {
		out.Body.Intervals = append(out.Body.Intervals, onDay(r, from, to, a.now())...)
	}
	return out, nil
}

// day are the ends of the day that is asked for, by the clock of the device's vehicle.
func (a *API) day(ctx context.Context, in *recordingsInput) (from, to time.Time, err error) {
	found, err := a.fleet.Device(ctx, in.DeviceID)
	if err != nil {
		return from, to, err
	}
	zone, err := a.zones.Of(ctx, in.OrgID, found.VehicleID)
	if err != nil {
		return from, to, err
	}
	date, err := time.Parse(time.DateOnly, in.Body.Date)
	if from, to = zones.Day(date, zone); err != nil || from.After(a.now()) {
		return from, to, fault.InvalidFields("Choose a day.", fault.Field{Location: "body.date", Message: "must be YYYY-MM-DD and not after today"})
	}
	return from, to, nil
}
