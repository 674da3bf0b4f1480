package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

// Group is a group of the organisation's tree as this plugin remembers it.
type Group struct {
	ID       string
	ParentID string
	Label    string
	Path     string // "/demo/north-west/"
}

const upsertGroup = `
INSERT INTO vehicles.group_path AS g (org_id, id, parent_id, label, path, sequence, deleted)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (org_id, id) DO UPDATE
SET parent_id = excluded.parent_id, label = excluded.label, path = excluded.path, sequence = excluded.sequence, deleted = excluded.deleted
WHERE g.sequence < excluded.sequence`

// ApplyGroup takes an event about a group, unless a newer one was taken. The vehicles of a group that is gone move to its
// parent, so that no vehicle hangs in the air.
func (s *Store) ApplyGroup(ctx context.Context, orgID string, g events.GroupChanged, sequence uint64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		n, err := exec(tx, upsertGroup, orgID, g.ID, g.ParentID, g.Label, pathOf(g.Path, orgID, g.ID), int64(sequence), g.Deleted)
		if err != nil || n == 0 || !g.Deleted {
			return err
		}
		return s.adopt(tx, orgID, g.ID, g.ParentID)
	})
	return wrap(err, "apply group %s", g.ID)
}

// ApplyTree takes the whole tree as it was at a position of the event stream.
func (s *Store) ApplyTree(ctx context.Context, orgID string, tree []Group, sequence uint64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		ids := make([]string, 0, len(tree))
		for _, g := range tree {
			if _, err := exec(tx, upsertGroup, orgID, g.ID, g.ParentID, g.Label, g.Path, int64(sequence), false); err != nil {
				return err
			}
			ids = append(ids, g.ID)
		}
		gone, err := rows[Group](tx, `
			UPDATE vehicles.group_path SET deleted = true, sequence = ?
			WHERE org_id = ? AND NOT deleted AND sequence < ? AND id <> ALL(?) RETURNING id, parent_id`,
			int64(sequence), orgID, int64(sequence), pointer(ids))
		if err != nil {
			return err
		}
		for _, g := range gone {
			if err := s.adopt(tx, orgID, g.ID, g.ParentID); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "apply the tree of %s", orgID)
}

// adopt moves the vehicles of a group that is gone to its parent.
func (s *Store) adopt(tx *gorm.DB, orgID, groupID, parentID string) error {
	if parentID == "" {
		return nil // the root goes with its organisation
	}
	moved, err := rows[vehicleRow](tx, `
		UPDATE vehicles.vehicle SET group_id = ?, version = version + 1
		WHERE org_id = ? AND group_id = ? AND deleted_at IS NULL RETURNING *`, parentID, orgID, groupID)
	if err != nil {
		return err
	}
	return tellVehicles(tx, orgID, moved)
}

// Groups returns the living groups of an organisation in the order of their paths.
func (s *Store) Groups(ctx context.Context, orgID string) (groups []Group, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		groups, err = rows[Group](tx, `SELECT id, parent_id, label, path FROM vehicles.group_path WHERE org_id = ? AND NOT deleted ORDER BY path`, orgID)
		return err
	})
	return groups, wrap(err, "list groups of %s", orgID)
}

// groupInScope returns vehicle.ErrNoGroup unless the group lives and lies in the caller's subtree.
func groupInScope(tx *gorm.DB, orgID, groupID string, scope vehicle.Scope) error {
	g, err := rows[Group](tx, `SELECT path FROM vehicles.group_path WHERE org_id = ? AND id = ? AND NOT deleted`, orgID, groupID)
	if err != nil {
		return err
	}
	if len(g) == 0 || !(web.Scope{All: scope.All, Path: scope.Path}).Sees(g[0].Path, "") {
		return vehicle.ErrNoGroup
	}
	return nil
}

// pathOf is a group's path, made up for the end of a group, whose event may not say it.
func pathOf(path, orgID, id string) string {
	if path != "" {
		return path
	}
	return "/" + orgID + "/" + id + "/"
}
