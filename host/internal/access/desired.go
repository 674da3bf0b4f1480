package access

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// queryer is a pool or a transaction.
type queryer interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// desired is the set of tuples that Keto should hold, as far as reach goes. An empty Reach is everything.
func desired(ctx context.Context, q queryer, reach Reach) (map[Tuple]struct{}, error) {
	set := map[Tuple]struct{}{}
	if len(reach.AccountIDs) == 0 {
		if err := addGrants(ctx, q, reach.OrgID, set); err != nil {
			return nil, err
		}
	}
	if err := addMembers(ctx, q, reach, set); err != nil {
		return nil, err
	}
	if err := addDifferences(ctx, q, reach, set); err != nil {
		return nil, err
	}
	return set, nil
}

// addGrants adds what roles hold: the organisation's own grants, and the fixed ones of support roles.
func addGrants(ctx context.Context, q queryer, orgID string, set map[Tuple]struct{}) error {
	var org, role, permission string
	rows, err := q.Query(ctx, `SELECT g.org_id, g.role, g.permission FROM outrider.role_grant g JOIN outrider.permission p ON p.name = g.permission
		WHERE p.installed AND p.area <> $2 AND ($1 = '' OR g.org_id = $1)`, orgID, AreaOperations)
	if err != nil {
		return fmt.Errorf("read role grants: %w", err)
	}
	if _, err = pgx.ForEachRow(rows, []any{&org, &role, &permission}, func() error {
		set[grantedTo(org, permission, role)] = struct{}{}
		return nil
	}); err != nil {
		return fmt.Errorf("read role grants: %w", err)
	}
	var p Permission
	rows, err = q.Query(ctx, `SELECT o.id, p.name, p.area, p.default_roles FROM outrider.organisation o CROSS JOIN outrider.permission p
		WHERE p.installed AND ($1 = '' OR o.id = $1)`, orgID)
	if err != nil {
		return fmt.Errorf("read permissions: %w", err)
	}
	if _, err = pgx.ForEachRow(rows, []any{&org, &p.Name, &p.Area, &p.Roles}, func() error {
		for _, role := range p.DefaultRoles() {
			if IsSupport(role) {
				set[grantedTo(org, p.Name, role)] = struct{}{}
			}
		}
		return nil
	}); err != nil {
		return fmt.Errorf("read permissions: %w", err)
	}
	return nil
}

// addMembers adds who holds which role. A disabled account, and an account of a disabled organisation, holds none.
func addMembers(ctx context.Context, q queryer, reach Reach, set map[Tuple]struct{}) error {
	var org, role, user string
	rows, err := q.Query(ctx, `SELECT a.org_id, COALESCE(a.own_role, a.role), a.id::text FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id
		WHERE NOT a.disabled AND NOT o.disabled
		AND ($1 = '' OR a.org_id = $1) AND (COALESCE(cardinality($2::uuid[]), 0) = 0 OR a.id = ANY($2))`, reach.OrgID, reach.AccountIDs)
	if err != nil {
		return fmt.Errorf("read members of roles: %w", err)
	}
	if _, err = pgx.ForEachRow(rows, []any{&org, &role, &user}, func() error {
		set[memberOf(org, role, user)] = struct{}{}
		return nil
	}); err != nil {
		return fmt.Errorf("read members of roles: %w", err)
	}
	return nil
}

// addDifferences adds what single users may besides their role, and may not in spite of it.
func addDifferences(ctx context.Context, q queryer, reach Reach, set map[Tuple]struct{}) error {
	var org, permission, user string
	var allowed bool
	rows, err := q.Query(ctx, `SELECT g.org_id, g.permission, g.account_id::text, g.allowed FROM outrider.user_grant g
		JOIN outrider.permission p ON p.name = g.permission
		WHERE p.installed AND (p.area <> $3 OR NOT g.allowed) AND ($1 = '' OR g.org_id = $1) AND (COALESCE(cardinality($2::uuid[]), 0) = 0 OR g.account_id = ANY($2))`,
		reach.OrgID, reach.AccountIDs, AreaOperations)
	if err != nil {
		return fmt.Errorf("read differences of users: %w", err)
	}
	if _, err = pgx.ForEachRow(rows, []any{&org, &permission, &user, &allowed}, func() error {
		set[differs(org, permission, user, allowed)] = struct{}{}
		return nil
	}); err != nil {
		return fmt.Errorf("read differences of users: %w", err)
	}
	return nil
}
