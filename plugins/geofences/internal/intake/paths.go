package intake

import (
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
)

// pathSince is where a vehicle is in the tree of groups from a time on.
type pathSince struct {
	FromMs int64
	Path   string
}

// FollowGroups keeps since when groups are where they are in the tree, and vehicles in their groups: positions are judged by the groups of their time.
func FollowGroups(fleet *replica.Fleet, now func() time.Time) {
	fleet.OnGroup(func(tx *gorm.DB, orgID string, g events.GroupChanged, at time.Time) error {
		if g.Deleted {
			return nil
		}
		if at.IsZero() {
			at = now()
		}
		return noteSince(tx, "group_path", "group_id", "path", orgID, g.ID, at.UnixMilli(), g.Path)
	})
	fleet.OnVehicle(func(tx *gorm.DB, orgID string, v events.VehicleChanged) error {
		if v.Deleted {
			return nil
		}
		return noteSince(tx, "vehicle_group", "vehicle_id", "group_id", orgID, v.ID, now().UnixMilli(), v.GroupID)
	})
}

// noteSince keeps a value from a time on, unless it is the same already.
func noteSince(tx *gorm.DB, table, key, column, orgID, id string, atMs int64, value string) error {
	_, err := store.Exec(tx, `INSERT INTO geofences.`+table+` AS old (org_id, `+key+`, from_ms, `+column+`) SELECT ?, ?, ?, ?
		WHERE ? IS DISTINCT FROM (SELECT `+column+` FROM geofences.`+table+` WHERE org_id = ? AND `+key+` = ? ORDER BY from_ms DESC LIMIT 1)
		ON CONFLICT (org_id, `+key+`, from_ms) DO UPDATE SET `+column+` = excluded.`+column, orgID, id, atMs, value, value, orgID, id)
	if err != nil {
		return fmt.Errorf("note since when %s %s is %s: %w", key, id, value, err)
	}
	return nil
}

// pathsOf are the places of a vehicle in the tree by time: as its group and the groups' places are known, and before that as it was seen.
func pathsOf(tx *gorm.DB, orgID, vehicleID string) ([]pathSince, error) {
	exact, err := store.Rows[pathSince](tx, `SELECT greatest(v.from_ms, p.from_ms) AS from_ms, p.path
		FROM (SELECT group_id, from_ms, lead(from_ms) OVER (ORDER BY from_ms) AS to_ms FROM geofences.vehicle_group WHERE org_id = ? AND vehicle_id = ?) v
		JOIN LATERAL (SELECT path, from_ms, lead(from_ms) OVER (ORDER BY from_ms) AS to_ms FROM geofences.group_path g WHERE g.org_id = ? AND g.group_id = v.group_id) p
			ON (v.to_ms IS NULL OR p.from_ms < v.to_ms) AND (p.to_ms IS NULL OR p.to_ms > v.from_ms)
		ORDER BY 1`, orgID, vehicleID, orgID)
	if err != nil {
		return nil, fmt.Errorf("find the groups of vehicle %s: %w", vehicleID, err)
	}
	seen, err := store.Rows[pathSince](tx, `SELECT from_ms, path FROM geofences.vehicle_path WHERE org_id = ? AND vehicle_id = ? ORDER BY from_ms`, orgID, vehicleID)
	if err != nil {
		return nil, fmt.Errorf("find where vehicle %s was seen in the tree: %w", vehicleID, err)
	}
	if len(exact) > 0 {
		seen = slices.DeleteFunc(seen, func(p pathSince) bool { return p.FromMs >= exact[0].FromMs })
	}
	return append(seen, exact...), nil
}

// pathAt is where the vehicle was at a time: the first place known, if that is later.
func (v *tracked) pathAt(timeMs int64) string {
	if len(v.paths) == 0 {
		return v.path
	}
	i, _ := slices.BinarySearchFunc(v.paths, timeMs+1, func(p pathSince, t int64) int { return int(p.FromMs - t) })
	return v.paths[max(i-1, 0)].Path
}
