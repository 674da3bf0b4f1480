package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// changePermissions gives and takes permissions. Nobody gives what they lack, changes people or roles above their own, or changes themselves; a user never
// may more than the role. excluded counts the people of another role, who stay as they are.
func (s *Service) changePermissions(ctx context.Context, a actor, target PermissionTarget, allowed, denied []string) (excluded int, err error) {
	var users []User
	if !target.isRole() { // whom there is not is a 404, whatever else is wrong
		if users, excluded, err = s.targeted(ctx, a, target); err != nil {
			return 0, err
		}
	}
	if err := s.checkNames(ctx, a.OrgID, allowed, denied); err != nil {
		return 0, err
	}
	for _, name := range allowed {
		if !a.Allowed(name) {
			return 0, fault.New(fault.Denied, "You cannot grant what you may not do yourself.")
		}
	}
	if target.isRole() {
		return 0, s.changeRole(ctx, a, target.Role, allowed, denied)
	}
	if len(target.Users) == 0 { // the rest of a group is meant, whoever edits it
		users = slices.DeleteFunc(users, func(u User) bool { return u.ID == a.User.ID })
	}
	granted, err := access.RoleGrants(ctx, s.pool, a.OrgID)
	if err != nil {
		return 0, err
	}
	for _, u := range users {
		if err := mayEdit(a, u, granted[u.held().key()], allowed); err != nil {
			return 0, err
		}
	}
	slices.SortFunc(users, func(x, y User) int { return strings.Compare(x.ID, y.ID) }) // of two that save at once none waits for the other for ever
	return excluded, s.write(ctx, func(tx pgx.Tx) error {
		for _, u := range users {
			if err := changeDenied(ctx, tx, a, u, allowed, denied); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkNames refuses what is no permission that an organisation can give, and what is given and taken at once.
func (s *Service) checkNames(ctx context.Context, orgID string, allowed, denied []string) error {
	areas, err := s.actions(ctx, orgID, "en")
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, area := range areas {
		for _, action := range area.Actions {
			known[action.Name] = true
		}
	}
	for location, names := range map[string][]string{"body.allowed": allowed, "body.denied": denied} {
		for i, name := range names {
			if !known[name] {
				return fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("%s[%d]", location, i), Message: "is not a permission"})
			}
		}
	}
	for i, name := range denied {
		if slices.Contains(allowed, name) {
			return fault.InvalidFields("The request is not valid.", fault.Field{Location: fmt.Sprintf("body.denied[%d]", i), Message: "is allowed as well"})
		}
	}
	return nil
}

// mayEdit refuses the change of one user's permissions.
func mayEdit(a actor, u User, role, allowed []string) error {
	if u.ID == a.User.ID {
		return fault.New(fault.Conflict, "You cannot change your own permissions.")
	}
	if access.IsSupport(u.Role) {
		return fault.New(fault.Conflict, "What support roles may do is fixed.")
	}
	if err := a.over(u.Role); err != nil {
		return err
	}
	for i, name := range allowed {
		if !slices.Contains(role, name) {
			return fault.InvalidFields("A user may never do more than the role. Change the role, or give another one.",
				fault.Field{Location: fmt.Sprintf("body.allowed[%d]", i), Message: "the role may not do this"})
		}
	}
	return nil
}

// changeDenied writes the denied list of one user.
func changeDenied(ctx context.Context, tx pgx.Tx, a actor, u User, allowed, denied []string) error {
	reach := access.Reach{OrgID: u.OrgID, AccountIDs: []string{u.ID}, Permissions: slices.Concat(allowed, denied)}
	return access.Rewrite(ctx, tx, reach, func() error {
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.user_grant WHERE org_id = $1 AND account_id = $2 AND permission = ANY($3)`, u.OrgID, u.ID, append(slices.Clone(allowed), denied...)); err != nil {
			return fmt.Errorf("take the differences of %s away: %w", u.ID, err)
		}
		_, err := tx.Exec(ctx, `INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) SELECT $1, $2, unnest($3::text[]), false`, u.OrgID, u.ID, slices.Compact(slices.Sorted(slices.Values(denied))))
		if err != nil {
			return fmt.Errorf("deny permissions of %s: %w", u.ID, err)
		}
		return note(ctx, tx, a.User.ID, u.OrgID, "user.permissions", u.ID, map[string]any{"allowed": allowed, "denied": denied})
	})
}

// changeRole writes what a role may in the whole organisation.
func (s *Service) changeRole(ctx context.Context, a actor, name string, allowed, denied []string) error {
	held, err := roleNamed(ctx, s.pool, a.OrgID, name)
	if err != nil {
		return err
	}
	role := held.key()
	if access.IsSupport(held.Base) {
		return fault.New(fault.Conflict, "What support roles may do is fixed.")
	}
	if err := a.over(held.Base); err != nil {
		return err
	}
	if !a.Scope.All {
		return fault.New(fault.Denied, "A role is the whole organisation's. Ask an administrator of the organisation.")
	}
	if role == access.OrgAdmin && slices.Contains(denied, "updateUserPermissions") {
		return fault.New(fault.Conflict, "Organisation administrators keep this permission, or nobody could give it back.")
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		return access.Rewrite(ctx, tx, access.Reach{OrgID: a.OrgID, Permissions: slices.Concat(allowed, denied)}, func() error {
			if _, err := tx.Exec(ctx, `DELETE FROM outrider.role_grant WHERE org_id = $1 AND role = $2 AND permission = ANY($3)`, a.OrgID, role, orNone(denied)); err != nil {
				return fmt.Errorf("take permissions of %s away: %w", role, err)
			}
			_, err := tx.Exec(ctx, `INSERT INTO outrider.role_grant (org_id, role, permission) SELECT $1, $2, unnest($3::text[]) ON CONFLICT ON CONSTRAINT role_grant_pk DO NOTHING`, a.OrgID, role, orNone(allowed))
			if err != nil {
				return fmt.Errorf("grant permissions to %s: %w", role, err)
			}
			return note(ctx, tx, a.User.ID, a.OrgID, "role.permissions", role, map[string]any{"allowed": allowed, "denied": denied})
		})
	})
}
