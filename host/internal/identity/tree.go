package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// maxDepth bounds the tree, and with it the length of paths.
const maxDepth = 16

// group is a node of an organisation's tree.
type group struct {
	ID, ParentID, Label, Path string
}

// newGroupID is short, since paths are made of ids.
func newGroupID() string { return "g" + strings.ToLower(rand.Text()[:15]) }

// insertGroup adds a group inside tx and tells the plugins.
func insertGroup(ctx context.Context, tx pgx.Tx, orgID string, g group, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO outrider.group_node (org_id, id, parent_id, label, path, created_at) VALUES ($1, $2, NULLIF($3, ''), $4, $5, $6)`,
		orgID, g.ID, g.ParentID, g.Label, g.Path, now)
	if violates(err, "group_node_pk") || violates(err, "group_node_path_unique") {
		return fault.New(fault.Conflict, "There is a group with this id already.")
	}
	if violates(err, "group_node_id_slug") {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.id", Message: "must hold only a to z, 0 to 9 and -"})
	}
	if err != nil {
		return fmt.Errorf("insert group %s of %s: %w", g.ID, orgID, err)
	}
	return emitGroup(ctx, tx, orgID, g, false, now)
}

func emitGroup(ctx context.Context, tx pgx.Tx, orgID string, g group, deleted bool, now time.Time) error {
	return emit(ctx, tx, "event.identity.group", orgID, now, events.GroupChanged{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Path: g.Path, Deleted: deleted})
}

// findGroup reads one group. Fault: not_found.
func findGroup(ctx context.Context, q queryer, orgID, id string) (group, error) {
	var g group
	err := q.QueryRow(ctx, `SELECT id, COALESCE(parent_id, ''), label, path FROM outrider.group_node WHERE org_id = $1 AND id = $2`, orgID, id).
		Scan(&g.ID, &g.ParentID, &g.Label, &g.Path)
	if errors.Is(err, pgx.ErrNoRows) {
		return group{}, errNoGroup()
	}
	if err != nil {
		return group{}, fmt.Errorf("find group %s of %s: %w", id, orgID, err)
	}
	return g, nil
}

func errNoGroup() error { return fault.New(fault.NotFound, "There is no such group.") }

// moveGroup hangs a group with all that is below it under another parent. The caller holds access.Serialise, so paths stand still.
func moveGroup(ctx context.Context, tx pgx.Tx, orgID string, g, parent group, now time.Time) error {
	if strings.HasPrefix(parent.Path, g.Path) {
		return fault.New(fault.Conflict, "A group cannot be moved below itself.")
	}
	path := parent.Path + g.ID + "/"
	if err := checkDepth(ctx, tx, orgID, g, strings.Count(path, "/")-strings.Count(g.Path, "/")); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.group_node SET parent_id = $3 WHERE org_id = $1 AND id = $2`, orgID, g.ID, parent.ID); err != nil {
		return fmt.Errorf("move group %s of %s: %w", g.ID, orgID, err)
	}
	rows, err := tx.Query(ctx, `UPDATE outrider.group_node SET path = $3 || substr(path, $4) WHERE org_id = $1 AND path >= $2 AND path < $5
		RETURNING id, COALESCE(parent_id, ''), label, path`, orgID, g.Path, path, len(g.Path)+1, web.PathEnd(g.Path))
	if err != nil {
		return fmt.Errorf("move group %s of %s: %w", g.ID, orgID, err)
	}
	moved, err := pgx.CollectRows(rows, pgx.RowToStructByPos[group])
	if err != nil {
		return fmt.Errorf("move group %s of %s: %w", g.ID, orgID, err)
	}
	for _, m := range moved {
		if err := emitGroup(ctx, tx, orgID, m, false, now); err != nil {
			return err
		}
	}
	// Whoever is in the subtree sees another path from now on.
	return access.Announce(ctx, tx, access.Change{OrgID: orgID})
}

// checkDepth refuses what would hang deeper than maxDepth when the subtree of g sinks by so many levels.
func checkDepth(ctx context.Context, tx pgx.Tx, orgID string, g group, sinks int) error {
	var deepest int
	err := tx.QueryRow(ctx, `SELECT COALESCE(max(length(path) - length(replace(path, '/', ''))), 0) FROM outrider.group_node WHERE org_id = $1 AND path >= $2 AND path < $3`,
		orgID, g.Path, web.PathEnd(g.Path)).Scan(&deepest)
	if err != nil {
		return fmt.Errorf("measure the tree of %s: %w", orgID, err)
	}
	if deepest+sinks-1 > maxDepth {
		return fault.New(fault.Conflict, "The tree can have at most %d levels.", maxDepth)
	}
	return nil
}

// deleteGroup removes an empty group. The database refuses one that has people or groups, whoever was quicker.
func deleteGroup(ctx context.Context, tx pgx.Tx, orgID string, g group, now time.Time) error {
	if g.ParentID == "" {
		return fault.New(fault.Conflict, "The root group cannot be deleted.")
	}
	_, err := tx.Exec(ctx, `DELETE FROM outrider.group_node WHERE org_id = $1 AND id = $2`, orgID, g.ID)
	if violates(err, "account_group_fk") || violates(err, "group_node_parent_fk") {
		return fault.New(fault.Conflict, "The group is not empty.")
	}
	if err != nil {
		return fmt.Errorf("delete group %s of %s: %w", g.ID, orgID, err)
	}
	_, err = tx.Exec(ctx, `UPDATE outrider.invite SET cancelled_at = $3 WHERE org_id = $1 AND group_id = $2 AND accepted_at IS NULL AND cancelled_at IS NULL`, orgID, g.ID, now)
	if err != nil {
		return fmt.Errorf("cancel the invites to group %s of %s: %w", g.ID, orgID, err)
	}
	return emitGroup(ctx, tx, orgID, g, true, now)
}

// Groups is the tree of an organisation, parents before children, and the sequence of EVENTS up to which it holds. Fault: not_found.
func (s *Service) Groups(ctx context.Context, orgID string) (groups []*pluginv1.Group, sequence uint64, err error) {
	// One snapshot: every event up to the sequence was committed before it.
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT sequence FROM outrider.event_position`).Scan(&sequence); err != nil {
			return fmt.Errorf("find the sequence of identity events: %w", err)
		}
		rows, err := tx.Query(ctx, `SELECT id, COALESCE(parent_id, ''), label, path FROM outrider.group_node WHERE org_id = $1 ORDER BY path`, orgID)
		if err != nil {
			return fmt.Errorf("read the tree of %s: %w", orgID, err)
		}
		groups, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (*pluginv1.Group, error) {
			var g pluginv1.Group
			return &g, row.Scan(&g.Id, &g.ParentId, &g.Label, &g.Path)
		})
		if err != nil {
			return fmt.Errorf("read the tree of %s: %w", orgID, err)
		}
		return nil
	})
	if err == nil && len(groups) == 0 {
		err = fault.New(fault.NotFound, "There is no such organisation.")
	}
	return groups, sequence, err
}

// GroupPath is where a group lies in its organisation's tree; fault.NotFound.
func (s *Service) GroupPath(ctx context.Context, orgID, groupID string) (path string, err error) {
	err = s.pool.QueryRow(ctx, `SELECT path FROM outrider.group_node WHERE org_id = $1 AND id = $2`, orgID, groupID).Scan(&path)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fault.New(fault.NotFound, "There is no such group.")
	}
	if err != nil {
		return "", fmt.Errorf("find group %s: %w", groupID, err)
	}
	return path, nil
}
