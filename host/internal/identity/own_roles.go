package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// heldRole is what somebody holds in an organisation: a given role, or one of the organisation's own that is based on one.
type heldRole struct {
	Base string // rank and scope: one of access.Roles
	Own  string // id of the organisation's own role; empty: Base itself
	Name string // of the own role, as people call it
}

// key is under what the role's grants are kept.
func (r heldRole) key() string {
	if r.Own != "" {
		return r.Own
	}
	return r.Base
}

// shown is what people call the role, or the name of a given one.
func (r heldRole) shown() string {
	if r.Own != "" {
		return r.Name
	}
	return r.Base
}

// view is the role as the API shows it.
func (r heldRole) view() roleView { return roleView{Name: r.Base, Own: r.Own, Label: r.Name} }

// roleView names somebody's role.
type roleView struct {
	Name  string `json:"name" doc:"Rank and scope"`
	Own   string `json:"own,omitempty" doc:"Id of a role of the organisation's own that is based on it; what it may is what counts"`
	Label string `json:"label,omitempty" doc:"Name of that role"`
}

const ownRoleColumns = `SELECT base, id AS own, name FROM outrider.org_role `

// roleNamed finds a role by its name, or one of the organisation's own by its id. Fault: invalid.
func roleNamed(ctx context.Context, q queryer, orgID, name string) (heldRole, error) {
	if role, known := access.CanonicalRole(name); known {
		return heldRole{Base: role}, nil
	}
	rows, err := q.Query(ctx, ownRoleColumns+`WHERE org_id = $1 AND id = $2`, orgID, name)
	if err != nil {
		return heldRole{}, fmt.Errorf("find a role of %s: %w", orgID, err)
	}
	role, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[heldRole])
	if errors.Is(err, pgx.ErrNoRows) {
		return heldRole{}, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.role", Message: "is not a role"})
	}
	if err != nil {
		return heldRole{}, fmt.Errorf("find a role of %s: %w", orgID, err)
	}
	return role, nil
}

// ownRoles are the roles of an organisation's own, by name.
func ownRoles(ctx context.Context, q queryer, orgID string) ([]heldRole, error) {
	rows, err := q.Query(ctx, ownRoleColumns+`WHERE org_id = $1 ORDER BY lower(name)`, orgID)
	if err != nil {
		return nil, fmt.Errorf("list the roles of %s: %w", orgID, err)
	}
	roles, err := pgx.CollectRows(rows, pgx.RowToStructByName[heldRole])
	if err != nil {
		return nil, fmt.Errorf("list the roles of %s: %w", orgID, err)
	}
	return roles, nil
}

// allRoles are the given roles, the most powerful first, each followed by those that the organisation has made of it.
func allRoles(ctx context.Context, q queryer, orgID string) ([]heldRole, error) {
	own, err := ownRoles(ctx, q, orgID)
	if err != nil {
		return nil, err
	}
	var all []heldRole
	for _, base := range access.Roles {
		all = append(all, heldRole{Base: base})
		for _, role := range own {
			if role.Base == base {
				all = append(all, role)
			}
		}
	}
	return all, nil
}

// spelled are words that the screens write out and the names of roles shorten.
var spelled = strings.NewReplacer("ADMINISTRATOR", "ADMIN", "ORGANISATION", "ORG", "ORGANIZATION", "ORG")

// roleOfText is a role as people write it in files: "Fleet manager", "Group administrator", or the name of one of the organisation's own.
func roleOfText(own []heldRole, text string) string {
	for _, role := range own {
		if strings.EqualFold(role.Name, strings.TrimSpace(text)) {
			return role.Own
		}
	}
	text = strings.ToUpper(strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(text)))
	for _, name := range []string{text, spelled.Replace(text)} {
		if role, known := access.CanonicalRole(name); known {
			return role
		}
	}
	return text
}
