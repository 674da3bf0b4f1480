package identity

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// mostOwnRoles bounds the matrix of permissions, and the tuples of an organisation.
const mostOwnRoles = 50

// routeOwnRoles lists the operations on roles of an organisation's own. What one may is changed like that of any role, by PUT /permissions/user.
func (s *Service) routeOwnRoles(r *web.Router) {
	may := web.Needs("updateUserPermissions")
	web.Handle(r, "POST /org/{orgId}/role", may, s.postOwnRole, web.Status(http.StatusCreated), web.Summary("Make a role of the organisation's own from a copy"))
	web.Handle(r, "PUT /org/{orgId}/role/{roleId}", may, s.putOwnRole, web.IDs("roleId", "role"), web.Summary("Rename a role of the organisation's own"))
	web.Handle(r, "DELETE /org/{orgId}/role/{roleId}", may, s.deleteOwnRole, web.IDs("roleId", "role"), web.Summary("Delete a role of the organisation's own that nobody has"))
}

type ownRoleInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Name string `json:"name" maxLength:"100"`
		Copy string `json:"copy" maxLength:"60" doc:"The role that it begins as: rank, scope, and permissions as far as the caller has them"`
	}
}

type ownRoleOutput struct {
	Role
	ID string `json:"id" doc:"Its name wherever a role is asked for"`
}

// roleEditor is the actor of a request that changes the roles of a whole organisation.
func (s *Service) roleEditor(ctx context.Context) (actor, error) {
	a, err := s.act(ctx, caller(ctx))
	if err == nil && !a.Scope.All {
		err = fault.New(fault.Denied, "A role is the whole organisation's. Ask an administrator of the organisation.")
	}
	return a, err
}

func (s *Service) postOwnRole(ctx context.Context, in *ownRoleInput) (*output[ownRoleOutput], error) {
	a, err := s.roleEditor(ctx)
	if err != nil {
		return nil, err
	}
	from, err := roleNamed(ctx, s.pool, a.OrgID, in.Body.Copy)
	if err != nil {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.copy", Message: "is not a role"})
	}
	if access.IsSupport(from.Base) {
		return nil, fault.New(fault.Conflict, "What support roles may do is fixed.")
	}
	if err := a.over(from.Base); err != nil {
		return nil, err
	}
	made := heldRole{Base: from.Base, Own: "own-" + strings.ToLower(rand.Text()[:12]), Name: strings.TrimSpace(in.Body.Name)}
	err = s.write(ctx, func(tx pgx.Tx) error {
		return access.Rewrite(ctx, tx, access.Reach{OrgID: a.OrgID}, func() error {
			if err := s.insertOwnRole(ctx, tx, a, made); err != nil {
				return err
			}
			// Nobody makes a role that may do more than they may.
			_, err := tx.Exec(ctx, `INSERT INTO outrider.role_grant (org_id, role, permission) SELECT org_id, $3, permission FROM outrider.role_grant
				WHERE org_id = $1 AND role = $2 AND permission = ANY($4)`, a.OrgID, from.key(), made.Own, a.Permissions())
			if err != nil {
				return fmt.Errorf("copy what %s may: %w", from.key(), err)
			}
			return note(ctx, tx, a.User.ID, a.OrgID, "role.create", made.Own, map[string]any{"name": made.Name, "copy": from.key()})
		})
	})
	return s.shownRole(ctx, a.OrgID, made.Own, err)
}

func (s *Service) insertOwnRole(ctx context.Context, tx pgx.Tx, a actor, made heldRole) error {
	if err := checkRoleName(made.Name); err != nil {
		return err
	}
	others, err := ownRoles(ctx, tx, a.OrgID)
	if err != nil {
		return err
	}
	if len(others) >= mostOwnRoles {
		return fault.New(fault.Conflict, "An organisation has at most %d roles of its own.", mostOwnRoles)
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.org_role (org_id, id, name, base, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6)`, a.OrgID, made.Own, made.Name, made.Base, s.now(), a.User.ID)
	return nameTaken(err, "insert a role of "+a.OrgID)
}

// checkRoleName refuses an empty name, and those that the given roles have in files.
func checkRoleName(name string) error {
	_, given := access.CanonicalRole(roleOfText(nil, name))
	if name == "" || given || strings.ContainsRune(name, 0) {
		return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.name", Message: "must be a name that no given role has"})
	}
	return nil
}

func nameTaken(err error, doing string) error {
	if violates(err, "org_role_name_unique") {
		return fault.New(fault.Conflict, "There is a role with this name already.")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

type oneRoleInput struct {
	OrgID  string `path:"orgId"`
	RoleID string `path:"roleId"`
}

type renameRoleInput struct {
	OrgID  string `path:"orgId"`
	RoleID string `path:"roleId"`
	Body   struct {
		Name string `json:"name" maxLength:"100"`
	}
}

func (s *Service) putOwnRole(ctx context.Context, in *renameRoleInput) (*output[ownRoleOutput], error) {
	a, err := s.changeOwnRole(ctx, in.RoleID, "role.rename", func(tx pgx.Tx, a actor, role heldRole) error {
		name := strings.TrimSpace(in.Body.Name)
		if err := checkRoleName(name); err != nil {
			return err
		}
		web.AuditValue(ctx, "role", role.Name)
		web.AuditChange(ctx, "name", role.Name, name)
		_, err := tx.Exec(ctx, `UPDATE outrider.org_role SET name = $3 WHERE org_id = $1 AND id = $2`, a.OrgID, role.Own, name)
		return nameTaken(err, "rename role "+role.Own)
	})
	return s.shownRole(ctx, a.OrgID, in.RoleID, err)
}

func (s *Service) deleteOwnRole(ctx context.Context, in *oneRoleInput) (*struct{}, error) {
	_, err := s.changeOwnRole(ctx, in.RoleID, "role.delete", func(tx pgx.Tx, a actor, role heldRole) error {
		web.AuditValue(ctx, "role", role.Name)
		if err := unused(ctx, tx, a.OrgID, role.Own); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.role_grant WHERE org_id = $1 AND role = $2`, a.OrgID, role.Own); err != nil {
			return fmt.Errorf("take the permissions of role %s away: %w", role.Own, err)
		}
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.org_role WHERE org_id = $1 AND id = $2`, a.OrgID, role.Own); err != nil {
			return fmt.Errorf("delete role %s: %w", role.Own, err)
		}
		return nil
	})
	return nil, err
}

// unused refuses a role that somebody has or is invited into, and says who.
func unused(ctx context.Context, tx pgx.Tx, orgID, roleID string) error {
	rows, err := tx.Query(ctx, `SELECT COALESCE(NULLIF(name, ''), email) FROM outrider.account WHERE org_id = $1 AND own_role = $2
		UNION ALL SELECT email FROM outrider.invite WHERE org_id = $1 AND own_role = $2 AND accepted_at IS NULL AND cancelled_at IS NULL ORDER BY 1`, orgID, roleID)
	if err != nil {
		return fmt.Errorf("find who has role %s: %w", roleID, err)
	}
	who, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("find who has role %s: %w", roleID, err)
	}
	const named = 5
	switch {
	case len(who) == 0:
		return nil
	case len(who) > named:
		return fault.New(fault.Conflict, "This role is in use by %s and %d more. Give them another role first.", strings.Join(who[:named], ", "), len(who)-named)
	default:
		return fault.New(fault.Conflict, "This role is in use by %s. Give them another role first.", strings.Join(who, ", "))
	}
}

// changeOwnRole runs a change of a role of the organisation's own. Fault: not_found.
func (s *Service) changeOwnRole(ctx context.Context, id, action string, change func(tx pgx.Tx, a actor, role heldRole) error) (actor, error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return actor{Grant: &access.Grant{}}, err
	}
	return a, s.write(ctx, func(tx pgx.Tx) error {
		return access.Rewrite(ctx, tx, access.Reach{OrgID: a.OrgID}, func() error {
			role, err := roleNamed(ctx, tx, a.OrgID, id)
			if err != nil || role.Own == "" {
				return fault.New(fault.NotFound, "There is no such role.")
			}
			if _, err := s.roleEditor(ctx); err != nil {
				return err
			}
			if err := a.over(role.Base); err != nil {
				return err
			}
			if err := change(tx, a, role); err != nil {
				return err
			}
			return note(ctx, tx, a.User.ID, a.OrgID, action, role.Own, map[string]any{"name": role.Name})
		})
	})
}

// shownRole is a role as the list of roles shows it, once it was written.
func (s *Service) shownRole(ctx context.Context, orgID, id string, err error) (*output[ownRoleOutput], error) {
	if err != nil {
		return nil, err
	}
	roles, err := s.rolesOf(ctx, orgID)
	if err != nil {
		return nil, err
	}
	for _, role := range roles {
		if role.Name == id {
			return &output[ownRoleOutput]{ownRoleOutput{role, id}}, nil
		}
	}
	return nil, fault.New(fault.NotFound, "There is no such role.")
}
