package callbacks

import (
	"context"
	"encoding/json"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Installed is a plugin of the host, whether or not it is switched on.
type Installed struct {
	Manifest manifest.Manifest
	Enabled  bool
}

// Contributions lists what manifests declare for an extension point.
func (s *Server) Contributions(ctx context.Context, request *pluginv1.ContributionsRequest) (*pluginv1.ContributionsResponse, error) {
	modules, err := s.modulesOf(ctx, request.GetOrgId())
	if err != nil {
		return nil, err
	}
	answer := &pluginv1.ContributionsResponse{}
	if s.host.Manifests == nil {
		return answer, nil
	}
	for _, one := range s.host.Manifests() {
		declared, ok := declaredFor(one.Manifest, request.GetKind())
		if !ok {
			return nil, status.Errorf(codes.InvalidArgument, "there is no extension point %q", request.GetKind())
		}
		isOn := one.Enabled && (request.GetOrgId() == "" || !one.Manifest.Module.Optional || slices.Contains(modules, one.Manifest.ID))
		for _, each := range declared {
			raw, err := json.Marshal(each)
			if err != nil {
				return nil, status.Errorf(codes.Internal, "write %s of %s: %v", request.GetKind(), one.Manifest.ID, err)
			}
			answer.Contributions = append(answer.Contributions, &pluginv1.Contribution{Plugin: one.Manifest.ID, Json: raw, Available: isOn})
		}
	}
	return answer, nil
}

// modulesOf are those that an organisation has switched on; none without an organisation.
func (s *Server) modulesOf(ctx context.Context, orgID string) ([]string, error) {
	if orgID == "" {
		return nil, nil
	}
	all, err := s.organisations(ctx)
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		if o.GetId() == orgID {
			return o.GetModules(), nil
		}
	}
	return nil, status.Errorf(codes.NotFound, "there is no organisation %q with the module %s", orgID, s.plugin.ID)
}

// declaredFor is what a manifest declares for an extension point; ok is false for one that there is not.
func declaredFor(m manifest.Manifest, kind string) (list []any, ok bool) {
	switch kind {
	case manifest.ContributedAlertTypes:
		return anyOf(m.AlertTypes), true
	case manifest.ContributedReportTypes:
		return anyOf(m.ReportTypes), true
	case manifest.ContributedTrackingTables:
		return anyOf(m.TrackingTables), true
	case manifest.ContributedVehicleData:
		return anyOf(m.VehicleData), true
	default:
		return nil, false
	}
}

func anyOf[T any](list []T) []any {
	all := make([]any, len(list))
	for i, one := range list {
		all[i] = one
	}
	return all
}
