package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// InviteLife is how long the link of an invite is good.
const InviteLife = 7 * 24 * time.Hour

// The states of an invite.
const (
	invitePending   = "pending"
	inviteExpired   = "expired"
	inviteCancelled = "cancelled"
	inviteAccepted  = "accepted"
)

// Invite is somebody who was asked into an organisation.
type Invite struct {
	ID        string    `db:"id" sql:"i.id::text" json:"id"`
	Email     string    `db:"email" json:"email"`
	FirstName string    `db:"first_name" json:"first_name"`
	LastName  string    `db:"last_name" json:"last_name"`
	Role      string    `db:"role" sql:"COALESCE(i.own_role, i.role)" json:"role" doc:"Or the id of a role of the organisation's own"`
	GroupID   string    `db:"group_id" json:"node"`
	Group     string    `db:"group_label" sql:"COALESCE(g.label, '')" json:"user_group" doc:"Name of the group; empty: it is gone"`
	State     string    `db:"state" sql:"i.state" json:"state" enum:"pending,expired,cancelled,accepted"`
	By        string    `db:"created_by" sql:"COALESCE(NULLIF(b.name, ''), b.email, '')" json:"created_by" doc:"Who invited; empty: somebody who is gone"`
	CreatedAt time.Time `db:"created_at" json:"created_date"`
	SentAt    time.Time `db:"sent_at" json:"sent"`
	ExpiresAt time.Time `db:"expires_at" json:"expires"`
	Path      string    `db:"path" sql:"COALESCE(g.path, '/')" json:"-"`
}

// inviteState is the state of a row i of outrider.invite.
const inviteState = `CASE WHEN accepted_at IS NOT NULL THEN 'accepted' WHEN cancelled_at IS NOT NULL THEN 'cancelled' WHEN expires_at <= now() THEN 'expired' ELSE 'pending' END`

var (
	inviteColumns = columns[Invite]("i")
	fromInvites   = ` FROM (SELECT *, ` + inviteState + ` AS state FROM outrider.invite) i LEFT JOIN outrider.group_node g ON g.org_id = i.org_id AND g.id = i.group_id
		LEFT JOIN outrider.account b ON b.id = i.created_by `
)

// Invitation is whom somebody wants to invite.
type Invitation struct {
	Email     string `json:"email" maxLength:"254"`
	Role      string `json:"role" maxLength:"40" doc:"Or the id of a role of the organisation's own"`
	Node      string `json:"node,omitempty" maxLength:"63" doc:"Id of the group; empty: the caller's own"`
	FirstName string `json:"first_name,omitempty" maxLength:"100"`
	LastName  string `json:"last_name,omitempty" maxLength:"100"`

	own string // id of the organisation's own role, whose base is then Role
}

// Invite asks somebody into the actor's organisation by mail. Nobody invites into more than they have: neither a role above their own or that may
// do what they may not, nor a group that they do not see.
func (s *Service) Invite(ctx context.Context, who Actor, wanted Invitation) (Invite, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return Invite{}, err
	}
	wanted, err = s.checkInvitation(ctx, a, wanted)
	if err != nil {
		return Invite{}, err
	}
	var id string
	err = s.write(ctx, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, a.OrgID); err != nil {
			return err
		}
		if err := replaceExpired(ctx, tx, a.OrgID, wanted.Email, s.now()); err != nil {
			return err
		}
		id, err = s.insertInvite(ctx, tx, a, wanted)
		return err
	})
	if err != nil {
		return Invite{}, err
	}
	s.mailed()
	return findInvite(ctx, s.pool, a.OrgID, id)
}

// insertInvite adds an invite that was checked, and its mail, inside tx.
func (s *Service) insertInvite(ctx context.Context, tx pgx.Tx, a actor, wanted Invitation) (id string, err error) {
	token := rand.Text()
	err = tx.QueryRow(ctx, `INSERT INTO outrider.invite (org_id, email, first_name, last_name, role, own_role, group_id, token_hash, created_by, created_at, sent_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, NULLIF($11, ''), $6, $7, $8, $9, $9, $10) RETURNING id::text`, a.OrgID, wanted.Email, wanted.FirstName, wanted.LastName, wanted.Role, wanted.Node,
		inviteDigest(token), a.User.ID, s.now(), s.now().Add(InviteLife), wanted.own).Scan(&id)
	if violates(err, "invite_one_open") {
		return "", fault.New(fault.Conflict, "There is an invite for this e-mail address already.")
	}
	if err != nil {
		return "", fmt.Errorf("insert an invite to %s: %w", a.OrgID, err)
	}
	if err := s.mailInvite(ctx, tx, a, id, wanted.Email, token); err != nil {
		return "", err
	}
	return id, note(ctx, tx, a.User.ID, a.OrgID, "invite.create", id, map[string]any{"role": wanted.Role, "node": wanted.Node})
}

// replaceExpired makes room for a new invite where the last one was not used in time.
func replaceExpired(ctx context.Context, tx pgx.Tx, orgID, email string, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE outrider.invite SET cancelled_at = $3 WHERE org_id = $1 AND email = $2 AND accepted_at IS NULL AND cancelled_at IS NULL AND expires_at <= $3`,
		orgID, email, now)
	if err != nil {
		return fmt.Errorf("set an expired invite aside: %w", err)
	}
	return nil
}

// checkInvitation is the invitation as it is kept, or what is wrong with it: by field, denied, or a conflict.
func (s *Service) checkInvitation(ctx context.Context, a actor, wanted Invitation) (Invitation, error) {
	if err := a.needs("createUser"); err != nil {
		return wanted, err
	}
	wanted, err := wanted.tidied("body.email")
	if err != nil {
		return wanted, err
	}
	role, err := roleNamed(ctx, s.pool, a.OrgID, wanted.Role)
	if err != nil {
		return wanted, err
	}
	wanted.Role, wanted.own = role.Base, role.Own
	if err := s.mayGive(ctx, a, role); err != nil {
		return wanted, err
	}
	if wanted.Node == "" {
		if wanted.Node = lastOf(a.Scope.Path); wanted.Node == "" {
			return wanted, errNoGroup()
		}
	}
	if _, err := s.visibleGroup(ctx, s.pool, a, wanted.Node); err != nil {
		return wanted, err
	}
	return wanted, s.noAccount(ctx, wanted.Email)
}

// tidied is the invitation without what people type around addresses and names; fault.Invalid names the field of an address that is none.
func (i Invitation) tidied(location string) (Invitation, error) {
	i.Email = strings.ToLower(strings.TrimSpace(i.Email))
	i.FirstName, i.LastName = strings.TrimSpace(i.FirstName), strings.TrimSpace(i.LastName)
	if address, err := mail.ParseAddress(i.Email); err != nil || address.Address != i.Email {
		return i, fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "This field must be a valid email."})
	}
	return i, nil
}

// noAccount refuses an address that has an account in any organisation.
func (s *Service) noAccount(ctx context.Context, email string) error {
	var taken bool
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.account WHERE email = $1)`, email).Scan(&taken); err != nil {
		return fmt.Errorf("look for an account: %w", err)
	}
	if taken {
		return fault.New(fault.Conflict, "There is an account with this e-mail address already.")
	}
	return nil
}

// lastOf is the id of the group that a path leads to.
func lastOf(path string) string {
	path = strings.TrimSuffix(path, "/")
	return path[strings.LastIndex(path, "/")+1:]
}

// CancelInvite makes an invite worthless that was not accepted yet.
func (s *Service) CancelInvite(ctx context.Context, who Actor, id string) error {
	return s.changeInvite(ctx, who, id, "invite.cancel", func(tx pgx.Tx, _ actor, i Invite) error {
		_, err := tx.Exec(ctx, `UPDATE outrider.invite SET cancelled_at = $2 WHERE id = $1`, i.ID, s.now())
		return err
	})
}

// ResendInvite mails a new link, good for seven days from now; the old one is worthless.
func (s *Service) ResendInvite(ctx context.Context, who Actor, id string) (Invite, error) {
	err := s.changeInvite(ctx, who, id, "invite.resend", func(tx pgx.Tx, a actor, i Invite) error {
		role, err := roleNamed(ctx, tx, a.OrgID, i.Role)
		if err != nil {
			return err
		}
		if err := s.mayGive(ctx, a, role); err != nil {
			return err
		}
		token := rand.Text()
		_, err = tx.Exec(ctx, `UPDATE outrider.invite SET token_hash = $2, sent_at = $3, expires_at = $4 WHERE id = $1`, i.ID, inviteDigest(token), s.now(), s.now().Add(InviteLife))
		if err != nil {
			return err
		}
		return s.mailInvite(ctx, tx, a, i.ID, i.Email, token)
	})
	if err != nil {
		return Invite{}, err
	}
	s.mailed()
	return findInvite(ctx, s.pool, who.OrgID, id)
}

// changeInvite runs a change of an open invite that the actor sees.
func (s *Service) changeInvite(ctx context.Context, who Actor, id, action string, change func(tx pgx.Tx, a actor, i Invite) error) error {
	a, err := s.act(ctx, who)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		if err := access.Serialise(ctx, tx, a.OrgID); err != nil {
			return err
		}
		i, err := findInvite(ctx, tx, a.OrgID, id)
		if err != nil {
			return err
		}
		if !a.inScope(i.Path) {
			return errNoInvite()
		}
		if err := a.needs("createUser"); err != nil {
			return err
		}
		switch i.State {
		case inviteAccepted:
			return fault.New(fault.Conflict, "This invite was accepted.")
		case inviteCancelled:
			return fault.New(fault.Conflict, "This invite was cancelled.")
		}
		if err := change(tx, a, i); err != nil {
			return fmt.Errorf("%s %s: %w", action, i.ID, err)
		}
		return note(ctx, tx, a.User.ID, a.OrgID, action, i.ID, nil)
	})
}

// findInvite reads one of an organisation. Fault: not_found.
func findInvite(ctx context.Context, q queryer, orgID, id string) (Invite, error) {
	rows, err := q.Query(ctx, `SELECT `+inviteColumns+fromInvites+`WHERE i.org_id = $1 AND i.id = NULLIF($2, '')::uuid`, orgID, uuidOrEmpty(id))
	if err != nil {
		return Invite{}, fmt.Errorf("find an invite of %s: %w", orgID, err)
	}
	i, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Invite])
	if errors.Is(err, pgx.ErrNoRows) {
		return Invite{}, errNoInvite()
	}
	if err != nil {
		return Invite{}, fmt.Errorf("find an invite of %s: %w", orgID, err)
	}
	return i, nil
}

func errNoInvite() error { return fault.New(fault.NotFound, "There is no such invite.") }

func inviteDigest(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
