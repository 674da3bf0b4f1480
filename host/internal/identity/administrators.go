package identity

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/fault"
)

// mayGive refuses an actor who would make somebody more powerful than they are themselves: by rank, or because the role may do here what the
// actor may not.
func (s *Service) mayGive(ctx context.Context, a actor, role heldRole) error {
	if err := a.over(role.Base); err != nil {
		return err
	}
	if access.IsSupport(role.Base) {
		return nil // what support may is fixed, and ordered by rank
	}
	granted, err := access.RoleGrants(ctx, s.pool, a.OrgID)
	if err != nil {
		return err
	}
	for _, permission := range granted[role.key()] {
		if !a.Allowed(permission) {
			return fault.New(fault.Denied, "This role may do more than you may. Ask an administrator who may do it all.")
		}
	}
	return nil
}

// keepsAdministrator refuses, inside tx and after it was made, the change of an administrator that leaves nobody to administer the organisation, or
// of a system administrator that leaves none at all.
func keepsAdministrator(ctx context.Context, tx pgx.Tx, was User) error {
	switch was.Role {
	case access.SysAdmin:
		// Changes of two organisations do not wait for each other otherwise.
		if err := rowlock.Wait(ctx, tx, "system administrators"); err != nil {
			return fmt.Errorf("wait for other changes of system administrators: %w", err)
		}
		if err := someoneIs(ctx, tx, `role = 'SYS_ADMIN'`); err != nil {
			return err
		}
	case access.OrgAdmin:
	default:
		return nil
	}
	return someoneIs(ctx, tx, `role IN ('ORG_ADMIN', 'SYS_ADMIN') AND own_role IS NULL AND org_id = $1`, was.OrgID)
}

func someoneIs(ctx context.Context, tx pgx.Tx, condition string, values ...any) error {
	var left bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.account WHERE NOT disabled AND `+condition+`)`, values...).Scan(&left); err != nil {
		return fmt.Errorf("look for another administrator: %w", err)
	}
	if !left {
		return fault.New(fault.Conflict, "This is the last administrator. Make somebody else one first.")
	}
	return nil
}

// sameVersion refuses, inside tx, a change of a user whom somebody else has changed since the version was read.
func sameVersion(ctx context.Context, tx pgx.Tx, userID string, seen *int64) error {
	if seen == nil {
		return nil
	}
	var version int64
	err := tx.QueryRow(ctx, `SELECT version FROM outrider.account WHERE id = $1`, userID).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return errNoUser()
	}
	if err != nil {
		return fmt.Errorf("read the version of user %s: %w", userID, err)
	}
	if version != *seen {
		return fault.New(fault.Conflict, "Somebody just changed this user. Please try again.")
	}
	return nil
}
