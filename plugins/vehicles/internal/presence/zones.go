package presence

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
)

// Organisations lists the organisations; plugin.Host does.
type Organisations interface {
	Organisations(ctx context.Context) ([]plugin.Organisation, error)
}

// Zones knows by which clock people read the times of a vehicle.
type Zones struct {
	vehicles      *vehicle.Store
	presences     *Store
	organisations Organisations
}

// NewZones finds a vehicle's zone by where it is.
func NewZones(vehicles *vehicle.Store, presences *Store, organisations Organisations) *Zones {
	return &Zones{vehicles, presences, organisations}
}

// OfOrganisation is the time zone of an organisation, UTC while it is not known.
func (z *Zones) OfOrganisation(ctx context.Context, orgID string) (*time.Location, error) {
	list, err := z.organisations.Organisations(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask for the zone of an organisation: %w", err)
	}
	i := slices.IndexFunc(list, func(o plugin.Organisation) bool { return o.ID == orgID })
	if i < 0 {
		return time.UTC, nil
	}
	return Location(list[i].Zone), nil
}

// Of is the time zone that a vehicle is in, its organisation's while that is not known. A vehicle that the caller does not see is not found.
func (z *Zones) Of(ctx context.Context, orgID, vehicleID string) (*time.Location, error) {
	v, err := z.vehicles.Vehicle(ctx, orgID, scope.Of(ctx), vehicleID)
	if err != nil {
		return nil, err
	}
	if len(v.Devices) > 0 {
		found, err := z.presences.PresencesOf(ctx, orgID, []string{v.Devices[0].DeviceID})
		if err != nil {
			return nil, err
		}
		if len(found.Devices) > 0 && found.Devices[0].Zone != "" {
			return Location(found.Devices[0].Zone), nil
		}
	}
	return z.OfOrganisation(ctx, orgID)
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

// ReadRange reads both ends of a time range of at most longest as Unix milliseconds; local times are meant in loc, and not taken without one.
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
		return 0, 0, fault.InvalidFields(text, bothEnds(where, text)...)
	case to.Sub(from) > longest:
		return 0, 0, fault.InvalidFields("The request is not valid.", bothEnds(where, "The range must be at most "+spell(longest)+".")...)
	}
	return from.UnixMilli(), to.UnixMilli(), nil
}

// bothEnds says what is wrong with a range as a whole: either end may be the one that is meant otherwise.
func bothEnds(where, message string) []fault.Field {
	return []fault.Field{{Location: where + ".start_time", Message: message}, {Location: where + ".end_time", Message: message}}
}

// spell writes a time of whole days.
func spell(d time.Duration) string { return strconv.Itoa(int(d/(24*time.Hour))) + " days" }
