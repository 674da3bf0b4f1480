package identity

import (
	"context"
	"fmt"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// SeesGroup refuses a group that is not there, or that who has the grant does not see; no group is everything that they see. location is the field that named it.
func SeesGroup(ctx context.Context, q queryer, grant *access.Grant, groupID, location string) error {
	if groupID == "" {
		return nil
	}
	var seen bool
	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.group_node WHERE org_id = $1 AND id = $2 AND ($3 OR $4 <> '' AND path >= $4 AND path < $5))`,
		grant.OrgID, groupID, grant.Scope.All, grant.Scope.Path, web.PathEnd(grant.Scope.Path)).Scan(&seen)
	if err != nil {
		return fmt.Errorf("find group %s: %w", groupID, err)
	}
	if !seen {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "There is no such group."})
	}
	return nil
}
