package identity

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
)

// ReprovisionUser makes a user what a directory wants. Whoever is turned off is signed out everywhere at once. Faults: not_found, invalid, denied for people above the key's
// maker and roles above theirs, conflict for the maker's own account and the last administrator, ErrTaken.
func (s *Service) ReprovisionUser(ctx context.Context, who Actor, id string, want Provision) error {
	p, err := s.provisioner(ctx, who)
	if err != nil {
		return err
	}
	user, err := s.led(ctx, s.pool, p, id)
	if err != nil {
		return err
	}
	if want, err = want.tidied(); err != nil {
		return err
	}
	return s.change(ctx, p, user, want)
}

// change writes a user as wanted.
func (s *Service) change(ctx context.Context, p provisioner, user User, want Provision) error {
	role, err := s.mayChange(ctx, p, user, want)
	if err != nil {
		return err
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		if !differs(user, want) && role == user.held() {
			return s.keepProvision(ctx, tx, user.OrgID, user.ID, want)
		}
		err := s.changeUserIn(ctx, tx, p.actor, user, "user.reprovision", func(tx pgx.Tx) (map[string]any, error) {
			detail := map[string]any{"active": want.Active, "email": user.Email != want.Email, "from": user.held().key(), "to": role.key()}
			return detail, s.rewrite(ctx, tx, user, want, role)
		})
		if err != nil {
			return err
		}
		return s.inviteProvisioned(ctx, tx, p, user.ID)
	})
	if err == nil {
		s.mailed()
	}
	return err
}

// differs reports whether an account is not as wanted, its role apart.
func differs(user User, want Provision) bool {
	return user.Email != want.Email || user.FirstName != want.FirstName || user.LastName != want.LastName || user.Telephone != want.Telephone ||
		user.Mobile != want.Mobile || user.Disabled == want.Active
}

// mayChange refuses what the key's maker may not do to the user, and returns the role that the user has afterwards.
func (s *Service) mayChange(ctx context.Context, p provisioner, user User, want Provision) (heldRole, error) {
	role := user.held()
	if want.Role != "" && want.Role != role.key() {
		var err error
		if role, err = s.givable(ctx, p, want.Role); err != nil {
			return role, err
		}
	}
	if role == user.held() && !differs(user, want) {
		return role, nil // being told what is so already changes nobody
	}
	if err := p.maker.over(user.Role); err != nil {
		return role, err
	}
	if role != user.held() {
		if user.ID == p.User.ID {
			return role, fault.New(fault.Conflict, "You cannot change your own role.")
		}
		if err := p.maker.needs("updateUserRole"); err != nil {
			return role, err
		}
	}
	if user.Disabled == want.Active {
		if user.ID == p.User.ID {
			return role, fault.New(fault.Conflict, "You cannot disable your own account.")
		}
		if err := p.maker.needs("updateUserStatus"); err != nil {
			return role, err
		}
	}
	return role, p.maker.needs("updateUserProfile")
}

func (s *Service) rewrite(ctx context.Context, tx pgx.Tx, user User, want Provision, role heldRole) error {
	set, values := assignments(want.asChange(), 5)
	tag, err := tx.Exec(ctx, `UPDATE outrider.account SET email = $2, role = $3, own_role = NULLIF($4, ''), `+set+` WHERE id = $1 AND version = $5`,
		append([]any{user.ID, want.Email, role.Base, role.Own, want.Version}, values...)...)
	if violates(err, "account_email_unique") {
		return ErrTaken
	}
	if violates(err, "account_own_role_fk") {
		return fault.New(fault.Conflict, "This role was just deleted.")
	}
	if err != nil {
		return fmt.Errorf("provision user %s: %w", user.ID, err)
	}
	if tag.RowsAffected() == 0 {
		return ErrQuicker
	}
	if err := s.keepProvision(ctx, tx, user.OrgID, user.ID, want); err != nil {
		return err
	}
	if user.Email != want.Email { // links that were mailed to the old address open nothing any more
		if err := s.dropInvites(ctx, tx, user.ID, user.Email); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.password_reset WHERE account_id = $1`, user.ID); err != nil {
			return fmt.Errorf("forget the reset of user %s: %w", user.ID, err)
		}
	}
	if !want.Active && !user.Disabled {
		return s.turnOff(ctx, tx, user)
	}
	return keepsAdministrator(ctx, tx, user)
}
