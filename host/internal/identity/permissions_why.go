package identity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

type whyInput struct {
	UserID     string `path:"userId" doc:"Id or e-mail address"`
	Permission string `query:"permission" maxLength:"63"`
	Node       string `query:"node" maxLength:"63" doc:"The group of a vehicle: whether the user sees that, too"`
	Vehicle    string `query:"vehicle" maxLength:"128" doc:"The vehicle itself, for drivers, who see their own"`
}

// reason is one link of the chain that leads to a decision.
type reason struct {
	Step  string `json:"step" enum:"enabled,role,granted,default,denied,group,whole,own" doc:"What was looked at"`
	Holds bool   `json:"holds" doc:"Whether it speaks for the user"`
	Name  string `json:"name" doc:"The role, the permission or the group that it is about"`
}

type whyAnswer struct {
	Allowed bool     `json:"allowed" doc:"What the permission service answers, and for a vehicle what the user sees"`
	Reasons []reason `json:"reasons" nullable:"false"`
}

// getWhy explains a decision. The verdict is the permission service's; the chain is what it was made of.
func (s *Service) getWhy(ctx context.Context, in *whyInput) (*output[whyAnswer], error) {
	a, u, err := s.person(ctx, caller(ctx), in.UserID, "updateUserPermissions")
	if err != nil {
		return nil, err
	}
	if err := s.checkNames(ctx, a.OrgID, []string{in.Permission}, nil); err != nil {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "query.permission", Message: "is not a permission"})
	}
	var why whyAnswer
	if why.Reasons, err = s.reasons(ctx, a.OrgID, u, in.Permission); err != nil {
		return nil, err
	}
	if !u.Disabled {
		grant, err := s.access.Decider.DecideFor(ctx, u.ID, a.OrgID)
		if err != nil {
			return nil, err
		}
		why.Allowed = grant.Allowed(in.Permission)
	}
	if in.Node != "" {
		g, err := s.visibleGroup(ctx, s.pool, a, in.Node)
		if err != nil {
			return nil, err
		}
		sight, err := s.sightOf(ctx, u, g, in.Vehicle)
		if err != nil {
			return nil, err
		}
		why.Reasons = append(why.Reasons, sight)
		why.Allowed = why.Allowed && sight.Holds
	}
	return &output[whyAnswer]{why}, nil
}

// reasons are what speaks for and against a user's permission.
func (s *Service) reasons(ctx context.Context, orgID string, u User, permission string) ([]reason, error) {
	granted, err := access.RoleGrants(ctx, s.pool, orgID)
	if err != nil {
		return nil, err
	}
	var denied bool
	var defaults []string
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.user_grant WHERE org_id = $1 AND account_id = $2 AND permission = $3 AND NOT allowed),
		(SELECT default_roles FROM outrider.permission WHERE name = $3)`, orgID, u.ID, permission).Scan(&denied, &defaults)
	if err != nil {
		return nil, fmt.Errorf("read what is denied to %s: %w", u.ID, err)
	}
	usual := access.Permission{Name: permission, Roles: defaults}.DefaultRoles()
	holds := slices.Contains(granted[u.held().key()], permission)
	return []reason{
		{Step: "enabled", Holds: !u.Disabled, Name: u.Email},
		{Step: "role", Holds: true, Name: u.held().shown()},
		{Step: "granted", Holds: holds, Name: permission},
		{Step: "default", Holds: holds == slices.Contains(usual, u.Role), Name: permission},
		{Step: "denied", Holds: !denied, Name: permission},
	}, nil
}

// sightOf says whether somebody sees what is in a group, and by what.
func (s *Service) sightOf(ctx context.Context, u User, g group, vehicleID string) (reason, error) {
	if access.SeesAll(u.Role) {
		return reason{Step: "whole", Holds: true, Name: u.Role}, nil
	}
	var own bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.driver_vehicle WHERE org_id = $1 AND account_id = $2 AND vehicle_id = $3)`, u.OrgID, u.ID, vehicleID).Scan(&own)
	if err != nil {
		return reason{}, fmt.Errorf("read the vehicles of %s: %w", u.ID, err)
	}
	if own || u.Role == access.Driver {
		return reason{Step: "own", Holds: own, Name: vehicleID}, nil
	}
	return reason{Step: "group", Holds: strings.HasPrefix(g.Path, u.GroupPath), Name: u.GroupLabel}, nil
}
