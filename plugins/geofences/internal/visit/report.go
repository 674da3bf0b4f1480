package visit

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// visited is a visit of a report.
type visited struct {
	Geofence    string
	Deleted     bool
	VehicleID   string
	ArrivalMs   int64
	DepartureMs int64
	DistanceM   float64
	TopKmh      *float64
	Events      int
}

// report streams the visits of a range, as far as they lie within it. The manifest says what the columns are.
func (a *API) report(ctx context.Context, q rows.Query, out *rows.Writer) error {
	return a.each(ctx, q, func(v visited) error {
		return out.Add(v.Geofence, v.VehicleID, instant(v.ArrivalMs), instant(v.DepartureMs), a.lasted(v), v.DistanceM, v.TopKmh, v.Events)
	})
}

// track streams the visits of one vehicle beside its track.
func (a *API) track(ctx context.Context, q rows.Query, out *rows.Writer) error {
	return a.each(ctx, q, func(v visited) error {
		return out.Add(instant(v.ArrivalMs), v.Geofence, instant(v.DepartureMs), a.lasted(v), v.TopKmh)
	})
}

// lasted is how long a visit lasted in seconds, up to now while it goes on.
func (a *API) lasted(v visited) float64 {
	end := v.DepartureMs
	if end == 0 {
		end = max(a.store.now().UnixMilli(), v.ArrivalMs)
	}
	return float64(end-v.ArrivalMs) / 1000
}

// instant is a time; nil for none.
func instant(ms int64) any {
	if ms == 0 {
		return nil
	}
	return time.UnixMilli(ms).UTC()
}

// each reads the visits that a query asks for one after the other: those that have some time in common with its range.
func (a *API) each(ctx context.Context, q rows.Query, do func(visited) error) error {
	caller := web.Caller(ctx)
	visible, args := fence.VisibleThen(caller)
	seen, seenArgs := a.fleet.Seen("v.vehicle_id", caller)
	return a.store.db.Read(ctx, func(tx *gorm.DB) error {
		about := tx.Table("geofences.visit AS v").Joins("JOIN geofences.geofence g ON g.org_id = v.org_id AND g.id = v.geofence_id").
			Joins("JOIN geofences.fleet_vehicle f ON f.org_id = v.org_id AND f.id = v.vehicle_id AND NOT f.deleted").
			Where("v.org_id = ?", caller.OrgID).Where(visible, args...).Where(seen, seenArgs...).
			Where("v.arrival_ms < ? AND (v.departure_ms = 0 OR v.departure_ms > ?)", q.To.UnixMilli(), q.From.UnixMilli()).
			Select(`g.name AS geofence, g.deleted_ms > 0 AS deleted, v.vehicle_id, v.arrival_ms, v.departure_ms, v.distance_m, v.top_kmh,
				(SELECT count(*) FROM geofences.visit_event e WHERE e.org_id = v.org_id AND e.visit_id = v.id) AS events`).Order("v.arrival_ms DESC, v.id")
		if ids := chosen(q); len(ids) > 0 {
			about = about.Where("v.geofence_id = ANY(?)", store.List(ids))
		}
		if len(q.VehicleIDs) > 0 {
			about = about.Where("v.vehicle_id IN ?", q.VehicleIDs)
		}
		if len(q.GroupIDs) > 0 {
			about = about.Where(`EXISTS (SELECT FROM geofences.fleet_group own JOIN geofences.fleet_group top ON top.org_id = own.org_id AND starts_with(own.path, top.path)
				WHERE own.org_id = f.org_id AND own.id = f.group_id AND top.id IN ?)`, q.GroupIDs)
		}
		found, err := about.Rows()
		if err != nil {
			return fmt.Errorf("read visits: %w", err)
		}
		defer found.Close()
		nameOf := namer(ctx)
		for found.Next() {
			var one visited
			if err := tx.ScanRows(found, &one); err != nil {
				return err
			}
			one.Geofence = nameOf(one.Geofence, one.Deleted)
			if err := do(one); err != nil {
				return err
			}
		}
		return found.Err()
	})
}

// chosen are the ids of the geofences that a report is about; none: all.
func chosen(q rows.Query) (ids []string) {
	list, _ := q.Filters["geofence_ids"].([]any)
	for _, one := range list {
		if id, ok := one.(string); ok {
			ids = append(ids, id)
		}
	}
	if one, ok := q.Filters["geofence_ids"].(string); ok && one != "" {
		ids = []string{one}
	}
	return ids
}

// mostChoices bounds what is offered; more than an organisation may have.
const mostChoices = 10_000

// Choice is one that a filter of a report offers.
type Choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// offered is a choice as it is read.
type offered struct {
	Value, Label string
	Deleted      bool
}

type choicesOutput struct {
	Body struct {
		Choices []Choice `json:"choices" nullable:"false"`
	}
}

// choices answers the geofences in sight by name, after them those that were deleted since somebody was there.
func (a *API) choices(ctx context.Context, _ *struct {
	OrgID string `path:"orgId"`
},
) (*choicesOutput, error) {
	caller := web.Caller(ctx)
	visible, args := fence.VisibleThen(caller)
	var found []offered
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[offered](tx, `SELECT g.id AS value, g.name AS label, g.deleted_ms > 0 AS deleted FROM geofences.geofence g WHERE g.org_id = ? AND `+visible+`
			AND (g.deleted_ms = 0 OR EXISTS (SELECT FROM geofences.visit v WHERE v.org_id = g.org_id AND v.geofence_id = g.id)) ORDER BY deleted, lower(g.name), g.id LIMIT ?`,
			append(append([]any{caller.OrgID}, args...), mostChoices)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list geofences to choose from: %w", err)
	}
	out, nameOf := &choicesOutput{}, namer(ctx)
	out.Body.Choices = make([]Choice, 0, len(found))
	for _, one := range found {
		out.Body.Choices = append(out.Body.Choices, Choice{one.Value, nameOf(one.Label, one.Deleted)})
	}
	return out, nil
}
