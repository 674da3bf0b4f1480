package usage

import (
	"context"
	"math"
	"time"

	"outrider.dev/sdk/rows"
)

// report streams the rows of vehicles, each followed by its charging sessions, in the order of the manifest's columns. The filter rows leaves out one kind.
func (a *API) report(ctx context.Context, q rows.Query, out *rows.Writer) error {
	asked, wanted := Range{From: q.From, To: q.To, VehicleIDs: q.VehicleIDs, GroupIDs: q.GroupIDs, Type: text(q.Filters["type"])}, text(q.Filters["rows"])
	list, err := a.store.Rows(ctx, asked)
	if err != nil {
		return err
	}
	var charged []charging
	if wanted != "vehicles" {
		if charged, err = a.store.charged(ctx, asked, "", 0); err != nil {
			return err
		}
		a.name(ctx, charged)
	}
	of := map[string][]charging{}
	for _, one := range charged {
		of[one.VehicleID] = append(of[one.VehicleID], one)
	}
	for _, r := range list {
		if wanted != "sessions" {
			if err := addVehicle(out, r); err != nil {
				return err
			}
		}
		if err := addSessions(out, of[r.VehicleID]); err != nil {
			return err
		}
		delete(of, r.VehicleID)
	}
	for _, one := range charged { // of vehicles without a row: the range begins after what they came to
		if err := addSessions(out, of[one.VehicleID]); err != nil {
			return err
		}
		delete(of, one.VehicleID)
	}
	return nil
}

func addVehicle(out *rows.Writer, r Row) error {
	return out.Add(r.VehicleID, r.GroupID, rounded(r.DistanceM), value(r.UsedKWh), value(r.Per100), rounded(r.RegainedKWh), r.Sessions, rounded(r.AddedKWh), value(r.Cost), value(r.SocPercent), value(r.RangeM),
		nil, nil, nil, nil)
}

// addSessions adds sessions of a vehicle, the oldest first.
func addSessions(out *rows.Writer, list []charging) error {
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		err := out.Add(s.VehicleID, s.GroupID, nil, nil, nil, nil, nil, nil, nil, nil, nil, second(s.StartMs), second(s.EndMs), s.position(), rounded(s.EnergyKWh))
		if err != nil {
			return err
		}
	}
	return nil
}

// second is an instant to the second, as the page of sessions says it.
func second(ms int64) time.Time { return time.UnixMilli(ms).UTC().Truncate(time.Second) }

// position is a value of the kind place; nil: not known.
func (s charging) position() any {
	if s.Lat == nil || s.Lng == nil {
		return nil
	}
	return map[string]any{"lat": *s.Lat, "lng": *s.Lng, "label": s.Place}
}

// text is a filter that was chosen; empty: any.
func text(filter any) string {
	chosen, _ := filter.(string)
	return chosen
}

// value is a number, or nil for none.
func value(number *float64) any {
	if number == nil {
		return nil
	}
	return rounded(*number)
}

// rounded has two digits after the point, which no reading has more of.
func rounded(number float64) float64 { return math.Round(100*number) / 100 }
