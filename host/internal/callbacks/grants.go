package callbacks

import (
	"context"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// maxAsked bounds the users of one question.
const maxAsked = 1_000

// Access decides what users may.
type Access interface {
	// Authenticate verifies an access token; fault.SignedOut.
	Authenticate(ctx context.Context, token string) (access.Subject, error)
	// Decide says what a token's user may; fault.SignedOut for a session that is over.
	Decide(ctx context.Context, who access.Subject, orgID string) (*access.Grant, error)
	// DecideFor says what a user may; fault.SignedOut or fault.NotFound for one who may nothing.
	DecideFor(ctx context.Context, userID, orgID string) (*access.Grant, error)
}

// Grants says which users hold permissions that the plugin defines.
func (s *Server) Grants(ctx context.Context, request *pluginv1.GrantsRequest) (*pluginv1.GrantsResponse, error) {
	if err := s.mayWorkIn(ctx, request.GetOrgId()); err != nil {
		return nil, err
	}
	if s.host.Access == nil || len(request.GetPermissions()) == 0 || len(request.GetUserIds()) > maxAsked {
		return nil, status.Errorf(codes.InvalidArgument, "say at least one permission and at most %d users", maxAsked)
	}
	for _, name := range request.GetPermissions() {
		if !s.mayAskOf(name) {
			return nil, status.Errorf(codes.PermissionDenied, "the permission %s is not the plugin's own", name)
		}
	}
	answer := &pluginv1.GrantsResponse{}
	for _, id := range request.GetUserIds() {
		grant, err := s.host.Access.DecideFor(ctx, id, request.GetOrgId())
		switch kind := fault.KindOf(err); {
		case kind == fault.SignedOut || kind == fault.NotFound || kind == fault.Denied:
		case err != nil:
			return nil, statusOf(err)
		case !slices.ContainsFunc(request.GetPermissions(), func(name string) bool { return !grant.Allowed(name) }):
			answer.Grants = append(answer.Grants, &pluginv1.UserGrant{UserId: id, Path: grant.Scope.Path, VehicleIds: grant.Scope.VehicleIDs, All: grant.Scope.All})
		}
	}
	return answer, nil
}

// mayAskOf reports whether a permission is the plugin's own, or that of a report of any plugin, for one that makes reports for users who are not there.
func (s *Server) mayAskOf(name string) bool {
	if slices.ContainsFunc(s.plugin.Permissions, func(p manifest.Permission) bool { return p.Name == name }) {
		return true
	}
	if !s.plugin.Has(manifest.CapabilityOnBehalf) || s.host.Manifests == nil {
		return false
	}
	return slices.ContainsFunc(s.host.Manifests(), func(one Installed) bool {
		return slices.ContainsFunc(one.Manifest.ReportTypes, func(r manifest.ReportType) bool { return r.Permission == name || r.ToSchedule() == name })
	})
}

// TokenUser says whose access token one is, while its session lasts.
func (s *Server) TokenUser(ctx context.Context, request *pluginv1.TokenUserRequest) (*pluginv1.TokenUserResponse, error) {
	if s.host.Access == nil {
		return nil, status.Error(codes.Unavailable, "nobody checks tokens")
	}
	who, err := s.host.Access.Authenticate(ctx, request.GetToken())
	if err == nil {
		_, err = s.host.Access.Decide(ctx, who, who.OrgID)
	}
	if err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.TokenUserResponse{UserId: who.UserID, OrgId: who.OrgID}, nil
}
