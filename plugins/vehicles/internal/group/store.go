package group

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Store keeps the groups.
type Store struct {
	db    store.Transactor
	adopt Adopt
}

// Adopt gives what was in a group that is gone to its parent, in the transaction in which it goes.
type Adopt func(tx *gorm.DB, orgID, groupID, parentID string) error

// NewStore keeps groups in db.
func NewStore(db store.Transactor, adopt Adopt) *Store { return &Store{db: db, adopt: adopt} }

const upsertGroup = `
INSERT INTO vehicles.group_path AS g (org_id, id, parent_id, label, path, sequence, deleted)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (org_id, id) DO UPDATE
SET parent_id = excluded.parent_id, label = excluded.label, path = excluded.path, sequence = excluded.sequence, deleted = excluded.deleted
WHERE g.sequence < excluded.sequence`

// ApplyGroups takes events about groups in their order, each unless a newer one about its group was taken. The vehicles of a group that is gone move to its
// parent, so that no vehicle hangs in the air.
func (s *Store) ApplyGroups(ctx context.Context, orgID string, batch []events.Event[events.GroupChanged]) error {
	return s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for _, e := range batch {
			if err := s.applyGroup(tx, orgID, e.Data, e.Sequence); err != nil {
				return fmt.Errorf("apply group %s: %w", e.Data.ID, err)
			}
		}
		return nil
	})
}

func (s *Store) applyGroup(tx *gorm.DB, orgID string, g events.GroupChanged, sequence uint64) error {
	n, err := store.Exec(tx, upsertGroup, orgID, g.ID, g.ParentID, g.Label, pathOf(g.Path, orgID, g.ID), int64(sequence), g.Deleted)
	if err != nil || n == 0 || !g.Deleted {
		return err
	}
	return s.gone(tx, orgID, g.ID, g.ParentID)
}

// ApplyTree takes the whole tree as it was at a position of the event stream.
func (s *Store) ApplyTree(ctx context.Context, orgID string, tree []Group, sequence uint64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		ids := make([]string, 0, len(tree))
		for _, g := range tree {
			if _, err := store.Exec(tx, upsertGroup, orgID, g.ID, g.ParentID, g.Label, g.Path, int64(sequence), false); err != nil {
				return err
			}
			ids = append(ids, g.ID)
		}
		gone, err := store.Rows[Group](tx, `
			UPDATE vehicles.group_path SET deleted = true, sequence = ?
			WHERE org_id = ? AND NOT deleted AND sequence < ? AND id <> ALL(?) RETURNING id, parent_id`,
			int64(sequence), orgID, int64(sequence), store.List(ids))
		if err != nil {
			return err
		}
		for _, g := range gone {
			if err := s.gone(tx, orgID, g.ID, g.ParentID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("apply the tree of %s: %w", orgID, err)
	}
	return nil
}

// Groups returns the living groups of an organisation in the order of their paths.
func (s *Store) Groups(ctx context.Context, orgID string) (groups []Group, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		groups, err = store.Rows[Group](tx, `SELECT id, parent_id, label, path FROM vehicles.group_path WHERE org_id = ? AND NOT deleted ORDER BY path`, orgID)
		return err
	})
	if err != nil {
		return groups, fmt.Errorf("list groups of %s: %w", orgID, err)
	}
	return groups, nil
}

// gone has the parent of a group that is gone take what was in it.
func (s *Store) gone(tx *gorm.DB, orgID, groupID, parentID string) error {
	if parentID == "" {
		return nil // the root goes with its organisation
	}
	return s.adopt(tx, orgID, groupID, parentID)
}

// InScope returns ErrNoGroup unless the group lives and lies in the caller's subtree.
func InScope(tx *gorm.DB, orgID, groupID string, visible scope.Scope) error {
	path, err := store.One[string](tx, `SELECT path FROM vehicles.group_path WHERE org_id = ? AND id = ? AND NOT deleted`, orgID, groupID)
	if errors.Is(err, store.ErrNoRow) || err == nil && !visible.Sees(path) {
		return ErrNoGroup
	}
	return err
}

// Position is that of the last event about a group that was applied.
func Position(tx *gorm.DB, orgID string) (uint64, error) {
	position, err := store.One[int64](tx, `SELECT coalesce(max(sequence), 0) FROM vehicles.group_path WHERE org_id = ?`, orgID)
	return uint64(position), err
}

// pathOf is a group's path, made up for the end of a group, whose event may not say it.
func pathOf(path, orgID, id string) string {
	if path != "" {
		return path
	}
	return "/" + orgID + "/" + id + "/"
}
