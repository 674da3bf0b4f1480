package identity

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// PersonOf is the user whose data the actor may take along: oneself, or with deleteUser somebody below.
func (s *Service) PersonOf(ctx context.Context, who Actor, id string) (User, error) {
	a, user, err := s.person(ctx, who, id, "deleteUser")
	if err != nil {
		return User{}, err
	}
	if user.ID == a.User.ID {
		return user, nil
	}
	return user, a.over(user.Role)
}

// Erase takes a person's account away for good: with it go sessions, keys, preferences and everything else by which they sign in. more runs in the same
// transaction. Plugins are told by event.identity.user, and remove what belongs to the person alone. Faults: not_found, denied, conflict for oneself and for the
// last administrator.
func (s *Service) Erase(ctx context.Context, who Actor, id string, more func(tx pgx.Tx, user User, as audit.Person) error) (User, audit.Person, error) {
	a, user, err := s.person(ctx, who, id, "deleteUser")
	if err != nil {
		return User{}, audit.Person{}, err
	}
	if user.ID == a.User.ID {
		return User{}, audit.Person{}, fault.New(fault.Conflict, "You cannot erase yourself. Another administrator has to.")
	}
	if err := a.needs("deleteUser"); err != nil {
		return User{}, audit.Person{}, err
	}
	if err := a.over(user.Role); err != nil {
		return User{}, audit.Person{}, err
	}
	as := pseudonymOf(user)
	return user, as, s.write(ctx, func(tx pgx.Tx) error {
		return access.Rewrite(ctx, tx, access.Reach{OrgID: user.OrgID, AccountIDs: []string{user.ID}}, func() error {
			if err := s.removeAccount(ctx, tx, a, user, as); err != nil {
				return err
			}
			return more(tx, user, as)
		})
	})
}

func pseudonymOf(user User) audit.Person {
	as := audit.PersonErased(user.ID)
	as.Email, as.Name = user.Email, strings.TrimSpace(user.FirstName+" "+user.LastName)
	return as
}

func (s *Service) removeAccount(ctx context.Context, tx pgx.Tx, a actor, user User, as audit.Person) error {
	if err := session.EndAll(ctx, tx, user.ID, "", "erased", s.now()); err != nil {
		return err
	}
	for _, statement := range []struct {
		query  string
		values []any
	}{
		{`UPDATE outrider.session SET revoked_at = $2, revoked_by = 'erased' WHERE account_id = $1 AND revoked_at IS NULL`, []any{user.ID, s.now()}}, // API keys
		{`DELETE FROM outrider.account WHERE id = $1`, []any{user.ID}},
		{`DELETE FROM outrider.sign_in_attempt WHERE lower(subject) = $1`, []any{user.Email}},
		{`DELETE FROM outrider.mail WHERE org_id = $1 AND lower(recipient) = $2`, []any{user.OrgID, user.Email}},
		{`DELETE FROM outrider.invite WHERE org_id = $1 AND email = $2`, []any{user.OrgID, user.Email}},
		{`INSERT INTO outrider.erased_person (id, org_id, pseudonym, erased_at, erased_by) VALUES ($1, $2, $3, $4, $5)`, []any{user.ID, user.OrgID, as.PseudonymName, s.now(), a.User.ID}},
	} {
		if _, err := tx.Exec(ctx, statement.query, statement.values...); err != nil {
			return fmt.Errorf("erase user %s: %w", user.ID, err)
		}
	}
	if err := keepsAdministrator(ctx, tx, user); err != nil {
		return err
	}
	if err := note(ctx, tx, a.User.ID, user.OrgID, "user.erase", user.ID, nil); err != nil {
		return err
	}
	return emit(ctx, tx, "event.identity.user", user.OrgID, s.now(), events.UserChanged{
		ID: user.ID, Email: as.PseudonymEmail, Name: as.PseudonymName, LastName: as.PseudonymName, Role: user.Role, GroupID: user.GroupID, Disabled: true, Erased: true,
	})
}
