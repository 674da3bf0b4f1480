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

// FollowRole gives an account the role that another site says, inside tx, and notes who said so. Support staff keep theirs, and so does the last administrator. It reports whether the role
// is another one now; the caller calls Committed after the commit.
func FollowRole(ctx context.Context, tx pgx.Tx, accountID, role, source string, now time.Time) (changed bool, err error) {
	var orgID string
	if err := tx.QueryRow(ctx, `SELECT org_id FROM outrider.account WHERE id = $1`, accountID).Scan(&orgID); err != nil {
		return false, fmt.Errorf("find account %s: %w", accountID, err)
	}
	if err := access.Serialise(ctx, tx, orgID); err != nil { // from here on nobody else changes the account
		return false, err
	}
	user, err := findUser(ctx, tx, orgID, accountID)
	if err != nil {
		return false, err
	}
	base, known := access.CanonicalRole(role)
	if !known {
		return false, fmt.Errorf("follow the role of %s: %q is not a role", accountID, role)
	}
	if access.IsSupport(user.Role) || user.Role == base && user.OwnRole == "" {
		return false, nil
	}
	err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { return followRole(ctx, tx, user, base, source, now) })
	if fault.KindOf(err) == fault.Conflict && errors.As(err, new(*fault.Error)) {
		return false, nil // the last administrator stays one
	}
	return err == nil, err
}

func followRole(ctx context.Context, tx pgx.Tx, user User, role, source string, now time.Time) error {
	return access.Rewrite(ctx, tx, access.Reach{OrgID: user.OrgID, AccountIDs: []string{user.ID}}, func() error {
		if _, err := tx.Exec(ctx, `UPDATE outrider.account SET role = $2, own_role = NULL, version = version + 1 WHERE id = $1`, user.ID, role); err != nil {
			return fmt.Errorf("change the role of %s: %w", user.ID, err)
		}
		if err := keepsAdministrator(ctx, tx, user); err != nil {
			return err
		}
		if err := note(ctx, tx, user.ID, user.OrgID, "user.role", user.ID, map[string]any{"from": user.held().key(), "to": role, "issuer": source}); err != nil {
			return err
		}
		return emitUser(ctx, tx, user.ID, now)
	})
}
