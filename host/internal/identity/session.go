package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// Session is who is signed in, where they act and what they may do there: the answer of GET /api/session, and a part of that of GET /api/shell.
type Session struct {
	User        userView          `json:"user"`
	Email       string            `json:"email"`
	Org         *OrganisationView `json:"Org"`
	HomeOrg     string            `json:"home_org" doc:"Of the account; differs from Org where a support role acts elsewhere"`
	Permissions Permissions       `json:"permissions"`
	Modules     []string          `json:"modules" nullable:"false"`
	Services    []string          `json:"services" nullable:"false"`
	Preferences json.RawMessage   `json:"preferences"`
	SeenBy      *seenBy           `json:"seen_by,omitempty" doc:"Who sees the portal as the user, and changes nothing; left out: nobody"`
}

// seenBy is who sees the portal as somebody else.
type seenBy struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	Email  string    `json:"email"`
	EndsAt time.Time `json:"ends_date" doc:"When the view ends by itself"`
}

func viewOfViewer(v *access.Viewer) *seenBy {
	if v == nil {
		return nil
	}
	return &seenBy{ID: v.ID, Name: v.Name, Email: v.Email, EndsAt: v.EndsAt.UTC()}
}

// Permissions are what somebody may do in an organisation.
type Permissions struct {
	Ignore  int      `json:"ignore" doc:"0 look up by name, 1 no access, 2 everything allowed"`
	Granted []string `json:"granted" nullable:"false"`
}

// Allows reports whether a permission is among them; an empty one is everybody's.
func (p Permissions) Allows(permission string) bool {
	switch p.Ignore {
	case access.IgnoreNone:
		return permission == "" || slices.Contains(p.Granted, permission)
	case access.IgnoreAllowed:
		return true
	default:
		return false
	}
}

// Session is what the shell needs to know of whoever is signed in.
func (s *Service) Session(ctx context.Context, who Actor) (Session, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return Session{}, err
	}
	user, err := findUser(ctx, s.pool, a.User.HomeOrgID, a.User.ID)
	if err != nil {
		return Session{}, err
	}
	o, err := findOrganisation(ctx, s.pool, a.OrgID)
	if err != nil {
		return Session{}, err
	}
	document, err := readPreferences(ctx, s.pool, a.User.ID)
	if err != nil {
		return Session{}, err
	}
	org := viewOfOrganisation(o)
	view := viewOfUser(user, org, true)
	if user.OrgID != a.OrgID {
		view.UserGroup = "" // the group is one of the home organisation's
	}
	return Session{
		User: view, Email: user.Email, Org: org, HomeOrg: user.OrgID, Permissions: Permissions{Ignore: int(a.Ignore), Granted: orEmpty(a.Permissions())},
		Modules: org.Modules, Services: org.ServiceList, Preferences: document, SeenBy: viewOfViewer(a.Viewer),
	}, nil
}

// Role is a role with what it may in an organisation.
type Role struct {
	Name        string   `json:"name"`
	Label       string   `json:"label,omitempty" doc:"What people call a role of the organisation's own"`
	Base        string   `json:"base,omitempty" doc:"Whose rank and scope such a role has"`
	Permissions []string `json:"permissions" nullable:"false"`
}

// Roles is every role with what it may in the organisation.
func (s *Service) Roles(ctx context.Context, who Actor) ([]Role, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return nil, err
	}
	return s.rolesOf(ctx, a.OrgID)
}

func (s *Service) rolesOf(ctx context.Context, orgID string) ([]Role, error) {
	byRole, err := access.RoleGrants(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	all, err := allRoles(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	roles := make([]Role, len(all))
	for i, role := range all {
		slices.Sort(byRole[role.key()])
		roles[i] = Role{Name: role.key(), Permissions: orEmpty(byRole[role.key()]), Label: role.Name}
		if role.Own != "" {
			roles[i].Base = role.Base
		}
	}
	return roles, nil
}

// Preferences is one's own document, or that of a user one may list.
func (s *Service) Preferences(ctx context.Context, who Actor, idOrEmail string) (json.RawMessage, error) {
	_, user, err := s.person(ctx, who, idOrEmail, "listUsers")
	if err != nil {
		return nil, err
	}
	return readPreferences(ctx, s.pool, user.ID)
}

// MergePreferences merges a patch into one's own document, or that of a user whose profile one may change.
func (s *Service) MergePreferences(ctx context.Context, who Actor, idOrEmail string, patch map[string]any) (document json.RawMessage, err error) {
	a, user, err := s.person(ctx, who, idOrEmail, "updateUserProfile")
	if err != nil {
		return nil, err
	}
	if user.ID != a.User.ID {
		if err := a.over(user.Role); err != nil {
			return nil, err
		}
	}
	err = s.write(ctx, func(tx pgx.Tx) error {
		document, err = mergePreferences(ctx, tx, user.ID, patch)
		return err
	})
	return document, err
}

// person finds the user that a call is about: oneself, or with the permission somebody of the organisation whom one sees. To who may not list users
// nobody else is there: the answer tells no address that exists from one that does not.
func (s *Service) person(ctx context.Context, who Actor, idOrEmail, permission string) (actor, User, error) {
	a, err := s.act(ctx, who)
	if err != nil {
		return actor{}, User{}, err
	}
	if own, err := findUser(ctx, s.pool, a.User.HomeOrgID, a.User.ID); err != nil {
		return actor{}, User{}, fmt.Errorf("find the actor: %w", err)
	} else if idOrEmail == own.ID || strings.EqualFold(strings.TrimSpace(idOrEmail), own.Email) {
		return a, own, nil
	}
	user, err := findUser(ctx, s.pool, a.OrgID, idOrEmail)
	if err != nil {
		if a.needs(permission) != nil {
			err = errNoUser()
		}
		return actor{}, User{}, err
	}
	denied := a.needs(permission)
	if !a.sees(user) || fault.KindOf(denied) == fault.Denied && a.needs("listUsers") != nil {
		return actor{}, User{}, errNoUser()
	}
	return a, user, denied
}
