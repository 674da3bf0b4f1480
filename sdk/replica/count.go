package replica

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// GroupCount is how many living vehicles a group has, with those of the groups below it.
type GroupCount struct {
	ID       string
	Vehicles int
}

// CountBelow counts the vehicles of each of the groups that the caller of ctx sees, by id; a group that they do not see is left out. A vehicle
// that the caller sees by itself alone, as drivers do, does not count.
func (f *Fleet) CountBelow(ctx context.Context, groupIDs []string) (found []GroupCount, err error) {
	seen, args := f.groupsSeen(web.Caller(ctx))
	err = f.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[GroupCount](tx, `SELECT top.id, (SELECT count(*) FROM `+f.schema+`.fleet_group g
				JOIN `+f.schema+`.fleet_vehicle v ON v.org_id = g.org_id AND v.group_id = g.id AND NOT v.deleted
				WHERE g.org_id = top.org_id AND g.path >= top.path AND g.path < left(top.path, -1) || '0' AND NOT g.deleted) AS vehicles
			FROM `+f.schema+`.fleet_group top WHERE top.id = ANY(?) AND NOT top.deleted AND `+seen+` ORDER BY top.id`, append([]any{&groupIDs}, args...)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count the vehicles of %d groups: %w", len(groupIDs), err)
	}
	return found, nil
}

// groupsSeen is a condition on a group "top" of the caller's organisation: it holds for those that the caller sees.
func (f *Fleet) groupsSeen(caller web.CallerInfo) (condition string, args []any) {
	if caller.Scope.All {
		return `top.org_id = ?`, []any{caller.OrgID}
	}
	return `top.org_id = ? AND ? <> '' AND top.path >= ? AND top.path < ?`, []any{caller.OrgID, caller.Scope.Path, caller.Scope.Path, web.PathEnd(caller.Scope.Path)}
}
