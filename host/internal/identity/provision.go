package identity

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// PermissionProvision lets a directory lead the users of its organisation.
const PermissionProvision = access.PermissionProvision

// ErrTaken is the conflict of a name or an address that somebody has already.
var ErrTaken = fault.New(fault.Conflict, "There is an account with this e-mail address already.")

// ErrQuicker is the conflict of a change that was made of what is not so any more. Read it again and repeat the change.
var ErrQuicker = fault.New(fault.Conflict, "Somebody just changed this user. Please try again.")

// Provision is a user as a directory wants one.
type Provision struct {
	UserName, ExternalID string
	Email                string // one signs in with it
	FirstName, LastName  string
	Telephone, Mobile    string
	Active               bool
	Role                 string // a role, or the id of one of the organisation's own; empty: as it is, of a new user DRIVER
	Version              int64  // that the change was made of
}

// provisioner is who leads users: an API key and its maker. The key bounds whom it sees; what it gives and takes is what its maker may give and take.
type provisioner struct {
	actor
	maker actor
}

func (s *Service) provisioner(ctx context.Context, who Actor) (provisioner, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return provisioner{}, err
	}
	if err := a.needs(PermissionProvision); err != nil {
		return provisioner{}, err
	}
	maker, err := s.act(ctx, Actor{UserID: who.UserID, OrgID: who.OrgID})
	return provisioner{a, maker}, err
}

// ProvisionUser makes an account and returns its id. Where no other site signs the organisation's people in, an invite is mailed by which they choose a password. One that
// the directory deleted before comes back as it was. Faults: invalid, denied, ErrTaken.
func (s *Service) ProvisionUser(ctx context.Context, who Actor, want Provision) (id string, err error) {
	p, err := s.provisioner(ctx, who)
	if err != nil {
		return "", err
	}
	if want, err = want.tidied(); err != nil {
		return "", err
	}
	if err := p.maker.needs("createUser"); err != nil {
		return "", err
	}
	if removed, err := s.removedUser(ctx, p, want.Email); err != nil || removed.ID != "" {
		if err != nil {
			return "", err
		}
		want.Version = removed.Version
		return removed.ID, s.change(ctx, p, removed, want)
	}
	if want.Role == "" {
		want.Role = access.Driver
	}
	role, err := s.givable(ctx, p, want.Role)
	if err != nil {
		return "", err
	}
	node, err := s.provisionedNode(ctx, p)
	if err != nil {
		return "", err
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		id, err = CreateAccount(ctx, tx, Account{Email: want.Email, FirstName: want.FirstName, LastName: want.LastName, OrgID: p.OrgID, Role: role.Base, OwnRole: role.Own, GroupID: node}, s.now())
		if err != nil {
			return takenOr(err)
		}
		return s.settleNew(ctx, tx, p, id, want)
	})
	if err == nil {
		s.mailed()
	}
	return id, err
}

// settleNew writes what a new account has beside what every account has.
func (s *Service) settleNew(ctx context.Context, tx pgx.Tx, p provisioner, id string, want Provision) error {
	user, err := findUser(ctx, tx, p.OrgID, id)
	if err != nil {
		return err
	}
	web.AuditValue(ctx, "user", user.shownName())
	err = s.changeUserIn(ctx, tx, p.actor, user, "user.provision", func(tx pgx.Tx) (map[string]any, error) {
		set, values := assignments(want.asChange(), 1)
		if _, err := tx.Exec(ctx, `UPDATE outrider.account SET `+set+` WHERE id = $1`, append([]any{id}, values...)...); err != nil {
			return nil, fmt.Errorf("complete user %s: %w", id, err)
		}
		return map[string]any{"role": user.held().key(), "active": want.Active}, s.keepProvision(ctx, tx, p.OrgID, id, want)
	})
	if err != nil {
		return err
	}
	return s.inviteProvisioned(ctx, tx, p, id)
}

// keepProvision notes what the directory calls an account.
func (s *Service) keepProvision(ctx context.Context, tx pgx.Tx, orgID, id string, want Provision) error {
	_, err := tx.Exec(ctx, `INSERT INTO outrider.provisioned_user (account_id, org_id, user_name, external_id, since, changed_at) VALUES ($1, $2, $3, $4, $5, $5)
		ON CONFLICT ON CONSTRAINT provisioned_user_pk DO UPDATE SET user_name = EXCLUDED.user_name, external_id = EXCLUDED.external_id, changed_at = EXCLUDED.changed_at, removed_at = NULL`,
		id, orgID, want.UserName, want.ExternalID, s.now())
	if violates(err, "provisioned_user_name") {
		return ErrTaken
	}
	if err != nil {
		return fmt.Errorf("keep what user %s is called elsewhere: %w", id, err)
	}
	return nil
}

// inviteProvisioned mails who has no password, and no other way to sign in, a link to choose one.
func (s *Service) inviteProvisioned(ctx context.Context, tx pgx.Tx, p provisioner, id string) error {
	if s.issued(p.OrgID) {
		return nil
	}
	user, err := findUser(ctx, tx, p.OrgID, id)
	if err != nil || user.Disabled {
		return err
	}
	var waits bool
	err = tx.QueryRow(ctx, `SELECT password_hash = '' AND NOT EXISTS (SELECT FROM outrider.invite i WHERE i.account_id = a.id AND i.accepted_at IS NULL AND i.cancelled_at IS NULL AND i.expires_at > $2)
		FROM outrider.account a WHERE id = $1`, id, s.now()).Scan(&waits)
	if err != nil {
		return fmt.Errorf("look whether user %s can sign in: %w", id, err)
	}
	if !waits {
		return nil
	}
	if err := s.dropInvites(ctx, tx, id, user.Email); err != nil {
		return err
	}
	wanted := Invitation{Email: user.Email, Role: user.Role, Node: user.GroupID, FirstName: user.FirstName, LastName: user.LastName, own: user.OwnRole}
	invite, err := s.insertInvite(ctx, tx, p.maker, wanted)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.invite SET account_id = $2 WHERE id = $1`, invite, id); err != nil {
		return fmt.Errorf("bind an invite to user %s: %w", id, err)
	}
	return nil
}

// dropInvites makes open invites worthless: those to an account that was made already, and those of its address from before.
func (s *Service) dropInvites(ctx context.Context, tx pgx.Tx, id, email string) error {
	_, err := tx.Exec(ctx, `UPDATE outrider.invite i SET cancelled_at = $2 FROM outrider.account a
		WHERE a.id = $1 AND i.org_id = a.org_id AND (i.account_id = a.id OR i.email = $3) AND i.accepted_at IS NULL AND i.cancelled_at IS NULL`, id, s.now(), email)
	if err != nil {
		return fmt.Errorf("cancel invites of user %s: %w", id, err)
	}
	return nil
}

// tidied is what is wanted without what directories write around it.
func (w Provision) tidied() (Provision, error) {
	for _, text := range []*string{&w.UserName, &w.FirstName, &w.LastName, &w.Telephone, &w.Mobile, &w.ExternalID} {
		*text = strings.TrimSpace(*text)
	}
	w.Email = strings.ToLower(strings.TrimSpace(w.Email))
	if address, err := mail.ParseAddress(w.Email); err != nil || address.Address != w.Email || len(w.Email) > 254 {
		location := "emails.value"
		if strings.EqualFold(w.Email, w.UserName) {
			location = "userName" // it stands for the address that was not sent
		}
		return w, fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "This field must be a valid email."})
	}
	for location, text := range map[string]string{"name.givenName": w.FirstName, "name.familyName": w.LastName} {
		if len(text) > maxLabel {
			return w, fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "is too long"})
		}
	}
	for location, text := range map[string]string{"phoneNumbers": w.Telephone + w.Mobile, "userName": w.UserName, "externalId": w.ExternalID} {
		if len(text) > 254 {
			return w, fault.InvalidFields("The request is not valid.", fault.Field{Location: location, Message: "is too long"})
		}
	}
	return w, nil
}

// asChange is what is wanted of the fields that people change, too.
func (w Provision) asChange() UserChange {
	disabled := !w.Active
	return UserChange{Profile: &ProfileChange{FirstName: &w.FirstName, LastName: &w.LastName}, Telephone: &w.Telephone, Mobile: &w.Mobile, Disabled: &disabled}
}

// givable is a role that the maker of the key may give. Support roles are nobody's to give from outside.
func (s *Service) givable(ctx context.Context, p provisioner, name string) (heldRole, error) {
	own, err := ownRoles(ctx, s.pool, p.OrgID)
	if err != nil {
		return heldRole{}, err
	}
	role, err := roleNamed(ctx, s.pool, p.OrgID, roleOfText(own, name))
	if err != nil {
		return heldRole{}, err
	}
	if access.IsSupport(role.Base) {
		return heldRole{}, fault.Forbidden()
	}
	return role, s.mayGive(ctx, p.maker, role)
}

// provisionedNode is where new users are put: the group of the key, or the organisation's root.
func (s *Service) provisionedNode(ctx context.Context, p provisioner) (id string, err error) {
	if id = lastOf(p.Scope.Path); id != "" && !p.Scope.All {
		return id, nil
	}
	if !p.Scope.All {
		return "", errNoGroup()
	}
	err = s.pool.QueryRow(ctx, `SELECT id FROM outrider.group_node WHERE org_id = $1 AND parent_id IS NULL`, p.OrgID).Scan(&id)
	if err != nil {
		return "", fmt.Errorf("find the root group of %s: %w", p.OrgID, err)
	}
	return id, nil
}

// removedUser is an account that the directory deleted and now names again; one without id: there is none. Fault: ErrTaken by anybody else.
func (s *Service) removedUser(ctx context.Context, p provisioner, email string) (User, error) {
	var id string
	var removed bool
	err := s.pool.QueryRow(ctx, `SELECT a.id::text, COALESCE(p.removed_at IS NOT NULL, false) AND a.org_id = $2 FROM outrider.account a
		LEFT JOIN outrider.provisioned_user p ON p.account_id = a.id WHERE a.email = $1`, email, p.OrgID).Scan(&id, &removed)
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, nil
	}
	if err != nil {
		return User{}, fmt.Errorf("look for an account: %w", err)
	}
	if !removed {
		return User{}, ErrTaken
	}
	user, err := findUser(ctx, s.pool, p.OrgID, id)
	if err == nil && !p.inScope(user.GroupPath) {
		err = ErrTaken
	}
	return user, err
}

func takenOr(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Conflict && f.Message == ErrTaken.Message {
		return ErrTaken
	}
	return err
}

// led finds a user whom the directory may see: of the organisation, in the key's sight, no support staff, not deleted by it.
func (s *Service) led(ctx context.Context, q queryer, p provisioner, id string) (User, error) {
	user, err := findUser(ctx, q, p.OrgID, uuidOrEmpty(id))
	if err != nil {
		return User{}, err
	}
	var removed bool
	if err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.provisioned_user WHERE account_id = $1 AND removed_at IS NOT NULL)`, user.ID).Scan(&removed); err != nil {
		return User{}, fmt.Errorf("look for user %s: %w", user.ID, err)
	}
	if removed || access.IsSupport(user.Role) || !p.inScope(user.GroupPath) {
		return User{}, errNoUser()
	}
	return user, nil
}

// ledAll finds those of some users whom the directory may see, by their ids.
func (s *Service) ledAll(ctx context.Context, q queryer, p provisioner, ids []string) (map[string]User, error) {
	rows, err := q.Query(ctx, `SELECT `+userColumns+fromUsers+` WHERE a.org_id = $1 AND a.id = ANY($2)
		AND NOT EXISTS (SELECT FROM outrider.provisioned_user p WHERE p.account_id = a.id AND p.removed_at IS NOT NULL)`, p.OrgID, ids)
	if err != nil {
		return nil, fmt.Errorf("find %d users of %s: %w", len(ids), p.OrgID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[User])
	if err != nil {
		return nil, fmt.Errorf("find %d users of %s: %w", len(ids), p.OrgID, err)
	}
	users := make(map[string]User, len(found))
	for _, user := range found {
		if !access.IsSupport(user.Role) && p.inScope(user.GroupPath) {
			users[user.ID] = user
		}
	}
	return users, nil
}

// WithdrawUser is a user whom the directory deleted: disabled, out of its groups, and found by it no more. The account itself stays, with what it did.
func (s *Service) WithdrawUser(ctx context.Context, who Actor, id string) error {
	p, err := s.provisioner(ctx, who)
	if err != nil {
		return err
	}
	user, err := s.led(ctx, s.pool, p, id)
	if err != nil {
		return err
	}
	if err := errors.Join(p.maker.needs("updateUserStatus"), p.maker.over(user.Role)); err != nil {
		return err
	}
	if user.ID == p.User.ID {
		return fault.New(fault.Conflict, "You cannot disable your own account.")
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		return s.changeUserIn(ctx, tx, p.actor, user, "user.withdraw", func(tx pgx.Tx) (map[string]any, error) {
			if err := s.turnOff(ctx, tx, user); err != nil {
				return nil, err
			}
			if _, err := tx.Exec(ctx, `DELETE FROM outrider.provisioned_member WHERE account_id = $1`, user.ID); err != nil {
				return nil, fmt.Errorf("take user %s out of groups: %w", user.ID, err)
			}
			_, err := tx.Exec(ctx, `INSERT INTO outrider.provisioned_user (account_id, org_id, user_name, since, changed_at, removed_at) VALUES ($1, $2, $3, $4, $4, $4)
				ON CONFLICT ON CONSTRAINT provisioned_user_pk DO UPDATE SET removed_at = EXCLUDED.removed_at`, user.ID, user.OrgID, user.Email, s.now())
			if err != nil {
				return nil, fmt.Errorf("withdraw user %s: %w", user.ID, err)
			}
			return nil, nil
		})
	})
}

// turnOff turns an account off with all that is open of it.
func (s *Service) turnOff(ctx context.Context, tx pgx.Tx, user User) error {
	if _, err := tx.Exec(ctx, `UPDATE outrider.account SET disabled = true WHERE id = $1`, user.ID); err != nil {
		return fmt.Errorf("disable user %s: %w", user.ID, err)
	}
	if err := keepsAdministrator(ctx, tx, user); err != nil {
		return err
	}
	if err := s.dropInvites(ctx, tx, user.ID, user.Email); err != nil {
		return err
	}
	return session.EndAll(ctx, tx, user.ID, "", "disabled", s.now())
}

// rankOf is how powerful a role is; 0 is the most.
func rankOf(role heldRole) int { return slices.Index(access.Roles, role.Base) }
