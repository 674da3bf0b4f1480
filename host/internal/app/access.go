package app

import (
	"context"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// edgeAccess lets the edge ask the access package.
type edgeAccess struct{ decider *access.Decider }

// Authenticate finds who an access token belongs to.
func (a edgeAccess) Authenticate(ctx context.Context, token string) (edge.Subject, error) {
	who, err := a.decider.Authenticate(ctx, token)
	if err != nil {
		return edge.Subject{}, err
	}
	grant, err := a.decider.Decide(ctx, who, who.OrgID)
	if err != nil {
		return edge.Subject{}, err
	}
	u := grant.User
	key := ""
	if grant.Key != nil {
		key = grant.Key.ID
	}
	return edge.Subject{
		Viewer: viewerOf(grant), Key: key, UserID: u.ID, SessionID: who.SessionID, Email: u.Email, Name: u.Name, HomeOrg: u.HomeOrgID, ActingOrg: who.OrgID, Role: u.Role,
	}, nil
}

// viewerOf is who sees the portal as the grant's user.
func viewerOf(grant *access.Grant) *edge.Viewer {
	if v := grant.Viewer; v != nil {
		return &edge.Viewer{UserID: v.ID, Email: v.Email, Name: v.Name, Role: v.Role}
	}
	return nil
}

// DecideAbsent says who a user is and may do at home, without a session.
func (a edgeAccess) DecideAbsent(ctx context.Context, userID, orgID string) (edge.Subject, edge.Grant, error) {
	grant, err := a.decider.DecideFor(ctx, userID, orgID)
	if err != nil {
		return edge.Subject{}, edge.Grant{}, err
	}
	u := grant.User
	if u.HomeOrgID != orgID {
		return edge.Subject{}, edge.Grant{}, fault.New(fault.NotFound, "There is no such organisation.")
	}
	return edge.Subject{UserID: u.ID, Email: u.Email, Name: u.Name, HomeOrg: u.HomeOrgID, ActingOrg: orgID, Role: u.Role}, edgeGrant(grant), nil
}

// Decide says what the subject may do in organisation orgID.
func (a edgeAccess) Decide(ctx context.Context, subject edge.Subject, orgID string) (edge.Grant, error) {
	grant, err := a.decider.Decide(ctx, access.Subject{UserID: subject.UserID, OrgID: subject.ActingOrg, SessionID: subject.SessionID}, orgID)
	if err != nil {
		return edge.Grant{}, err
	}
	return edgeGrant(grant), nil
}

func edgeGrant(grant *access.Grant) edge.Grant {
	modules := map[string]bool{}
	for _, m := range grant.Modules {
		modules[m] = true
	}
	return edge.Grant{
		Scope:   web.Scope{Path: grant.Scope.Path, VehicleIDs: grant.Scope.VehicleIDs, All: grant.Scope.All},
		Allowed: grant.Allowed, Known: grant.Known, Modules: modules, Locale: grant.Locale, Units: grant.Units,
	}
}
