package rules

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// seesGroups checks that the caller of ctx sees all of the groups; fault.NotFound.
func (s *Store) seesGroups(ctx context.Context, groups []string) error {
	caller := web.Caller(ctx)
	return s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error { return SeesGroups(tx, caller, groups) })
}

// SeesGroups checks that a caller sees all of the groups, in a transaction of their organisation; fault.NotFound.
func SeesGroups(tx *gorm.DB, caller web.CallerInfo, groups []string) error {
	if len(groups) == 0 {
		return nil
	}
	hidden, err := store.One[int](tx, `SELECT count(*) FROM unnest(?::text[]) AS wanted WHERE NOT EXISTS (SELECT FROM alerts.fleet_group g WHERE g.org_id = ? AND g.id = wanted AND NOT g.deleted
		AND (? OR (? <> '' AND starts_with(g.path, ?))))`, &groups, caller.OrgID, caller.Scope.All, caller.Scope.Path, caller.Scope.Path)
	if err == nil && hidden > 0 {
		err = fault.New(fault.NotFound, "There is no such group.")
	}
	if err != nil {
		return fmt.Errorf("look for groups: %w", err)
	}
	return nil
}
