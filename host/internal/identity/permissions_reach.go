package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

type reachInput struct {
	NodeID     string   `path:"nodeId" doc:"The group of the vehicle, file or geofence"`
	Permission string   `query:"permission" maxLength:"63"`
	Vehicle    string   `query:"vehicle" maxLength:"128" doc:"The vehicle that it is, or is of: drivers see their own"`
	Users      []string `query:"users" maxItems:"200" doc:"Ids of users who see it whatever their group: whoever made it, or whom it was shared with"`
	Query      string   `query:"q" maxLength:"100" doc:"Part of a name or an address"`
	Page       int      `query:"page" minimum:"1" default:"1"`
	PageSize   int      `query:"page_size" minimum:"1" maximum:"100" default:"25"`
}

// reacher is somebody who may do something with a thing.
type reacher struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
	Role  named  `json:"Role" doc:"Gives the permission"`
	By    string `json:"by" enum:"whole,group,own,shared" doc:"What brings the thing into sight: the whole organisation, a group, the vehicle itself, or that it was made by or shared with the user"`
	Group string `json:"user_group"`
}

type reachAnswer struct {
	Users     []reacher `json:"users" nullable:"false" doc:"In the caller's sight, as the permission service confirms them"`
	Total     int       `json:"total_records"`
	PageCount int       `json:"page_count"`
}

// getReach lists who may do something with what is in a group.
func (s *Service) getReach(ctx context.Context, in *reachInput) (*output[reachAnswer], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	g, err := s.visibleGroup(ctx, s.pool, a, in.NodeID)
	if err != nil {
		return nil, err
	}
	if err := s.checkNames(ctx, a.OrgID, []string{in.Permission}, nil); err != nil {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.permission", Message: "is not a permission"})
	}
	roles, err := s.rolesWith(ctx, a.OrgID, in.Permission)
	if err != nil {
		return nil, err
	}
	found, total, err := s.reachers(ctx, a, g, in, roles)
	if err != nil {
		return nil, err
	}
	confirmed, err := s.access.Decider.Holders(ctx, a.OrgID, in.Permission, idsOf(found))
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(r reacher) bool { return !confirmed[r.ID] })
	return &output[reachAnswer]{reachAnswer{orNone(found), total, (total + in.PageSize - 1) / in.PageSize}}, nil
}

func idsOf(found []reacher) []string {
	ids := make([]string, len(found))
	for i, r := range found {
		ids[i] = r.ID
	}
	return ids
}

// rolesWith are the roles that give a permission.
func (s *Service) rolesWith(ctx context.Context, orgID, permission string) (roles []string, err error) {
	granted, err := access.RoleGrants(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	for role, permissions := range granted {
		if slices.Contains(permissions, permission) {
			roles = append(roles, role)
		}
	}
	return orNone(roles), nil
}

// reachers is one page of who has a role that gives the permission, is not denied it, and sees the thing.
func (s *Service) reachers(ctx context.Context, a actor, g group, in *reachInput, roles []string) (found []reacher, total int, err error) {
	from, to := a.pathRange()
	users := slices.DeleteFunc(slices.Clone(in.Users), func(id string) bool { return uuid.Validate(id) != nil })
	rows, err := s.pool.Query(ctx, `SELECT a.id::text, a.name, a.email, COALESCE(r.name, a.role), w.by, g.label, count(*) OVER ()
		FROM outrider.account a JOIN outrider.group_node g ON g.org_id = a.org_id AND g.id = a.group_id
		LEFT JOIN outrider.org_role r ON r.org_id = a.org_id AND r.id = a.own_role
		LEFT JOIN outrider.driver_vehicle own ON own.org_id = a.org_id AND own.account_id = a.id AND own.vehicle_id = $7,
		LATERAL (SELECT CASE WHEN a.role IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN') THEN 'whole' WHEN own.vehicle_id IS NOT NULL THEN 'own'
			WHEN a.role <> 'DRIVER' AND starts_with($6, g.path) THEN 'group' WHEN a.id = ANY($8::uuid[]) THEN 'shared' END AS by) w
		WHERE a.org_id = $1 AND g.path >= $2 AND g.path < $3 AND NOT a.disabled AND COALESCE(a.own_role, a.role) = ANY($4) AND w.by IS NOT NULL
		AND NOT EXISTS (SELECT FROM outrider.user_grant d WHERE d.org_id = a.org_id AND d.account_id = a.id AND d.permission = $5 AND NOT d.allowed)
		AND ($9 = '' OR strpos(lower(a.name), $9) > 0 OR strpos(a.email, $9) > 0)
		ORDER BY a.name COLLATE "und-x-icu", a.id LIMIT $10 OFFSET $11`,
		a.OrgID, from, to, roles, in.Permission, g.Path, in.Vehicle, orNone(users), strings.ToLower(strings.TrimSpace(in.Query)), in.PageSize, (in.Page-1)*in.PageSize)
	if err != nil {
		return nil, 0, fmt.Errorf("find who reaches group %s: %w", g.ID, err)
	}
	found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (r reacher, err error) {
		err = row.Scan(&r.ID, &r.Name, &r.Email, &r.Role.Name, &r.By, &r.Group, &total)
		return r, err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("find who reaches group %s: %w", g.ID, err)
	}
	return found, total, nil
}
