package identity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

// User is oneself or somebody whom one may list.
func (s *Service) User(ctx context.Context, who Actor, idOrEmail string) (User, error) {
	_, user, err := s.person(ctx, who, idOrEmail, "listUsers")
	return user, err
}

// UpdateUser changes a profile, or switches an account off and on. Switching off ends its sessions.
func (s *Service) UpdateUser(ctx context.Context, who Actor, id string, change UserChange) (User, error) {
	profile := change
	profile.Disabled = nil
	set, _ := assignments(profile, 0)
	permission := "updateUserProfile"
	if change.Disabled != nil && set == "" {
		permission = "updateUserStatus"
	}
	a, user, err := s.person(ctx, who, id, permission)
	if err != nil {
		return User{}, err
	}
	if err := mayUpdate(a, user, change.Disabled); err != nil {
		return User{}, err
	}
	return s.changeUser(ctx, a, user, "user.update", func(tx pgx.Tx) (map[string]any, error) {
		if err := sameVersion(ctx, tx, user.ID, change.Version); err != nil {
			return nil, err
		}
		detail := map[string]any{"disabled": change.Disabled, "profile": set != ""}
		set, values := assignments(change, 1)
		if set == "" {
			return detail, nil
		}
		if _, err := tx.Exec(ctx, `UPDATE outrider.account SET `+set+` WHERE id = $1`, append([]any{user.ID}, values...)...); err != nil {
			return nil, fmt.Errorf("update user %s: %w", user.ID, err)
		}
		if change.Disabled != nil && *change.Disabled {
			if err := keepsAdministrator(ctx, tx, user); err != nil {
				return nil, err
			}
			return detail, session.EndAll(ctx, tx, user.ID, "", "disabled", s.now())
		}
		return detail, nil
	})
}

func mayUpdate(a actor, user User, disabled *bool) error {
	self := user.ID == a.User.ID
	if !self {
		if err := a.over(user.Role); err != nil {
			return err
		}
	}
	if disabled == nil || *disabled == user.Disabled {
		return nil
	}
	if self {
		return fault.New(fault.Conflict, "You cannot disable your own account.")
	}
	return a.needs("updateUserStatus")
}

// SetUserRole gives an account another role, at most as powerful as the actor's. seen is the version that the actor read, nil for any.
func (s *Service) SetUserRole(ctx context.Context, who Actor, id, name string, seen *int64) (User, error) {
	a, user, err := s.person(ctx, who, id, "updateUserRole")
	if err != nil {
		return User{}, err
	}
	if err := a.needs("updateUserRole"); err != nil { // oneself is found without it
		return User{}, err
	}
	role, err := roleNamed(ctx, s.pool, user.OrgID, name)
	if err != nil {
		return User{}, err
	}
	if user.ID == a.User.ID {
		return User{}, fault.New(fault.Conflict, "You cannot change your own role.")
	}
	if err := a.over(user.Role); err != nil {
		return User{}, err
	}
	if err := s.mayGive(ctx, a, role); err != nil {
		return User{}, err
	}
	return s.changeUser(ctx, a, user, "user.role", func(tx pgx.Tx) (map[string]any, error) {
		if err := sameVersion(ctx, tx, user.ID, seen); err != nil {
			return nil, err
		}
		// The old role in the condition: of two changes at once the second is judged anew.
		tag, err := tx.Exec(ctx, `UPDATE outrider.account SET role = $2, own_role = NULLIF($4, '') WHERE id = $1 AND role = $3 AND COALESCE(own_role, '') = $5`,
			user.ID, role.Base, user.Role, role.Own, user.OwnRole)
		if violates(err, "account_own_role_fk") {
			return nil, fault.New(fault.Conflict, "This role was just deleted.")
		}
		if err != nil {
			return nil, fmt.Errorf("change the role of %s: %w", user.ID, err)
		}
		if tag.RowsAffected() == 0 {
			return nil, fault.New(fault.Conflict, "Somebody just changed this user. Please try again.")
		}
		return map[string]any{"from": user.held().key(), "to": role.key()}, keepsAdministrator(ctx, tx, user)
	})
}

// MoveUser puts an account into another group. seen is the version that the actor read, nil for any.
func (s *Service) MoveUser(ctx context.Context, who Actor, idOrEmail, groupID string, seen *int64) (User, error) {
	a, user, err := s.person(ctx, who, idOrEmail, "moveUserToGroup")
	if err != nil {
		return User{}, err
	}
	if err := a.needs("moveUserToGroup"); err != nil {
		return User{}, err
	}
	if user.OrgID != a.OrgID {
		return User{}, errNoUser()
	}
	target, err := findGroup(ctx, s.pool, a.OrgID, groupID)
	if err != nil {
		return User{}, err
	}
	if !a.inScope(target.Path) {
		return User{}, errNoGroup()
	}
	if err := a.over(user.Role); err != nil {
		return User{}, err
	}
	return s.changeUser(ctx, a, user, "user.move", func(tx pgx.Tx) (map[string]any, error) {
		if err := sameVersion(ctx, tx, user.ID, seen); err != nil {
			return nil, err
		}
		_, err := tx.Exec(ctx, `UPDATE outrider.account SET group_id = $2 WHERE id = $1`, user.ID, target.ID)
		if violates(err, "account_group_fk") {
			return nil, errNoGroup()
		}
		if err != nil {
			return nil, fmt.Errorf("move user %s: %w", user.ID, err)
		}
		return map[string]any{"from": user.GroupID, "to": target.ID}, nil
	})
}

// SignOutUser ends all sessions of a user: of oneself, or of somebody whom one may disable.
func (s *Service) SignOutUser(ctx context.Context, who Actor, id string) error {
	a, user, err := s.person(ctx, who, id, "updateUserStatus")
	if err != nil {
		return err
	}
	if err := a.needs("updateUserStatus"); err != nil {
		return err
	}
	if user.ID != a.User.ID {
		if err := a.over(user.Role); err != nil {
			return err
		}
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := session.EndAll(ctx, tx, user.ID, "", "administrator", s.now()); err != nil {
			return err
		}
		return note(ctx, tx, a.User.ID, user.OrgID, "user.sign-out", user.ID, nil)
	})
}

// changeUser runs one change of an account with all that follows from it, and returns the account as it is then.
func (s *Service) changeUser(ctx context.Context, a actor, user User, action string, change func(tx pgx.Tx) (map[string]any, error)) (User, error) {
	err := s.write(ctx, func(tx pgx.Tx) error { return s.changeUserIn(ctx, tx, a, user, action, change) })
	if err != nil {
		return User{}, err
	}
	after, err := findUser(ctx, s.pool, user.OrgID, user.ID)
	if err == nil {
		tellChange(ctx, user, after)
	}
	return after, err
}

// changeUserIn is changeUser inside a transaction that has more to do.
func (s *Service) changeUserIn(ctx context.Context, tx pgx.Tx, a actor, user User, action string, change func(tx pgx.Tx) (map[string]any, error)) error {
	return access.Rewrite(ctx, tx, access.Reach{OrgID: user.OrgID, AccountIDs: []string{user.ID}}, func() error {
		detail, err := change(tx)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE outrider.account SET version = version + 1 WHERE id = $1`, user.ID); err != nil {
			return fmt.Errorf("count the change of user %s: %w", user.ID, err)
		}
		if err := note(ctx, tx, a.User.ID, user.OrgID, action, user.ID, detail); err != nil {
			return err
		}
		return emitUser(ctx, tx, user.ID, s.now())
	})
}
