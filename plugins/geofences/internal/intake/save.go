package intake

import (
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/sdk/store"
)

// save keeps what is known of vehicles after their newest positions, and returns the transaction that wrote their states. What is late and of before all geofences does not matter.
func save(tx *gorm.DB, orgID string, vehicles []*tracked, fences *book.Book, nowMs int64) (writer string, err error) {
	earliestMs := fences.EarliestMs()
	list := make([]stateRow, 0, len(vehicles))
	for _, v := range vehicles {
		if v.lateTo > earliestMs && v.lateFrom > 0 {
			if err := noteLate(tx, orgID, v, nowMs); err != nil {
				return "", err
			}
		}
		for _, k := range v.before {
			if err := putCheckpoint(tx, orgID, v.id, k); err != nil {
				return "", err
			}
		}
		if v.state.Last == nil {
			continue
		}
		for _, m := range v.moves {
			if err := notePath(tx, orgID, v.id, m); err != nil {
				return "", err
			}
		}
		raw, err := v.state.JSON()
		if err != nil {
			return "", fmt.Errorf("write down what is known of vehicle %s: %w", v.id, err)
		}
		list = append(list, stateRow{v.id, raw, v.state.Last.TimeMs, v.state.DueMs(fences)})
	}
	return putStates(tx, orgID, list)
}

// stateRow is what is known of a vehicle, as JSON.
type stateRow struct {
	id            string
	state         []byte
	lastMs, dueMs int64
}

// putStates returns the transaction that the rows have as xmin; empty: there are none.
func putStates(tx *gorm.DB, orgID string, list []stateRow) (writer string, err error) {
	if len(list) == 0 {
		return "", nil
	}
	size := 0
	for _, row := range list {
		size += 64 + len(row.id) + len(row.state)
	}
	c, n := store.NewColumns(size), len(list)
	writer, err = store.One[string](tx, `WITH put AS (INSERT INTO geofences.tracker (org_id, vehicle_id, last_ms, due_ms, state) SELECT ?, v, l, d, convert_from(s, 'UTF8')::jsonb FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::bytea[]) AS t (v, l, d, s)
		ON CONFLICT (org_id, vehicle_id) DO UPDATE SET last_ms = excluded.last_ms, due_ms = excluded.due_ms, state = excluded.state RETURNING xmin::text AS writer) SELECT min(writer) FROM put`,
		orgID, c.Texts(n, func(i int) *string { return &list[i].id }), c.Longs(n, func(i int) int64 { return list[i].lastMs }), c.Longs(n, func(i int) int64 { return list[i].dueMs }),
		c.Bytes(n, func(i int) []byte { return list[i].state }))
	if err != nil {
		return "", fmt.Errorf("keep what is known of vehicles: %w", err)
	}
	return writer, nil
}

// noteLate has the vehicle's history judged again.
func noteLate(tx *gorm.DB, orgID string, v *tracked, nowMs int64) error {
	_, err := store.Exec(tx, `INSERT INTO geofences.late AS old (org_id, vehicle_id, from_ms, newest_ms, since_ms, noted_ms) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, vehicle_id) DO UPDATE SET from_ms = least(old.from_ms, excluded.from_ms), newest_ms = greatest(old.newest_ms, excluded.newest_ms), noted_ms = excluded.noted_ms, round = old.round + 1`,
		orgID, v.id, v.lateFrom, v.lateTo, nowMs, nowMs)
	if err != nil {
		return fmt.Errorf("note late positions of vehicle %s: %w", v.id, err)
	}
	return nil
}

func putCheckpoint(tx *gorm.DB, orgID, vehicleID string, k kept) error {
	_, err := store.Exec(tx, `INSERT INTO geofences.checkpoint (org_id, vehicle_id, at_ms, state) VALUES (?, ?, ?, ?::jsonb) ON CONFLICT (org_id, vehicle_id, at_ms) DO UPDATE SET state = excluded.state`,
		orgID, vehicleID, k.atMs, k.raw)
	if err != nil {
		return fmt.Errorf("keep what was known of vehicle %s: %w", vehicleID, err)
	}
	return nil
}

// notePath keeps where a vehicle was seen to be in the tree.
func notePath(tx *gorm.DB, orgID, vehicleID string, m pathSince) error {
	_, err := store.Exec(tx, `INSERT INTO geofences.vehicle_path (org_id, vehicle_id, from_ms, path) VALUES (?, ?, ?, ?) ON CONFLICT (org_id, vehicle_id, from_ms) DO UPDATE SET path = excluded.path`,
		orgID, vehicleID, m.FromMs, m.Path)
	if err != nil {
		return fmt.Errorf("note the group of vehicle %s: %w", vehicleID, err)
	}
	return nil
}
