package moment

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/store"
)

// Store reads moments.
type Store struct {
	db    store.Transactor
	spans *spans
}

// NewStore reads from db.
func NewStore(db store.Transactor) *Store { return &Store{db: db, spans: newSpans(mostPoints)} }

// At says how the vehicles in visible stood at an instant in Unix milliseconds, in the order of their ids; with where they were in the quarter of an hour before, if trails are asked for.
func (s *Store) At(ctx context.Context, orgID string, visible scope.Scope, atMs int64, trails bool) (list []Stand, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		vehicles, err := vehiclesAt(tx, orgID, visible, atMs)
		if err != nil {
			return err
		}
		list = make([]Stand, len(vehicles))
		for i, v := range vehicles {
			list[i].Vehicle = v
		}
		if err := s.open(tx, orgID, list, atMs, trails); err != nil {
			return err
		}
		// What is packed of a span ends with it: a vehicle that was silent since it began spoke last in one before.
		for back := range int64(spansBack) {
			if err := s.packed(tx, orgID, list, history.SpanOf(atMs)-back*history.SpanMs, atMs, trails); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find where vehicles were: %w", err)
	}
	return list, nil
}

// spansBack is how many spans are looked through: one that was silent for longer is offline, and was where its last trip ended.
const spansBack = 2

func vehiclesAt(tx *gorm.DB, orgID string, visible scope.Scope, atMs int64) ([]Vehicle, error) {
	condition, args := visible.Vehicles()
	return store.Rows[Vehicle](tx, `
		SELECT v.id, v.name, v.type, coalesce((SELECT a.device_id FROM vehicles.assignment a
			WHERE a.org_id = v.org_id AND a.vehicle_id = v.id AND a.from_ms <= ? AND (a.to_ms IS NULL OR a.to_ms > ?)
			ORDER BY a.is_default DESC, a.device_id LIMIT 1), '') AS device_id,
			coalesce((SELECT d.driver_name FROM vehicles.driver_assignment d
				WHERE d.org_id = v.org_id AND d.vehicle_id = v.id AND d.from_ms <= ? AND (d.to_ms IS NULL OR d.to_ms > ?) ORDER BY d.from_ms DESC LIMIT 1), '') AS driver,
			coalesce((SELECT p.label FROM vehicles.group_path p WHERE p.org_id = v.org_id AND p.id = (
				SELECT h.group_id FROM vehicles.vehicle_group h WHERE h.org_id = v.org_id AND h.vehicle_id = v.id AND h.from_ms <= ? ORDER BY h.from_ms DESC LIMIT 1)), '') AS group_label
		FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
		WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition+` ORDER BY v.id`, append([]any{atMs, atMs, atMs, atMs, atMs, orgID}, args...)...)
}

// open finds the last reading that is not packed of each device.
func (s *Store) open(tx *gorm.DB, orgID string, list []Stand, atMs int64, trails bool) error {
	most := openRows
	if trails {
		most = trailRows
	}
	devices := devicesOf(list, func(Stand) bool { return true })
	found, err := store.Rows[openRow](tx, `
		SELECT d.id AS device_id, s.* FROM unnest(?::text[]) AS d (id) CROSS JOIN LATERAL (
			SELECT coalesce(s.vehicle_id, '') AS vehicle_id, s.time_ms, s.lat, s.lng, s.speed_kmh, s.heading_deg, s.speed_limit_kmh, s.ignition FROM vehicles.sample s
			WHERE s.org_id = ? AND s.device_id = d.id AND s.time_ms <= ? AND s.time_ms > ? ORDER BY s.time_ms DESC LIMIT ?) s`,
		store.List(devices), orgID, atMs, history.SpanOf(atMs)-(spansBack-1)*history.SpanMs, most)
	if err != nil {
		return err
	}
	of := map[string][]history.Reading{}
	for _, r := range found {
		of[r.VehicleID+"\x00"+r.DeviceID] = append(of[r.VehicleID+"\x00"+r.DeviceID], r.reading())
	}
	for i := range list {
		readings := of[list[i].ID+"\x00"+list[i].DeviceID]
		slices.Reverse(readings)
		list[i].take(lastOf(readings, atMs))
		if trails {
			list[i].trail(since(readings, atMs-trailMs))
		}
	}
	return nil
}

// openRows is how many of the newest readings of a device are looked through for a position, trailRows for a trail.
const (
	openRows  = 5
	trailRows = 200
)

func since(readings []history.Reading, fromMs int64) (list []*history.Reading) {
	for i := range readings {
		if readings[i].TimeMs > fromMs {
			list = append(list, &readings[i])
		}
	}
	return list
}

// openRow is a reading that is not packed.
type openRow struct {
	DeviceID, VehicleID                           string
	TimeMs                                        int64
	Lat, Lng, SpeedKmh, HeadingDeg, SpeedLimitKmh *float64
	Ignition                                      *bool
}

func (o openRow) reading() history.Reading {
	r := history.Reading{DeviceID: o.DeviceID, TimeMs: o.TimeMs}
	if o.Lat != nil && o.Lng != nil {
		r.Lat, r.Lng, r.Has = *o.Lat, *o.Lng, history.HasPosition
	}
	for _, one := range []struct {
		what     uint16
		to, from *float64
	}{{history.HasSpeed, &r.SpeedKmh, o.SpeedKmh}, {history.HasHeading, &r.HeadingDeg, o.HeadingDeg}, {history.HasLimit, &r.SpeedLimitKmh, o.SpeedLimitKmh}} {
		if one.from != nil {
			*one.to, r.Has = *one.from, r.Has|one.what
		}
	}
	if o.Ignition != nil {
		r.Ignition, r.Has = *o.Ignition, r.Has|history.HasIgnition
	}
	return r
}

// take keeps the last reading of a series, and the last with a position, if they are newer than what is known.
func (s *Stand) take(last, place *history.Reading) {
	if last != nil && (s.Reading == nil || last.TimeMs > s.Reading.TimeMs) {
		s.Reading = last
	}
	if place != nil && (s.Place == nil || place.TimeMs > s.Place.TimeMs) {
		s.Place = place
	}
}

func devicesOf(list []Stand, wanted func(Stand) bool) []string {
	ids := []string{}
	for _, one := range list {
		if one.DeviceID != "" && wanted(one) {
			ids = append(ids, one.DeviceID)
		}
	}
	return ids
}

// packed looks through a span of those vehicles that were not heard of in one after it.
func (s *Store) packed(tx *gorm.DB, orgID string, list []Stand, spanMs, atMs int64, trails bool) error {
	wants := func(one Stand) bool {
		return trails && spanMs+history.SpanMs > atMs-trailMs || one.Reading == nil || one.Place == nil || one.Reading.TimeMs < spanMs+history.SpanMs
	}
	devices := devicesOf(list, wants)
	if len(devices) == 0 {
		return nil
	}
	rows, err := store.Rows[spanKey](tx, `SELECT p.org_id, p.device_id, p.vehicle_id, p.span_ms, p.taken FROM vehicles.packed p WHERE p.org_id = ? AND p.device_id = ANY(?) AND p.span_ms = ?`, orgID, store.List(devices), spanMs)
	if err != nil {
		return err
	}
	known := map[string][]point{}
	var missing []spanKey
	for _, key := range rows {
		if points, ok := s.spans.get(key); ok {
			known[key.VehicleID+"\x00"+key.DeviceID] = points
		} else {
			missing = append(missing, key)
		}
	}
	read, err := s.read(tx, missing)
	if err != nil {
		return err
	}
	for i, key := range missing {
		known[key.VehicleID+"\x00"+key.DeviceID] = read[i]
	}
	for i := range list {
		if wants(list[i]) {
			points := known[list[i].ID+"\x00"+list[i].DeviceID]
			list[i].take(lastIn(points, spanMs, atMs))
			if trails {
				list[i].lead(before(points, spanMs, atMs))
			}
		}
	}
	return nil
}

// read unpacks spans, several at the same time, and keeps them.
func (s *Store) read(tx *gorm.DB, keys []spanKey) ([][]point, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	devices := make([]string, len(keys))
	at := make(map[string]int, len(keys))
	for i, key := range keys {
		devices[i] = key.DeviceID
		at[key.VehicleID+"\x00"+key.DeviceID] = i
	}
	found, err := store.Rows[struct {
		DeviceID, VehicleID string
		Data                []byte
	}](tx, `SELECT p.device_id, p.vehicle_id, p.data FROM vehicles.packed p WHERE p.org_id = ? AND p.device_id = ANY(?) AND p.span_ms = ?`, keys[0].OrgID, store.List(devices), keys[0].SpanMs)
	if err != nil {
		return nil, err
	}
	lists, errs := make([][]point, len(keys)), make([]error, len(keys))
	var wait sync.WaitGroup
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, row := range found {
		i, wanted := at[row.VehicleID+"\x00"+row.DeviceID]
		if !wanted {
			continue
		}
		turns <- struct{}{}
		wait.Go(func() {
			defer func() { <-turns }()
			lists[i], errs[i] = unpack(row.Data, keys[i].SpanMs)
		})
	}
	wait.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("device %s: %w", keys[i].DeviceID, err)
		}
		s.spans.put(keys[i], lists[i])
	}
	return lists, nil
}
