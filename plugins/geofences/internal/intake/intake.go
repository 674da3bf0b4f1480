// Package intake takes the positions of vehicles as they come, has them watched, and keeps what is found, with what is known of each vehicle, in one
// transaction: what is delivered again after a fall changes nothing, and nothing is lost. What comes late is judged again (late.go).
package intake

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/store"
)

// Apart is how long after the last positions the next are judged, unless none came lately: more vehicles then share a transaction, and alerts come that much later.
const Apart = 500 * time.Millisecond

// Intake is fed by the stream.
type Intake struct {
	db    store.Transactor
	books *book.Books
	now   func() time.Time
	cache *cache
}

// New returns an intake.
func New(db store.Transactor, books *book.Books, now func() time.Time) *Intake {
	return &Intake{db: db, books: books, now: now, cache: newCache()}
}

// Telemetry takes a batch of messages.
func (i *Intake) Telemetry(ctx context.Context, batch []events.Event[events.Telemetry]) error {
	byOrg := map[string][]events.Telemetry{}
	for _, e := range batch {
		byOrg[e.OrgID] = append(byOrg[e.OrgID], e.Data)
	}
	for orgID, list := range byOrg {
		if i.books.Idle(orgID) {
			continue
		}
		var vehicles []*tracked
		var writer string
		err := i.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
			vehicles, writer, err = i.take(tx, orgID, list)
			return err
		})
		if err == nil {
			i.cache.keep(orgID, writer, vehicles)
		} else if fault.KindOf(err) != fault.NotFound { // the organisation is gone
			return fmt.Errorf("watch the geofences of %s: %w", orgID, err)
		}
	}
	return nil
}

// tracked is a vehicle of a batch.
type tracked struct {
	id       string
	path     string      // of its group, now
	paths    []pathSince // nil: nothing was moved since the first position
	deviceID string
	fixes    []watch.Fix
	state    watch.State
	lateFrom int64 // 0: none
	lateTo   int64
	moves    []pathSince // to other places in the tree, each with the position that came first
	before   []kept      // the states to go back to, of before each day that has begun
}

type kept struct {
	atMs int64
	raw  string
}

// take judges the positions of an organisation. It returns the vehicles and the transaction that writes their states; empty: none was written.
func (i *Intake) take(tx *gorm.DB, orgID string, list []events.Telemetry) (vehicles []*tracked, writer string, err error) {
	if vehicles, err = i.vehicles(tx, orgID, list); err != nil || len(vehicles) == 0 {
		return nil, "", err
	}
	if err := i.load(tx, orgID, vehicles); err != nil {
		return nil, "", err
	}
	err = i.books.Read(tx, orgID, func(b *book.Book) (err error) {
		if b.Len() == 0 {
			return nil
		}
		f := newFold(b)
		for _, v := range vehicles {
			f.add(v)
		}
		if writer, err = save(tx, orgID, vehicles, b, i.now().UnixMilli()); err != nil {
			return err
		}
		return visit.Save(tx, orgID, f.changed, b, 0)
	})
	return vehicles, writer, err
}

// vehicles finds out whose positions a batch has: those of the device that stood for its vehicle at the time.
func (i *Intake) vehicles(tx *gorm.DB, orgID string, list []events.Telemetry) ([]*tracked, error) {
	fitted, err := fittings(tx, i.cache, orgID, list)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]*tracked, len(list))
	for _, m := range list {
		for _, s := range m.Samples {
			fix, ok := watch.FixOf(s)
			if !ok || (m.ReceivedAt > 0 && fleet.Skew(s.Time, m.ReceivedAt) != 0) {
				continue // nowhere, or by a clock that is ahead
			}
			vehicleID := at(fitted[m.DeviceID], s.Time)
			if vehicleID == "" {
				continue
			}
			v := byID[vehicleID]
			if v == nil {
				v = &tracked{id: vehicleID, deviceID: m.DeviceID}
				byID[vehicleID] = v
			}
			v.fixes = append(v.fixes, owned(fix))
		}
	}
	vehicles := make([]*tracked, 0, len(byID))
	for _, v := range byID {
		slices.SortStableFunc(v.fixes, func(a, b watch.Fix) int { return int(a.TimeMs - b.TimeMs) })
		vehicles = append(vehicles, v)
	}
	slices.SortFunc(vehicles, func(a, b *tracked) int { return strings.Compare(a.id, b.id) }) // locked in one order
	return vehicles, nil
}

// owned is a fix that does not hold the values of other samples of its message in memory: the state of a vehicle keeps it.
func owned(fix watch.Fix) watch.Fix {
	if fix.SpeedKmh != nil {
		fix.SpeedKmh = new(*fix.SpeedKmh)
	}
	if fix.Ignition != nil {
		fix.Ignition = new(*fix.Ignition)
	}
	return fix
}

// fittings are the vehicles that devices are and were on.
func fittings(tx *gorm.DB, cache *cache, orgID string, list []events.Telemetry) (map[string][]events.Assignment, error) {
	ids, seen := make([]string, 0, len(list)), make(map[string]bool, len(list))
	for _, m := range list {
		if !seen[m.DeviceID] {
			seen[m.DeviceID] = true
			ids = append(ids, m.DeviceID)
		}
	}
	fitted, sequences := cache.fittingsOf(orgID, ids)
	c := store.NewColumns(64 * len(ids))
	err := store.Each(tx, func(row *sql.Rows) error {
		var id string
		var changed fitting
		var assignments []byte
		if err := row.Scan(&id, &assignments, &changed.sequence); err != nil {
			return err
		}
		if delete(fitted, id); assignments == nil {
			return nil // nobody has told of it yet
		}
		if err := json.Unmarshal(assignments, &changed.list); err != nil {
			return fmt.Errorf("read the vehicles of device %s: %w", id, err)
		}
		cache.keepFitting(orgID, id, changed)
		fitted[id] = changed.list
		return nil
	}, `SELECT known.id, d.assignments, coalesce(d.sequence, 0) FROM unnest(?::text[], ?::bigint[]) AS known (id, sequence) LEFT JOIN geofences.fleet_device d ON d.org_id = ? AND d.id = known.id
		WHERE d.sequence IS DISTINCT FROM known.sequence`,
		c.Texts(len(ids), func(n int) *string { return &ids[n] }), c.Longs(len(ids), func(n int) int64 { return sequences[n] }), orgID)
	if err != nil {
		return nil, fmt.Errorf("find the vehicles of devices: %w", err)
	}
	return fitted, nil
}

// at is the vehicle for which a device stood at a time.
func at(list []events.Assignment, timeMs int64) string {
	for _, a := range list {
		if a.Default && a.FromMs <= timeMs && (a.ToMs == 0 || timeMs < a.ToMs) {
			return a.VehicleID
		}
	}
	return ""
}

// load reads what is known of vehicles, and has other transactions wait for this one. Vehicles that are not known yet are added to the copy of the fleet by
// its own events, and have no group until then. Rows come of those alone of which something is not as it was.
func (i *Intake) load(tx *gorm.DB, orgID string, vehicles []*tracked) error {
	byID, ids := make(map[string]*tracked, len(vehicles)), make([]string, len(vehicles))
	for n, v := range vehicles {
		byID[v.id], ids[n] = v, v.id
	}
	last := i.cache.take(orgID, ids)
	for n, v := range vehicles {
		v.state, v.path = last[n].state, last[n].state.Path
	}
	c := store.NewColumns(160 * len(ids))
	type change struct {
		id, path string
		movedMs  int64
		same     bool // the state is that of the cache
		state    []byte
	}
	var changed []change
	err := store.Each(tx, func(row *sql.Rows) error {
		var one change
		err := row.Scan(&one.id, &one.path, &one.movedMs, &one.same, &one.state)
		changed = append(changed, one)
		return err
	}, `WITH locked AS MATERIALIZED (SELECT vehicle_id, state, xmin::text AS writer FROM geofences.tracker WHERE org_id = ? AND vehicle_id = ANY(?) ORDER BY vehicle_id FOR UPDATE),
		now AS (SELECT last.*, coalesce(g.path, '') AS path, coalesce(l.writer = last.writer, false) AS same, l.state, greatest(
				(SELECT max(h.from_ms) FROM geofences.vehicle_group h WHERE h.org_id = v.org_id AND h.vehicle_id = v.id HAVING count(*) > 1),
				(SELECT max(h.from_ms) FROM geofences.group_path h WHERE h.org_id = g.org_id AND h.group_id = g.id HAVING count(*) > 1), 0) AS moved_ms
			FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[]) AS last (id, writer, in_path, first_ms) LEFT JOIN locked l ON l.vehicle_id = last.id
			LEFT JOIN geofences.fleet_vehicle v ON v.org_id = ? AND v.id = last.id LEFT JOIN geofences.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id)
		SELECT id, path, moved_ms, same, CASE WHEN NOT same THEN state END FROM now WHERE NOT same OR path <> in_path OR moved_ms > first_ms`,
		orgID, store.List(ids), c.Texts(len(ids), func(n int) *string { return &ids[n] }), c.Texts(len(ids), func(n int) *string { return &last[n].writer }),
		c.Texts(len(ids), func(n int) *string { return &last[n].state.Path }), c.Longs(len(ids), func(n int) int64 { return vehicles[n].fixes[0].TimeMs }), orgID)
	if err != nil {
		return fmt.Errorf("read what is known of vehicles: %w", err)
	}
	for _, one := range changed {
		v := byID[one.id]
		if v.path = one.path; one.movedMs > v.fixes[0].TimeMs { // it was elsewhere then
			if v.paths, err = pathsOf(tx, orgID, v.id); err != nil {
				return err
			}
		}
		if one.same {
			continue
		}
		if v.state = (watch.State{}); one.state == nil {
			continue
		}
		if err := json.Unmarshal(one.state, &v.state); err != nil {
			return fmt.Errorf("read what is known of vehicle %s: %w", v.id, err)
		}
	}
	return nil
}

// fold goes through the positions of vehicles, one after the other, and gathers the visits that change. Its room serves all of them.
type fold struct {
	watcher watch.Watcher
	vehicle *tracked
	changed []visit.Changed
}

func newFold(b *book.Book) *fold {
	f := &fold{}
	f.watcher = watch.Watcher{Fences: b, Changed: func(one *watch.Visit) {
		copied := *one
		copied.Events = slices.Clone(one.Events)
		f.changed = append(f.changed, visit.Changed{Visit: &copied, VehicleID: f.vehicle.id, DeviceID: f.vehicle.deviceID})
	}}
	return f
}

// add goes through the positions of a vehicle that are new; those that are not later than what is known have come late or again.
func (f *fold) add(v *tracked) {
	w := &f.watcher
	f.vehicle, w.VehicleID, w.State = v, v.id, &v.state
	for _, fix := range v.fixes {
		if last := v.state.Last; last != nil && fix.TimeMs <= last.TimeMs {
			if fix.TimeMs < last.TimeMs {
				v.late(fix.TimeMs)
			}
			continue
		}
		path := v.pathAt(fix.TimeMs)
		if v.state.Last == nil || v.state.Path != path {
			v.moves = append(v.moves, pathSince{fix.TimeMs, path})
		}
		v.checkpoint(fix)
		w.Step(fix, path)
	}
}

func (v *tracked) late(timeMs int64) {
	if v.lateFrom == 0 || timeMs < v.lateFrom {
		v.lateFrom = timeMs
	}
	v.lateTo = max(v.lateTo, timeMs)
}

const dayMs = 24 * 60 * 60 * 1000

// checkpoint keeps the state of before the first position of a day.
func (v *tracked) checkpoint(next watch.Fix) {
	if last := v.state.Last; last == nil || last.TimeMs/dayMs == next.TimeMs/dayMs {
		return
	}
	if raw, err := json.Marshal(&v.state); err == nil { // numbers and texts
		v.before = append(v.before, kept{atMs: v.state.Last.TimeMs, raw: string(raw)})
	}
}
