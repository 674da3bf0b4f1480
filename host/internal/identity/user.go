package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// User is an account as it is kept and, by its json tags, as the API shows it. A field that people fill in is a column, a field here and one of
// UserChange; nothing else of the host names it.
type User struct {
	ID         string     `db:"id" sql:"a.id::text" json:"id"`
	Email      string     `db:"email" json:"email"`
	FirstName  string     `db:"first_name" json:"-"` // in userView's Profile
	LastName   string     `db:"last_name" json:"-"`
	Telephone  string     `db:"telephone" json:"telephone"`
	Mobile     string     `db:"mobile" json:"mobile"`
	CreatedAt  time.Time  `db:"created_at" json:"created_date"`
	Disabled   bool       `db:"disabled" json:"disabled"`
	OrgID      string     `db:"org_id" json:"-"`
	Role       string     `db:"role" json:"-"`
	OwnRole    string     `db:"own_role" sql:"COALESCE(a.own_role, '')" json:"-"`
	RoleName   string     `db:"role_name" sql:"COALESCE(own.name, '')" json:"-"` // of OwnRole
	GroupID    string     `db:"group_id" json:"-"`
	GroupPath  string     `db:"group_path" sql:"g.path" json:"-"`
	GroupLabel string     `db:"group_label" sql:"g.label" json:"-"`
	SeenAt     *time.Time `db:"seen_at" json:"last_seen" doc:"When a session was last begun or renewed; null: never"`
	Led        bool       `db:"led" sql:"EXISTS (SELECT FROM outrider.provisioned_user led WHERE led.account_id = a.id AND led.removed_at IS NULL)" json:"provisioned" doc:"The organisation's directory leads the account (SCIM)"`
	TwoStep    string     `db:"two_step" sql:"CASE WHEN EXISTS (SELECT FROM outrider.passkey p WHERE p.account_id = a.id) THEN 'passkey' WHEN EXISTS (SELECT FROM outrider.two_step t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) THEN 'app' ELSE 'off' END" json:"two_step,omitempty" enum:"passkey,app,off" doc:"How a sign-in goes on after the password; in the list, for who may reset it"`
	Drives     int        `db:"drives" sql:"(SELECT count(*)::int FROM outrider.driver_vehicle d WHERE d.org_id = a.org_id AND d.account_id = a.id)" json:"own_vehicles" doc:"How many vehicles are the user's own, which are all that a driver sees"`
	Version    int64      `db:"version" json:"version" doc:"Counts the changes; send it back to be told of another's change in between"`
}

// UserChange is what may be changed of a user; what is left out stays as it is.
type UserChange struct {
	Profile   *ProfileChange `json:"Profile,omitempty"`
	Telephone *string        `db:"telephone" json:"telephone,omitempty" maxLength:"40"`
	Mobile    *string        `db:"mobile" json:"mobile,omitempty" maxLength:"40"`
	Disabled  *bool          `db:"disabled" json:"disabled,omitempty"`
	Version   *int64         `json:"version,omitempty" doc:"As it was read; a change of somebody else in between is a conflict"`
}

// ProfileChange is a user's name.
type ProfileChange struct {
	FirstName *string `db:"first_name" json:"firstname,omitempty" maxLength:"100"`
	LastName  *string `db:"last_name" json:"lastname,omitempty" maxLength:"100"`
}

// Account is a person to create. PasswordHash comes from password.Hasher.
type Account struct {
	ID           string // a UUID; empty: a new one
	Email        string
	PasswordHash string
	FirstName    string
	LastName     string
	OrgID        string
	Role         string
	OwnRole      string // id of a role of the organisation's own that is based on Role; empty: none
	GroupID      string
	VehicleIDs   []string // a driver's own
}

// CreateAccount makes an account inside tx and returns its id. Faults: invalid, conflict when the e-mail is taken in any organisation.
func CreateAccount(ctx context.Context, tx pgx.Tx, a Account, now time.Time) (id string, err error) {
	a.Email = strings.ToLower(strings.TrimSpace(a.Email))
	if address, err := mail.ParseAddress(a.Email); err != nil || address.Address != a.Email {
		return "", fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.email", Message: "This field must be a valid email."})
	}
	role, known := access.CanonicalRole(a.Role)
	if !known {
		return "", fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.role", Message: "is not a role"})
	}
	err = tx.QueryRow(ctx, `SELECT COALESCE(NULLIF($1, '')::uuid, gen_random_uuid())::text`, a.ID).Scan(&id)
	if err != nil {
		return "", fmt.Errorf("make an account id: %w", err)
	}
	err = access.Rewrite(ctx, tx, access.Reach{OrgID: a.OrgID, AccountIDs: []string{id}}, func() error {
		_, err := tx.Exec(ctx, `INSERT INTO outrider.account (id, email, password_hash, first_name, last_name, org_id, role, own_role, group_id, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, NULLIF($10, ''), $8, $9)`, id, a.Email, a.PasswordHash, a.FirstName, a.LastName, a.OrgID, role, a.GroupID, now, a.OwnRole)
		if violates(err, "account_email_unique") {
			return fault.New(fault.Conflict, "There is an account with this e-mail address already.")
		}
		if violates(err, "account_own_role_fk") {
			return fault.New(fault.Conflict, "This role was deleted. Ask for a new invite.")
		}
		if err != nil {
			return fmt.Errorf("insert an account in %s: %w", a.OrgID, err)
		}
		_, err = tx.Exec(ctx, `INSERT INTO outrider.driver_vehicle (org_id, account_id, vehicle_id) SELECT $1, $2, unnest($3::text[])`, a.OrgID, id, a.VehicleIDs)
		if err != nil {
			return fmt.Errorf("assign vehicles to %s: %w", id, err)
		}
		return emitUser(ctx, tx, id, now)
	})
	return id, err
}

// violates reports whether err is the violation of a constraint.
func violates(err error, constraint string) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.ConstraintName == constraint
}

// userColumns reads a User from an account a and its group g.
var userColumns = columns[User]("a")

const fromUsers = ` FROM outrider.account a JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id
	LEFT JOIN outrider.org_role own ON own.org_id = a.org_id AND own.id = a.own_role `

// held is the user's role.
func (u User) held() heldRole { return heldRole{Base: u.Role, Own: u.OwnRole, Name: u.RoleName} }

// findUser reads one account of an organisation by id or e-mail. Fault: not_found.
func findUser(ctx context.Context, q queryer, orgID, idOrEmail string) (User, error) {
	rows, err := q.Query(ctx, `SELECT `+userColumns+fromUsers+`WHERE a.org_id = $1 AND (a.id = NULLIF($2, '')::uuid OR a.email = $3)`,
		orgID, uuidOrEmpty(idOrEmail), strings.ToLower(strings.TrimSpace(idOrEmail)))
	if err != nil {
		return User{}, fmt.Errorf("find a user of %s: %w", orgID, err)
	}
	u, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[User])
	if errors.Is(err, pgx.ErrNoRows) {
		return User{}, errNoUser()
	}
	if err != nil {
		return User{}, fmt.Errorf("find a user of %s: %w", orgID, err)
	}
	return u, nil
}

// uuidOrEmpty is text if it is a UUID: so that both ways to a user are a look-up in an index.
func uuidOrEmpty(text string) string {
	if id, err := uuid.Parse(text); err == nil {
		return id.String()
	}
	return ""
}

func errNoUser() error { return fault.New(fault.NotFound, "There is no such user.") }

// emitUser tells the plugins how an account is now.
func emitUser(ctx context.Context, tx pgx.Tx, id string, now time.Time) error {
	return emitUsers(ctx, tx, []string{id}, now)
}

// emitUsers tells the plugins how some accounts are now, an event each.
func emitUsers(ctx context.Context, tx pgx.Tx, ids []string, now time.Time) error {
	rows, err := tx.Query(ctx, `SELECT id::text, email, trim(first_name || ' ' || last_name), first_name, last_name, telephone, mobile, role, group_id, disabled, org_id FROM outrider.account WHERE id = ANY($1)`, ids)
	if err != nil {
		return fmt.Errorf("read %d accounts: %w", len(ids), err)
	}
	var e events.UserChanged
	var org string
	var orgs []string
	var bodies [][]byte
	_, err = pgx.ForEachRow(rows, []any{&e.ID, &e.Email, &e.Name, &e.FirstName, &e.LastName, &e.Telephone, &e.Mobile, &e.Role, &e.GroupID, &e.Disabled, &org}, func() error {
		body, err := json.Marshal(e)
		orgs, bodies = append(orgs, org), append(bodies, body)
		return err
	})
	if err != nil {
		return fmt.Errorf("read %d accounts: %w", len(ids), err)
	}
	if len(bodies) != len(ids) {
		return fmt.Errorf("read %d accounts: %d are there", len(ids), len(bodies))
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.event_outbox (subject, org_id, at, data) SELECT 'event.identity.user', org, $1, data FROM unnest($2::text[], $3::jsonb[]) AS e (org, data)`, now, orgs, bodies)
	if err != nil {
		return fmt.Errorf("queue events of %d accounts: %w", len(ids), err)
	}
	return nil
}
