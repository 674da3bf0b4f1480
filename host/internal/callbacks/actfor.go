package callbacks

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// ActFor lets the plugin act for a user who has no request under way, until the plugin ends the stream.
func (s *Server) ActFor(request *pluginv1.ActForRequest, stream grpc.ServerStreamingServer[pluginv1.ActForResponse]) error {
	if !s.plugin.Has(manifest.CapabilityOnBehalf) {
		return status.Errorf(codes.PermissionDenied, "the manifest of %s does not ask for the capability %q", s.plugin.ID, manifest.CapabilityOnBehalf)
	}
	ctx := stream.Context()
	if err := s.mayWorkIn(ctx, request.GetOrgId()); err != nil {
		return err
	}
	permissions := make([]string, len(s.plugin.Permissions))
	for i, p := range s.plugin.Permissions {
		permissions[i] = p.Name
	}
	header, done, err := s.host.Caller.ActFor(ctx, edge.Act{
		Plugin: s.plugin.ID, OrgID: request.GetOrgId(), UserID: request.GetUserId(),
		ObjectKind: request.GetObjectKind(), ObjectID: request.GetObjectId(), Detail: request.GetDetail(),
	}, permissions)
	if err != nil {
		return statusOf(err)
	}
	defer done()
	if err := stream.Send(&pluginv1.ActForResponse{Caller: header}); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
