package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

var _ session.Invites = (*Service)(nil)

// openInvite is an invite that can be accepted.
type openInvite struct {
	id, orgID, role, own, groupID string
	accountID                     string // that was made already, and gets its password now; empty: it is made now
	session.Invited
}

func errInviteUsed() error {
	return fault.New(fault.NotFound, "This link has been used or has expired.")
}

// Invited is whom a link is for.
func (s *Service) Invited(ctx context.Context, token string) (session.Invited, error) {
	i, err := s.findOpen(ctx, s.pool, token, "")
	return i.Invited, err
}

// Accept makes the account that an invite is for. Of two who use one link at once one succeeds.
func (s *Service) Accept(ctx context.Context, token string, said session.Acceptance) (string, error) {
	i, err := s.findOpen(ctx, s.pool, token, "") // before the costly hash
	if err != nil {
		return "", err
	}
	if email := strings.ToLower(strings.TrimSpace(said.Email)); email != "" && email != i.Email {
		return "", fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.email", Message: "The invite is for another address."})
	}
	for location, text := range map[string]string{"body.first_name": said.FirstName, "body.last_name": said.LastName} {
		if len(text) > maxLabel || strings.ContainsRune(text, 0) {
			return "", fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "is too long"})
		}
	}
	hash, err := s.hasher.Hash(ctx, said.Password)
	if err != nil {
		return "", err
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, i.orgID); err != nil {
			return err
		}
		if i, err = s.findOpen(ctx, tx, token, " FOR UPDATE OF i"); err != nil {
			return err
		}
		return s.admit(ctx, tx, i, hash, said)
	})
	if err != nil {
		return "", err
	}
	return i.Email, nil
}

// admit makes the account of an invite and marks that as accepted.
func (s *Service) admit(ctx context.Context, tx pgx.Tx, i openInvite, hash string, said session.Acceptance) error {
	first, last := strings.TrimSpace(said.FirstName), strings.TrimSpace(said.LastName)
	if first == "" && last == "" {
		first, last = i.FirstName, i.LastName
	}
	id, err := s.accountOf(ctx, tx, i, Account{Email: i.Email, PasswordHash: hash, FirstName: first, LastName: last, OrgID: i.orgID, Role: i.role, OwnRole: i.own, GroupID: i.groupID})
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.invite SET accepted_at = $2, account_id = $3 WHERE id = $1`, i.id, s.now(), id); err != nil {
		return fmt.Errorf("accept invite %s: %w", i.id, err)
	}
	audit.Note(ctx, func(r *audit.Record) {
		r.ActorID, r.ActorEmail, r.ActorName, r.ActorRole, r.HomeOrgID, r.OrgID = id, i.Email, strings.TrimSpace(first+" "+last), i.role, i.orgID, i.orgID
		r.ObjectKind, r.ObjectID = "invite", i.id
	})
	return note(ctx, tx, id, i.orgID, "invite.accept", i.id, nil)
}

// accountOf makes the account of an invite, or gives the one that a directory has made already its password.
func (s *Service) accountOf(ctx context.Context, tx pgx.Tx, i openInvite, a Account) (string, error) {
	if i.accountID == "" {
		return CreateAccount(ctx, tx, a, s.now())
	}
	_, err := tx.Exec(ctx, `UPDATE outrider.account SET password_hash = $2, first_name = $3, last_name = $4, version = version + 1 WHERE id = $1`, i.accountID, a.PasswordHash, a.FirstName, a.LastName)
	if err != nil {
		return "", fmt.Errorf("give account %s its password: %w", i.accountID, err)
	}
	return i.accountID, emitUser(ctx, tx, i.accountID, s.now())
}

// findOpen finds the invite of a link. Fault: not_found, whatever became of it.
func (s *Service) findOpen(ctx context.Context, q queryer, token, lock string) (i openInvite, err error) {
	err = q.QueryRow(ctx, `SELECT i.id::text, i.org_id, i.role, COALESCE(i.own_role, ''), i.group_id, i.email, i.first_name, i.last_name, o.name, COALESCE(a.id::text, '')
		FROM outrider.invite i JOIN outrider.organisation o ON o.id = i.org_id JOIN outrider.group_node g ON g.org_id = i.org_id AND g.id = i.group_id
		LEFT JOIN outrider.account a ON a.id = i.account_id
		WHERE a.disabled IS NOT TRUE AND i.token_hash = $1 AND i.accepted_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > $2 AND NOT o.disabled`+lock, inviteDigest(token), s.now()).
		Scan(&i.id, &i.orgID, &i.role, &i.own, &i.groupID, &i.Email, &i.FirstName, &i.LastName, &i.Organisation, &i.accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return openInvite{}, errInviteUsed()
	}
	if err != nil {
		return openInvite{}, fmt.Errorf("find an invite: %w", err)
	}
	return i, nil
}
