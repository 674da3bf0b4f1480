package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// MostPowerful is the most powerful of some roles that another site says, given ones or an organisation's own by their names, as the base and the id of its own; empty: it has none of them.
// Roles of support are none: no other site gives them, since they reach into every organisation.
func MostPowerful(ctx context.Context, q queryer, orgID string, names []string) (base, own string, err error) {
	role, err := mostPowerful(ctx, q, orgID, names)
	return role.Base, role.Own, err
}

func mostPowerful(ctx context.Context, q queryer, orgID string, names []string) (best heldRole, err error) {
	roles, err := ownRoles(ctx, q, orgID)
	if err != nil {
		return heldRole{}, err
	}
	for _, name := range names {
		role := heldOf(roles, roleOfText(roles, name))
		if role != nil && !access.IsSupport(role.Base) && (best.Base == "" || rankOf(*role) < rankOf(best)) {
			best = *role
		}
	}
	return best, nil
}

// FollowRole gives an account the most powerful of the roles that another site says, inside tx, and notes who said so. Support staff keep theirs, and so does the last administrator. It
// reports whether the organisation has one of the roles, and whether the account's is another one now; the caller calls Committed after the commit.
func FollowRole(ctx context.Context, tx pgx.Tx, accountID string, names []string, source string, now time.Time) (known, changed bool, err error) {
	var orgID string
	if err := tx.QueryRow(ctx, `SELECT org_id FROM outrider.account WHERE id = $1`, accountID).Scan(&orgID); err != nil {
		return false, false, fmt.Errorf("find account %s: %w", accountID, err)
	}
	if err := access.Serialise(ctx, tx, orgID); err != nil { // from here on nobody else changes the account
		return false, false, err
	}
	user, err := findUser(ctx, tx, orgID, accountID)
	if err != nil {
		return false, false, err
	}
	role, err := mostPowerful(ctx, tx, orgID, names)
	if err != nil || role.Base == "" {
		return false, false, err
	}
	if access.IsSupport(user.Role) || role == user.held() {
		return true, false, nil
	}
	err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { return followRole(ctx, tx, user, role, source, now) })
	if fault.KindOf(err) == fault.Conflict && errors.As(err, new(*fault.Error)) {
		return true, false, nil // the last administrator stays one
	}
	return true, err == nil, err
}

func followRole(ctx context.Context, tx pgx.Tx, user User, role heldRole, source string, now time.Time) error {
	return access.Rewrite(ctx, tx, access.Reach{OrgID: user.OrgID, AccountIDs: []string{user.ID}}, func() error {
		if _, err := tx.Exec(ctx, `UPDATE outrider.account SET role = $2, own_role = NULLIF($3, ''), version = version + 1 WHERE id = $1`, user.ID, role.Base, role.Own); err != nil {
			return fmt.Errorf("change the role of %s: %w", user.ID, err)
		}
		if err := keepsAdministrator(ctx, tx, user); err != nil {
			return err
		}
		if err := note(ctx, tx, user.ID, user.OrgID, "user.role", user.ID, map[string]any{"from": user.held().key(), "to": role.key(), "issuer": source}); err != nil {
			return err
		}
		return emitUser(ctx, tx, user.ID, now)
	})
}
