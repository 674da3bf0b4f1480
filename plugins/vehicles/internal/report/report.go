// Package report is what can be reported of vehicles: how far they went, their trips, their ignition, and what they do now. It reads what the other nouns tell, so that a report says
// what the screens say; docs/reports.md has the columns.
package report

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Reports are the operations that stream the rows of reports.
type Reports struct {
	db        store.Transactor
	trips     *trip.Store
	presences *presence.Store
	devices   *device.Store
	now       func() time.Time
}

// New reads from db, and from what trips, presences and devices tell.
func New(db store.Transactor, trips *trip.Store, presences *presence.Store, devices *device.Store, now func() time.Time) *Reports {
	return &Reports{db: db, trips: trips, presences: presences, devices: devices, now: now}
}

// Register lists the operations; the manifest says what their rows are.
func (r *Reports) Register(router *web.Router, m manifest.Manifest) {
	rows.Handle(router, m, "POST /org/{orgId}/vehicles/reports/mileage", web.Needs("createMileageReport"), r.mileage, web.Summary("Rows of the mileage report"))
	rows.Handle(router, m, "POST /org/{orgId}/vehicles/reports/trips", web.Needs("createTripsReport"), r.tripRows, web.Summary("Rows of the trips report"))
	rows.Handle(router, m, "POST /org/{orgId}/vehicles/reports/ignition", web.Needs("createIgnitionEventsReport"), r.ignition, web.Summary("Rows of the ignition report"))
	rows.Handle(router, m, "POST /org/{orgId}/vehicles/reports/fleet-status", web.Needs("getVehiclePresence"), r.fleetStatus, web.Summary("Rows of the fleet status report"))
	rows.Handle(router, m, "POST /org/{orgId}/vehicles/reports/system-health", web.Needs("viewVehicle"), r.systemHealth, web.Summary("Rows of the system health report"))
}

// vehicleRow is a vehicle that a report is about.
type vehicleRow struct {
	ID, GroupID string
}

const selectVehicles = `SELECT v.id, v.group_id FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE v.org_id = ? AND v.deleted_at IS NULL AND (cardinality(?::text[]) = 0 AND cardinality(?::text[]) = 0 OR v.id = ANY(?)
	OR EXISTS (SELECT FROM vehicles.group_path top WHERE top.org_id = v.org_id AND top.id = ANY(?) AND starts_with(g.path, top.path))) AND `

// vehicles are those of a query that the caller sees, by their names.
func (r *Reports) vehicles(ctx context.Context, q rows.Query) (found []vehicleRow, err error) {
	condition, args := scope.Of(ctx).Vehicles()
	org, ids, groups := web.Caller(ctx).OrgID, store.List(q.VehicleIDs), store.List(q.GroupIDs)
	err = r.db.InOrg(ctx, org, func(tx *gorm.DB) error {
		found, err = store.Rows[vehicleRow](tx, selectVehicles+condition+` ORDER BY v.name, v.id`, append([]any{org, ids, groups, ids, groups}, args...)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the vehicles of a report: %w", err)
	}
	return found, nil
}

// Vehicles are read some at a time, several of those at once: what the database answers is not waited for before the next is asked.
const (
	together = 25
	ahead    = 4
)

// readPart answers by vehicle what some did in the range of a query.
type readPart func(ctx context.Context, q rows.Query, vehicles []vehicleRow) (map[string]past, error)

// each reads the trips that began in the range of a query, and hands them on a vehicle after the other.
func (r *Reports) each(ctx context.Context, q rows.Query, read readPart, do func(v vehicleRow, did past) error) error {
	found, err := r.vehicles(ctx, q)
	if err != nil {
		return err
	}
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(ahead)
	parts := slices.Collect(slices.Chunk(found, together))
	var queue []chan map[string]past
	next := 0
	handOn := func(until int) error {
		for ; next < until; next++ {
			select {
			case pasts := <-queue[next]:
				queue[next] = nil
				for _, v := range parts[next] {
					if err := do(v, pasts[v.ID]); err != nil {
						return err
					}
				}
			case <-reading.Done():
				return reading.Err()
			}
		}
		return nil
	}
	var failed error
	for i, part := range parts {
		if failed = handOn(i - 2*ahead); failed != nil {
			break
		}
		answer := make(chan map[string]past, 1)
		queue = append(queue, answer)
		group.Go(func() error {
			pasts, err := read(reading, q, part)
			if err != nil {
				return err
			}
			answer <- pasts
			return nil
		})
	}
	if failed == nil {
		failed = handOn(len(queue))
	}
	if err := group.Wait(); err != nil {
		return err // what went wrong; that the others were ended is its consequence
	}
	return failed
}

// read answers by vehicle the trips and times of idling that began in the range of a query.
func (r *Reports) read(ctx context.Context, q rows.Query, vehicles []vehicleRow) (map[string]past, error) {
	fromMs, toMs := q.From.UnixMilli(), min(q.To.UnixMilli(), r.now().UnixMilli())
	if fromMs >= toMs {
		return nil, nil
	}
	ids := make([]string, len(vehicles))
	for i, v := range vehicles {
		ids[i] = v.ID
	}
	pasts, err := r.trips.TripsOf(ctx, web.Caller(ctx).OrgID, ids, fromMs, toMs)
	if err != nil {
		return nil, err
	}
	did := map[string]past{}
	for id, one := range pasts { // what began before is of the range before
		one.Trips = slices.DeleteFunc(one.Trips, func(t trip.Trip) bool { return t.StartMs < fromMs })
		one.Idling = slices.DeleteFunc(one.Idling, func(p trip.Period) bool { return p.StartMs < fromMs || p.StartMs >= toMs })
		did[id] = past{Past: one}
	}
	return did, nil
}

// place is a position as rows have it; nil: not known.
func place(at *trip.Position) any {
	if at == nil {
		return nil
	}
	return map[string]any{"lat": at.Lat, "lng": at.Lng}
}

// tripRows streams trips, each of them once: in the range in which it began.
func (r *Reports) tripRows(ctx context.Context, q rows.Query, out *rows.Writer) error {
	return r.each(ctx, q, r.read, func(v vehicleRow, did past) error {
		for _, t := range did.Trips {
			begin, end := time.UnixMilli(t.StartMs), time.UnixMilli(t.EndMs)
			if err := out.Add(v.ID, v.GroupID, begin, end, seconds(t.EndMs-t.StartMs), t.DistanceM, seconds(t.IdleMs), place(t.To)); err != nil {
				return err
			}
		}
		return nil
	})
}

func seconds(ms int64) float64 { return float64(ms) / 1000 }
