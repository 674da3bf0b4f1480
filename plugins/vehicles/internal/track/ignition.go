package track

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
)

// ignition adds a row for each time that the ignition of the one vehicle asked about was switched: when, on or off, where, and for how long it had been so before.
func (a *API) ignition(ctx context.Context, q rows.Query, out *rows.Writer) error {
	seen, err := a.store.Seen(ctx, web.Caller(ctx).OrgID, scope.Of(ctx), q.VehicleIDs)
	if err != nil {
		return err
	}
	for _, id := range seen {
		var last *bool
		sinceMs := q.From.UnixMilli()
		err := a.store.Days(ctx, web.Caller(ctx).OrgID, id, q.From.UnixMilli(), q.To.UnixMilli(), func(list []history.Reading) error {
			for i := range list {
				on := list[i].On()
				if on == nil || last != nil && *last == *on {
					continue
				}
				if last != nil {
					if err := out.Add(time.UnixMilli(list[i].TimeMs), switched(*on), place(&list[i]), (list[i].TimeMs-sinceMs)/1000); err != nil {
						return err
					}
				}
				was := *on
				last, sinceMs = &was, list[i].TimeMs
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func switched(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// place is where a reading was, as a value of the kind place; nil: not known.
func place(r *history.Reading) any {
	if !r.Said(history.HasPosition) {
		return nil
	}
	return map[string]float64{"lat": r.Lat, "lng": r.Lng}
}
