package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// actions are the permissions of the host, of installed plugins and of the modules that are on, which an organisation can give and take, by area.
func (s *Service) actions(ctx context.Context, orgID, locale string) ([]actionArea, error) {
	rows, err := s.pool.Query(ctx, `SELECT name, area, plugin_id, description, default_roles FROM outrider.permission
		WHERE installed AND area <> $1 AND (NOT of_module OR plugin_id IN (SELECT unnest(modules) FROM outrider.organisation WHERE id = $2))
		ORDER BY area, name`, access.AreaOperations, orgID)
	if err != nil {
		return nil, fmt.Errorf("read permissions: %w", err)
	}
	var areas []actionArea
	var p access.Permission
	var plugin string
	var description []byte
	language, _, _ := strings.Cut(locale, "-")
	_, err = pgx.ForEachRow(rows, []any{&p.Name, &p.Area, &plugin, &description, &p.Roles}, func() error {
		var said map[string]string
		if err := json.Unmarshal(description, &said); err != nil {
			return err
		}
		text := said["en"]
		for _, wanted := range []string{language, locale} {
			if said[wanted] != "" {
				text = said[wanted]
			}
		}
		if len(areas) == 0 || areas[len(areas)-1].Area != p.Area {
			areas = append(areas, actionArea{Area: p.Area})
		}
		last := &areas[len(areas)-1]
		last.Actions = append(last.Actions, action{Name: p.Name, Plugin: plugin, Description: text, DefaultRoles: orNone(p.DefaultRoles())})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read permissions: %w", err)
	}
	return areas, nil
}

// readPermissions is what the target may.
func (s *Service) readPermissions(ctx context.Context, a actor, target PermissionTarget) (permissionsAnswer, error) {
	documents, err := s.roleDocuments(ctx, a.OrgID)
	if err != nil {
		return permissionsAnswer{}, err
	}
	if target.isRole() {
		role, err := roleNamed(ctx, s.pool, a.OrgID, target.Role)
		if err != nil {
			return permissionsAnswer{}, err
		}
		return permissionsAnswer{Users: []permissionsOf{{Role: role.view(), OfRole: documents[role.key()], OfUser: document{[]string{}, []string{}}}}}, nil
	}
	users, excluded, err := s.targeted(ctx, a, target)
	if err != nil {
		return permissionsAnswer{}, err
	}
	found := permissionsAnswer{Users: make([]permissionsOf, len(users)), Excluded: excluded}
	ids := make([]string, len(users))
	for i, u := range users {
		ids[i] = u.ID
		found.Users[i] = permissionsOf{
			ID: u.ID, Name: strings.TrimSpace(u.FirstName + " " + u.LastName), Email: u.Email, Role: u.held().view(), Node: node{u.GroupID},
			OfRole: documents[u.held().key()], OfUser: document{[]string{}, []string{}},
		}
	}
	return found, s.addUserDocuments(ctx, a.OrgID, ids, found.Users)
}

func (t PermissionTarget) isRole() bool { return len(t.Users) == 0 && t.Node == "" }

// roleDocuments are what each role may here, of what there is.
func (s *Service) roleDocuments(ctx context.Context, orgID string) (map[string]document, error) {
	granted, err := access.RoleGrants(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	areas, err := s.actions(ctx, orgID, "en")
	if err != nil {
		return nil, err
	}
	roles, err := allRoles(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	documents := map[string]document{}
	for _, role := range roles {
		d := document{[]string{}, []string{}}
		for _, area := range areas {
			for _, action := range area.Actions {
				if slices.Contains(granted[role.key()], action.Name) {
					d.Allowed = append(d.Allowed, action.Name)
				} else {
					d.Denied = append(d.Denied, action.Name)
				}
			}
		}
		documents[role.key()] = d
	}
	return documents, nil
}

// addUserDocuments writes the differences of users into their permissions.
func (s *Service) addUserDocuments(ctx context.Context, orgID string, ids []string, users []permissionsOf) error {
	rows, err := s.pool.Query(ctx, `SELECT g.account_id::text, g.permission, g.allowed FROM outrider.user_grant g JOIN outrider.permission p ON p.name = g.permission
		WHERE g.org_id = $1 AND g.account_id = ANY($2::uuid[]) AND p.installed ORDER BY g.permission`, orgID, ids)
	if err != nil {
		return fmt.Errorf("read the differences of users: %w", err)
	}
	at := map[string]int{}
	for i, u := range users {
		at[u.ID] = i
	}
	var id, permission string
	var allowed bool
	_, err = pgx.ForEachRow(rows, []any{&id, &permission, &allowed}, func() error {
		d := &users[at[id]].OfUser
		if allowed {
			d.Allowed = append(d.Allowed, permission)
		} else {
			d.Denied = append(d.Denied, permission)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the differences of users: %w", err)
	}
	return nil
}

// targeted are the users that are meant, in the actor's sight. Those of another role than the wanted one, or outside the group, are
// left out and counted; a user who is named and not there is fault.NotFound.
func (s *Service) targeted(ctx context.Context, a actor, target PermissionTarget) (users []User, excluded int, err error) {
	if target.Role != "" {
		role, err := roleNamed(ctx, s.pool, a.OrgID, target.Role)
		if err != nil {
			return nil, 0, err
		}
		target.Role = role.key()
	}
	from, to := a.pathRange()
	within := "/"
	if target.Node != "" {
		node, err := s.visibleGroup(ctx, s.pool, a, target.Node)
		if err != nil {
			return nil, 0, err
		}
		within = node.Path
	}
	condition, values := `a.id::text = ANY($4) OR a.email = ANY($4)`, any(lowered(target.Users))
	if len(target.Users) == 0 {
		condition, values = `starts_with(g.path, $4)`, within
	}
	rows, err := s.pool.Query(ctx, `SELECT `+userColumns+fromUsers+`WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 AND (`+condition+`) ORDER BY a.email`, a.OrgID, from, to, values)
	if err != nil {
		return nil, 0, fmt.Errorf("find users of %s: %w", a.OrgID, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[User])
	if err != nil {
		return nil, 0, fmt.Errorf("find users of %s: %w", a.OrgID, err)
	}
	if len(found) < len(lowered(target.Users)) {
		return nil, 0, errNoUser()
	}
	if most := 5000; len(found) > most {
		return nil, 0, fault.New(fault.Conflict, "These are more than %d users. Choose a smaller group, or change the role.", most)
	}
	for _, u := range found {
		if target.Role != "" && u.held().key() != target.Role || !strings.HasPrefix(u.GroupPath, within) {
			excluded++
			continue
		}
		users = append(users, u)
	}
	return users, excluded, nil
}

// lowered are the texts in lower case, each once.
func lowered(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.ToLower(strings.TrimSpace(text))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
