package intake

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

const (
	lookEvery = 2 * time.Second
	atOnce    = 50 // vehicles of an organisation in one look
	// quiet is how long nothing more has to come late, and longest how long is waited for that: what was kept while a vehicle was away comes in many messages.
	quiet   = 5 * time.Second
	longest = time.Minute
	// patience is how long a late position is waited for in the history; what is not kept there by then was refused.
	patience = 5 * time.Minute
)

// History has the positions of a vehicle in the order of time, from a time on to before another.
type History interface {
	Samples(ctx context.Context, orgID, vehicleID string, from, to int64) ([]Sample, error)
}

// Sample is a sample of the history, with whose it is.
type Sample struct {
	events.Sample
	DeviceID string `json:"device_id"`
}

// Late judges the history of vehicles again of which something came late: from the last state of before it on, as if all had come in order.
type Late struct {
	db      store.Transactor
	history History
	host    plugin.Organisations
	log     *slog.Logger
	now     func() time.Time
}

// NewLate returns who judges again.
func NewLate(db store.Transactor, history History, host plugin.Organisations, log *slog.Logger, now func() time.Time) *Late {
	return &Late{db, history, host, log, now}
}

// Run works until ctx ends.
func (l *Late) Run(ctx context.Context) error {
	return plugin.Sweep(ctx, l.host, lookEvery, l.Organisation)
}

// lateRow is a vehicle that waits.
type lateRow struct {
	VehicleID                        string
	FromMs, NewestMs, Round, NotedMs int64
}

// Organisation judges what is late in an organisation.
func (l *Late) Organisation(ctx context.Context, orgID string) error {
	var waiting []lateRow
	err := l.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		waiting, err = store.Rows[lateRow](tx, `SELECT vehicle_id, from_ms, newest_ms, round, noted_ms FROM geofences.late WHERE org_id = ? AND (noted_ms <= ? OR since_ms <= ?) ORDER BY noted_ms LIMIT ?`,
			orgID, l.now().Add(-quiet).UnixMilli(), l.now().Add(-longest).UnixMilli(), atOnce)
		return err
	})
	if err != nil {
		return fmt.Errorf("find late positions: %w", err)
	}
	for _, one := range waiting {
		if err := l.vehicle(ctx, orgID, one); err != nil && ctx.Err() == nil {
			if fault.KindOf(err) == fault.Unavailable {
				return err
			}
			l.log.Warn("late positions are not judged yet", "org", orgID, "vehicle", one.VehicleID, "error", err.Error())
		}
	}
	return nil
}

// beginning is from where a history is judged.
type beginning struct {
	state   watch.State
	startMs int64
	fresh   bool // nothing was known before
}

func (l *Late) vehicle(ctx context.Context, orgID string, one lateRow) error {
	var from beginning
	err := l.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		from, err = begin(tx, orgID, one)
		return err
	})
	if err != nil {
		return err
	}
	samples, err := l.history.Samples(ctx, orgID, one.VehicleID, from.startMs+1, l.now().Add(time.Minute).UnixMilli())
	if err != nil {
		return fmt.Errorf("read the history of vehicle %s: %w", one.VehicleID, err)
	}
	return l.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return l.judge(ctx, tx, orgID, one, from, samples) })
}

// begin finds the last state of before what came late.
func begin(tx *gorm.DB, orgID string, one lateRow) (beginning, error) {
	found, err := store.Rows[struct {
		AtMs  int64
		State json.RawMessage
	}](tx, `SELECT at_ms, state FROM geofences.checkpoint WHERE org_id = ? AND vehicle_id = ? AND at_ms < ? ORDER BY at_ms DESC LIMIT 1`, orgID, one.VehicleID, one.FromMs)
	if err != nil {
		return beginning{}, fmt.Errorf("find what was known of vehicle %s: %w", one.VehicleID, err)
	}
	if len(found) > 0 {
		b := beginning{startMs: found[0].AtMs}
		return b, json.Unmarshal(found[0].State, &b.state)
	}
	first, err := store.One[int64](tx, `SELECT coalesce(min(from_ms), ?) FROM geofences.vehicle_path WHERE org_id = ? AND vehicle_id = ?`, one.FromMs, orgID, one.VehicleID)
	return beginning{startMs: min(first, one.FromMs) - 1, fresh: true}, err
}

// errBehind says that the history does not have yet what was watched already.
var errBehind = fault.New(fault.Unavailable, "The history of the vehicle is not complete yet.")

// judge folds the history again while nothing new of the vehicle is taken, and puts what it finds in place of what was found before.
func (l *Late) judge(ctx context.Context, tx *gorm.DB, orgID string, one lateRow, from beginning, samples []Sample) error {
	last, err := store.Rows[int64](tx, `SELECT last_ms FROM geofences.tracker WHERE org_id = ? AND vehicle_id = ? FOR UPDATE`, orgID, one.VehicleID)
	if err != nil || len(last) == 0 {
		return err
	}
	if newest := newestOf(samples); newest < last[0] {
		more, err := l.history.Samples(ctx, orgID, one.VehicleID, max(newest, from.startMs+1), last[0]+1)
		if err != nil {
			return fmt.Errorf("read the newest of vehicle %s: %w", one.VehicleID, err)
		}
		samples = append(samples, more...)
	}
	fixes, device, err := fixesOf(tx, orgID, one.VehicleID, samples, last[0])
	if err != nil {
		return err
	}
	waited := l.now().UnixMilli()-one.NotedMs > patience.Milliseconds()
	if !waited && (!has(fixes, last[0]) || !has(fixes, one.NewestMs)) {
		return errBehind
	}
	fences, err := book.Since(tx, orgID, from.startMs)
	if err != nil {
		return err
	}
	v := tracked{id: one.VehicleID, deviceID: device, state: from.state}
	changed, err := v.again(tx, orgID, fixes, fences)
	if err != nil {
		return err
	}
	if err := replace(tx, orgID, &v, from.startMs, changed, fences, l.now().UnixMilli()); err != nil {
		return err
	}
	_, err = store.Exec(tx, `DELETE FROM geofences.late WHERE org_id = ? AND vehicle_id = ? AND round = ?`, orgID, one.VehicleID, one.Round)
	return err
}

func newestOf(samples []Sample) (newest int64) {
	for _, s := range samples {
		newest = max(newest, s.Time)
	}
	return newest
}

func has(fixes []watch.Fix, timeMs int64) bool {
	_, found := slices.BinarySearchFunc(fixes, timeMs, func(f watch.Fix, t int64) int { return int(f.TimeMs - t) })
	return found
}

// fixesOf are the positions of a history that count, up to the last that was watched, each time once.
func fixesOf(tx *gorm.DB, orgID, vehicleID string, samples []Sample, lastMs int64) (fixes []watch.Fix, device string, err error) {
	messages := []events.Telemetry{}
	for _, s := range samples {
		if !slices.ContainsFunc(messages, func(m events.Telemetry) bool { return m.DeviceID == s.DeviceID }) {
			messages = append(messages, events.Telemetry{DeviceID: s.DeviceID})
		}
	}
	fitted, err := fittings(tx, newCache(), orgID, messages)
	if err != nil {
		return nil, "", err
	}
	for _, s := range samples {
		fix, ok := watch.FixOf(s.Sample)
		if ok && s.Time <= lastMs && at(fitted[s.DeviceID], s.Time) == vehicleID {
			fixes, device = append(fixes, fix), s.DeviceID
		}
	}
	slices.SortStableFunc(fixes, func(a, b watch.Fix) int { return int(a.TimeMs - b.TimeMs) })
	return slices.CompactFunc(fixes, func(a, b watch.Fix) bool { return a.TimeMs == b.TimeMs }), device, nil
}

// again folds a history, by the groups that the vehicle was in.
func (v *tracked) again(tx *gorm.DB, orgID string, fixes []watch.Fix, fences *book.Book) (changed []visit.Changed, err error) {
	if v.paths, err = pathsOf(tx, orgID, v.id); err != nil {
		return nil, err
	}
	v.fixes = fixes
	f := newFold(fences)
	f.add(v)
	v.moves, v.lateFrom = nil, 0
	return f.changed, nil
}
