package presence

import (
	"context"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fault"
)

// Zones knows by which clock people read the times of a vehicle.
type Zones struct {
	vehicles  *vehicle.Store
	presences *Store
}

// NewZones finds a vehicle's zone by where it is.
func NewZones(vehicles *vehicle.Store, presences *Store) *Zones { return &Zones{vehicles, presences} }

// Of is the time zone that a vehicle is in, UTC while it is not known. A vehicle that the caller does not see is not found.
func (z *Zones) Of(ctx context.Context, orgID, vehicleID string) (*time.Location, error) {
	v, err := z.vehicles.Vehicle(ctx, orgID, scope.Of(ctx), vehicleID)
	if err != nil {
		return nil, err
	}
	if len(v.Devices) == 0 {
		return time.UTC, nil
	}
	found, err := z.presences.PresencesOf(ctx, orgID, []string{v.Devices[0].DeviceID})
	if err != nil || len(found.Devices) == 0 {
		return time.UTC, err
	}
	return Location(found.Devices[0].Zone), nil
}

// Range reads both ends of a time range of at most longest, by the clock of a vehicle in scope, as Unix milliseconds.
func (z *Zones) Range(ctx context.Context, orgID, vehicleID, where, start, end string, longest time.Duration) (fromMs, toMs int64, err error) {
	fromMs, toMs, _, err = z.RangeIn(ctx, orgID, vehicleID, where, start, end, longest)
	return fromMs, toMs, err
}

// RangeIn is Range, and says by which clock it read.
func (z *Zones) RangeIn(ctx context.Context, orgID, vehicleID, where, start, end string, longest time.Duration) (fromMs, toMs int64, loc *time.Location, err error) {
	loc, err = z.Of(ctx, orgID, vehicleID)
	if err != nil {
		return 0, 0, nil, err
	}
	fromMs, toMs, err = ReadRange(where, start, end, loc, longest)
	return fromMs, toMs, loc, err
}

// ReadRange reads both ends of a time range of at most longest as Unix milliseconds; local times are meant in loc.
func ReadRange(where, start, end string, loc *time.Location, longest time.Duration) (fromMs, toMs int64, err error) {
	from, err := times.Read(where+".start_time", start, loc)
	if err != nil {
		return 0, 0, err
	}
	to, err := times.Read(where+".end_time", end, loc)
	if err != nil {
		return 0, 0, err
	}
	switch {
	case !from.Before(to):
		const text = "start time is greater than end time"
		return 0, 0, fault.InvalidFields(text, fault.Field{Location: where + ".start_time", Message: text})
	case to.Sub(from) > longest:
		return 0, 0, fault.InvalidFields("The request is not valid.", fault.Field{Location: where + ".end_time", Message: "The range must be at most " + spell(longest) + "."})
	}
	return from.UnixMilli(), to.UnixMilli(), nil
}

// spell writes a time of whole days.
func spell(d time.Duration) string { return strconv.Itoa(int(d/(24*time.Hour))) + " days" }
