package trip

import (
	"context"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
)

type endOutput struct {
	Lat   float64 `json:"lat"`
	Lng   float64 `json:"lng"`
	Place string  `json:"place" doc:"Empty while it is not known"`
}

type tripOutput struct {
	StartTime  string     `json:"start_time"`
	EndTime    string     `json:"end_time" doc:"The last halt; for a trip that goes on, what is known so far"`
	SpanID     string     `json:"spanId"`
	From       *endOutput `json:"from" doc:"null: not known"`
	To         *endOutput `json:"to" doc:"null: not known"`
	DriverID   string     `json:"driver_id" doc:"Who drove when it began; empty: nobody is known"`
	DriverName string     `json:"driver_name"`
	TopSpeed   float64    `json:"top_speed" doc:"km/h"`
	MeanSpeed  float64    `json:"mean_speed" doc:"km/h, idling left out"`
	OverS      int64      `json:"over_s" doc:"Seconds above the limit; where none is known that is 120 km/h"`
	RepairedAt *string    `json:"repaired_at" doc:"When late samples changed it after its day was over; null: never"`
	DriveS     int64      `json:"drive_s" doc:"Seconds of it without idling"`
	DistanceM  float64    `json:"distance_m"`
	IdleS      int64      `json:"idle_s" doc:"Seconds with the ignition on, below 5 km/h for a minute or more"`
}

type stopOutput struct {
	StartTime string                `json:"start_time"`
	EndTime   string                `json:"end_time"`
	IdleS     int64                 `json:"idle_s"`
	Coords    *presence.Coordinates `json:"coords" doc:"null: not known"`
	Place     string                `json:"place" doc:"Empty while it is not known"`
}

type periodOutput struct {
	StartTime string `json:"start_time"`
	EndTime   string `json:"end_time"`
}

type summaryOutput struct {
	DistanceM float64 `json:"distance_m"`
	DriveS    int64   `json:"drive_s"`
	IdleS     int64   `json:"idle_s"`
	StandS    int64   `json:"stand_s"`
	SilentS   int64   `json:"silent_s" doc:"Nothing is known of so many seconds"`
	Trips     int     `json:"trips"`
	TopSpeed  float64 `json:"top_speed" doc:"km/h"`
	OverS     int64   `json:"over_s"`
}

type tripsOutput struct {
	Body struct {
		Trips   []tripOutput   `json:"Trips" nullable:"false" doc:"Those that overlap the range, whole, the oldest first"`
		Stops   []stopOutput   `json:"Stops" nullable:"false" doc:"The times between them"`
		Idling  []periodOutput `json:"Idling" nullable:"false" doc:"Of the days of the range"`
		Silent  []periodOutput `json:"Silent" nullable:"false" doc:"When nothing is known of the vehicle"`
		Summary summaryOutput  `json:"Summary" doc:"Of exactly the range, as far as it is past"`
		Zone    string         `json:"zone" doc:"IANA: by whose clocks local times are meant"`
	}
}

// trips lists the trips of a vehicle and the stops between them.
func (a *API) trips(ctx context.Context, in *tripsInput) (*tripsOutput, error) {
	from, to, zone, err := a.zones.RangeIn(ctx, in.OrgID, in.ID, "query", in.Start, in.End, times.Longest)
	if err != nil {
		return nil, err
	}
	nowMs := a.now().UnixMilli()
	found, sum, err := a.store.Summary(ctx, in.OrgID, scope.Of(ctx), in.ID, from, to, nowMs)
	if err != nil {
		return nil, err
	}
	drives, err := a.drives.Drives(ctx, in.OrgID, scope.Of(ctx), in.ID, from, to)
	if err != nil {
		return nil, err
	}
	stops := Stops(found.Trips, found.Idling, time.Duration(in.StopMinutes)*time.Minute)
	names := a.named(ctx, in.OrgID, found.Trips)
	var out tripsOutput
	out.Body.Zone = zone.String()
	out.Body.Trips, out.Body.Stops = make([]tripOutput, len(found.Trips)), make([]stopOutput, len(stops))
	for i, t := range found.Trips {
		out.Body.Trips[i] = tripOf(in.ID, t, names)
		if d := driverAt(drives, t.StartMs); d != nil {
			out.Body.Trips[i].DriverID, out.Body.Trips[i].DriverName = d.DriverID, d.DriverName
		}
	}
	for i, s := range stops {
		out.Body.Stops[i] = stopOutput{StartTime: times.UTC(s.StartMs), EndTime: times.UTC(s.EndMs), IdleS: s.IdleMs / 1000}
		if s.At != nil {
			out.Body.Stops[i].Coords, out.Body.Stops[i].Place = &presence.Coordinates{Lat: s.At.Lat, Lng: s.At.Lng}, names[*s.At]
		}
	}
	out.Body.Idling = periods(found.Idling)
	out.Body.Silent = periods(Silences(found.Heard, from, max(from, min(to, nowMs))))
	out.Body.Summary = summaryOutput{
		DistanceM: sum.DistanceM, DriveS: sum.DriveMs / 1000, IdleS: sum.IdleMs / 1000, StandS: sum.StandMs / 1000, SilentS: sum.SilenceMs / 1000, Trips: sum.Trips,
		TopSpeed: sum.TopKmh, OverS: sum.OverMs / 1000,
	}
	return &out, nil
}

func tripOf(vehicleID string, t Trip, names map[Position]string) tripOutput {
	driveMs := t.EndMs - t.StartMs - t.IdleMs
	out := tripOutput{
		StartTime: times.UTC(t.StartMs), EndTime: times.UTC(t.EndMs), SpanID: vehicleID + "-" + strconv.FormatInt(t.StartMs, 36), DistanceM: t.DistanceM, IdleS: t.IdleMs / 1000,
		TopSpeed: t.TopKmh, OverS: t.OverMs / 1000, DriveS: driveMs / 1000, From: endOf(t.From, names), To: endOf(t.To, names),
	}
	if t.RepairedMs > 0 {
		at := times.UTC(t.RepairedMs)
		out.RepairedAt = &at
	}
	if driveMs > 0 {
		out.MeanSpeed = speedKmh(t.DistanceM, driveMs)
	}
	return out
}

func endOf(p *Position, names map[Position]string) *endOutput {
	if p == nil {
		return nil
	}
	return &endOutput{p.Lat, p.Lng, names[*p]}
}

func periods(list []Period) []periodOutput {
	found := make([]periodOutput, len(list))
	for i, p := range list {
		found[i] = periodOutput{times.UTC(p.StartMs), times.UTC(p.EndMs)}
	}
	return found
}

// named are the names of where trips begin and end.
func (a *API) named(ctx context.Context, orgID string, list []Trip) map[Position]string {
	var points []Position
	for _, t := range list {
		for _, p := range []*Position{t.From, t.To} {
			if p != nil {
				points = append(points, *p)
			}
		}
	}
	names := make(map[Position]string, len(points))
	for i, name := range a.places.Names(ctx, orgID, points) {
		names[points[i]] = name
	}
	return names
}

// driverAt is the drive that an instant lies in; nil: nobody is known.
func driverAt(drives []driver.Drive, atMs int64) *driver.Drive {
	for i, d := range drives {
		if d.FromMs <= atMs && (d.ToMs == nil || *d.ToMs > atMs) {
			return &drives[i]
		}
	}
	return nil
}
