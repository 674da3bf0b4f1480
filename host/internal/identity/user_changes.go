package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

func equalFold(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), b) }

// ListUsers is everybody of the organisation in the actor's subtree.
func (s *Service) ListUsers(ctx context.Context, r *pluginv1.ListUsersRequest) (*pluginv1.ListUsersResponse, error) {
	users, err := s.listUsers(ctx, r.GetActor())
	return &pluginv1.ListUsersResponse{Users: users}, s.toStatus("ListUsers", err)
}

func (s *Service) listUsers(ctx context.Context, who *pluginv1.Actor) ([]*pluginv1.User, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return nil, err
	}
	if err := a.needs("listUsers"); err != nil {
		return nil, err
	}
	from, to := a.pathRange()
	rows, err := s.pool.Query(ctx, `SELECT `+userColumns+` FROM outrider.account a JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id
		WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 ORDER BY a.email`, a.OrgID, from, to)
	if err != nil {
		return nil, fmt.Errorf("list users of %s: %w", a.OrgID, err)
	}
	users, err := pgx.CollectRows(rows, scanUser)
	if err != nil {
		return nil, fmt.Errorf("list users of %s: %w", a.OrgID, err)
	}
	return users, nil
}

// GetUser is oneself or somebody whom one may list.
func (s *Service) GetUser(ctx context.Context, r *pluginv1.GetUserRequest) (*pluginv1.User, error) {
	_, user, err := s.person(ctx, r.GetActor(), r.GetIdOrEmail(), "listUsers")
	return user.User, s.toStatus("GetUser", err)
}

// UpdateUser changes a profile, or switches an account off and on. Switching off ends its sessions.
func (s *Service) UpdateUser(ctx context.Context, r *pluginv1.UpdateUserRequest) (*pluginv1.User, error) {
	user, err := s.updateUser(ctx, r)
	return user, s.toStatus("UpdateUser", err)
}

func (s *Service) updateUser(ctx context.Context, r *pluginv1.UpdateUserRequest) (*pluginv1.User, error) {
	permission := "updateUserProfile"
	profile := r.FirstName != nil || r.LastName != nil || r.Telephone != nil || r.Mobile != nil
	if r.Disabled != nil && !profile {
		permission = "updateUserStatus"
	}
	a, user, err := s.person(ctx, r.GetActor(), r.GetUserId(), permission)
	if err != nil {
		return nil, err
	}
	if err := mayUpdate(a, user, r.Disabled); err != nil {
		return nil, err
	}
	return s.changeUser(ctx, a, user, "user.update", func(tx pgx.Tx) (map[string]any, error) {
		_, err := tx.Exec(ctx, `UPDATE outrider.account SET first_name = COALESCE($2, first_name), last_name = COALESCE($3, last_name),
			telephone = COALESCE($4, telephone), mobile = COALESCE($5, mobile), disabled = COALESCE($6, disabled) WHERE id = $1`,
			user.GetId(), r.FirstName, r.LastName, r.Telephone, r.Mobile, r.Disabled)
		if err != nil {
			return nil, fmt.Errorf("update user %s: %w", user.GetId(), err)
		}
		if r.GetDisabled() {
			err = session.EndAll(ctx, tx, user.GetId(), "", "disabled", s.now())
		}
		return map[string]any{"disabled": r.Disabled, "profile": profile}, err
	})
}

func mayUpdate(a actor, user userWithPath, disabled *bool) error {
	self := user.GetId() == a.User.ID
	if !self {
		if err := a.over(user.GetRole()); err != nil {
			return err
		}
	}
	if disabled == nil || *disabled == user.GetDisabled() {
		return nil
	}
	if self {
		return fault.New(fault.Conflict, "You cannot disable your own account.")
	}
	return a.needs("updateUserStatus")
}

// SetUserRole gives an account another role, at most as powerful as the actor's.
func (s *Service) SetUserRole(ctx context.Context, r *pluginv1.SetUserRoleRequest) (*pluginv1.User, error) {
	user, err := s.setUserRole(ctx, r)
	return user, s.toStatus("SetUserRole", err)
}

func (s *Service) setUserRole(ctx context.Context, r *pluginv1.SetUserRoleRequest) (*pluginv1.User, error) {
	a, user, err := s.person(ctx, r.GetActor(), r.GetUserId(), "updateUserRole")
	if err != nil {
		return nil, err
	}
	if err := a.needs("updateUserRole"); err != nil { // oneself is found without it
		return nil, err
	}
	role, known := access.CanonicalRole(r.GetRole())
	if !known {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.role", Message: "is not a role"})
	}
	if user.GetId() == a.User.ID {
		return nil, fault.New(fault.Conflict, "You cannot change your own role.")
	}
	for _, rank := range []string{user.GetRole(), role} {
		if err := a.over(rank); err != nil {
			return nil, err
		}
	}
	return s.changeUser(ctx, a, user, "user.role", func(tx pgx.Tx) (map[string]any, error) {
		// The old role in the condition: of two changes at once the second is judged anew.
		tag, err := tx.Exec(ctx, `UPDATE outrider.account SET role = $2 WHERE id = $1 AND role = $3`, user.GetId(), role, user.GetRole())
		if err != nil {
			return nil, fmt.Errorf("change the role of %s: %w", user.GetId(), err)
		}
		if tag.RowsAffected() == 0 {
			return nil, fault.New(fault.Conflict, "Somebody just changed this user. Please try again.")
		}
		return map[string]any{"from": user.GetRole(), "to": role}, nil
	})
}

// MoveUser puts an account into another group.
func (s *Service) MoveUser(ctx context.Context, r *pluginv1.MoveUserRequest) (*pluginv1.User, error) {
	user, err := s.moveUser(ctx, r)
	return user, s.toStatus("MoveUser", err)
}

func (s *Service) moveUser(ctx context.Context, r *pluginv1.MoveUserRequest) (*pluginv1.User, error) {
	a, user, err := s.person(ctx, r.GetActor(), r.GetIdOrEmail(), "moveUserToGroup")
	if err != nil {
		return nil, err
	}
	if err := a.needs("moveUserToGroup"); err != nil {
		return nil, err
	}
	if user.GetOrgId() != a.OrgID {
		return nil, errNoUser()
	}
	target, err := findGroup(ctx, s.pool, a.OrgID, r.GetGroupId())
	if err != nil {
		return nil, err
	}
	if !a.inScope(target.Path) {
		return nil, errNoGroup()
	}
	if err := a.over(user.GetRole()); err != nil {
		return nil, err
	}
	return s.changeUser(ctx, a, user, "user.move", func(tx pgx.Tx) (map[string]any, error) {
		_, err := tx.Exec(ctx, `UPDATE outrider.account SET group_id = $2 WHERE id = $1`, user.GetId(), target.ID)
		if violates(err, "account_group_fk") {
			return nil, errNoGroup()
		}
		if err != nil {
			return nil, fmt.Errorf("move user %s: %w", user.GetId(), err)
		}
		return map[string]any{"from": user.GetGroupId(), "to": target.ID}, nil
	})
}

// changeUser runs one change of an account with all that follows from it, and returns the account as it is then.
func (s *Service) changeUser(ctx context.Context, a actor, user userWithPath, action string, change func(tx pgx.Tx) (map[string]any, error)) (*pluginv1.User, error) {
	err := s.write(ctx, func(tx pgx.Tx) error {
		return access.Rewrite(ctx, tx, access.Reach{OrgID: user.GetOrgId(), AccountID: user.GetId()}, func() error {
			detail, err := change(tx)
			if err != nil {
				return err
			}
			if err := note(ctx, tx, a.User.ID, user.GetOrgId(), action, user.GetId(), detail); err != nil {
				return err
			}
			return emitUser(ctx, tx, user.GetId(), s.now())
		})
	})
	if err != nil {
		return nil, err
	}
	changed, err := findUser(ctx, s.pool, user.GetOrgId(), user.GetId())
	return changed.User, err
}
