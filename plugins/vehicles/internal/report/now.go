package report

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

const week = 7 * 24 * time.Hour

// category is which of the fleet status a device is in, as the fleet status of Home counts it.
func category(d presence.Device, now time.Time) string {
	silent := now.Sub(time.UnixMilli(d.LastSeenMs))
	switch status := d.At(now); {
	case status == fleet.Moving:
		return "moving"
	case status == fleet.Stationary:
		return "parked"
	case status != fleet.Offline:
		return "idling"
	case d.LastSeenMs == 0:
		return "never"
	case silent < 24*time.Hour:
		return "offline_day"
	case silent <= week:
		return "offline_week"
	default:
		return "offline_long"
	}
}

// fleetStatus streams what each vehicle does now, by its default device; the range of the query does not matter.
func (r *Reports) fleetStatus(ctx context.Context, q rows.Query, out *rows.Writer) error {
	found, err := r.vehicles(ctx, q)
	if err != nil {
		return err
	}
	present, err := r.presences.Presences(ctx, web.Caller(ctx).OrgID, scope.Of(ctx))
	if err != nil {
		return err
	}
	of := map[string]presence.Device{}
	for _, d := range present.Devices {
		if d.IsDefault {
			of[d.VehicleID] = d
		}
	}
	wanted, now := chosen(q.Filters["status"]), r.now()
	for _, v := range found {
		d, fitted := of[v.ID]
		status := "never"
		if fitted {
			status = category(d, now)
		}
		if len(wanted) > 0 && !wanted[status] {
			continue
		}
		if err := out.Add(status, v.ID, moment(d.LocatedMs), location(d), known(d.SpeedKmh), known(d.OdometerM), known(d.Ignition), moment(d.LastSeenMs), v.GroupID); err != nil {
			return err
		}
	}
	return nil
}

// chosen are the values of a filter of several.
func chosen(value any) map[string]bool {
	wanted := map[string]bool{}
	list, ok := value.([]any)
	if !ok && value != nil {
		list = []any{value}
	}
	for _, one := range list {
		if text, ok := one.(string); ok && text != "" {
			wanted[text] = true
		}
	}
	return wanted
}

func moment(ms int64) any {
	if ms == 0 {
		return nil
	}
	return time.UnixMilli(ms)
}

// known is a value, or nil for one that is not known: a nil pointer within an interface is not nil.
func known[T any](value *T) any {
	if value == nil {
		return nil
	}
	return *value
}

func location(d presence.Device) any {
	if d.Lat == nil || d.Lng == nil {
		return nil
	}
	at := map[string]any{"lat": *d.Lat, "lng": *d.Lng}
	if d.Place != "" && d.Place != fleet.PlaceNotKnown {
		at["label"] = d.Place
	}
	return at
}

// ignition streams the times in which the ignition of each vehicle was on; one that is on still has no end.
func (r *Reports) ignition(ctx context.Context, q rows.Query, out *rows.Writer) error {
	found, err := r.vehicles(ctx, q)
	if err != nil {
		return err
	}
	fromMs, toMs := q.From.UnixMilli(), min(q.To.UnixMilli(), r.now().UnixMilli())
	for _, v := range found {
		periods, err := r.trips.Ignition(ctx, web.Caller(ctx).OrgID, scope.Of(ctx), v.ID, fromMs, toMs)
		if fault.KindOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		for _, p := range periods {
			if err := out.Add(v.ID, v.GroupID, time.UnixMilli(p.StartMs), time.UnixMilli(p.EndMs), seconds(p.EndMs-p.StartMs), place(p.From), place(p.To)); err != nil {
				return err
			}
		}
	}
	return nil
}
