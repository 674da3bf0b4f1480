// Package callbacks serves what a plugin may ask of the host. Each process has a connection of its own, so a Server knows which plugin is
// asking and answers for that plugin alone.
package callbacks

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/mail"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/sdk/away"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Directory knows organisations and their trees.
type Directory interface {
	// Organisations are all of them, disabled ones included.
	Organisations(ctx context.Context) ([]*pluginv1.Organisation, error)
	// Groups is the tree of one organisation, and the sequence of the EVENTS stream up to which it holds; fault.NotFound.
	Groups(ctx context.Context, orgID string) ([]*pluginv1.Group, uint64, error)
}

// Signer signs database capabilities.
type Signer interface {
	// Sign makes a capability for plugin and organisation ("*": the plugin's own host-wide work) and says until when it holds.
	Sign(orgID, plugin string) (capability string, expires time.Time)
}

// Caller makes calls between plugins.
type Caller interface {
	Call(ctx context.Context, call edge.Call) (edge.Answer, error)
	// Stream makes one whose answer is handed on as it comes.
	Stream(ctx context.Context, call edge.Call, pieces edge.Pieces) error
	// ActFor lets a plugin act for a user who has no request under way until done is called; header is then Call's Caller.
	ActFor(ctx context.Context, act edge.Act, permissions []string) (header string, done func(), err error)
}

// Host is what all servers share.
type Host struct {
	Directory Directory
	Signer    Signer
	Caller    Caller
	Settings  Settings                                // of organisations for plugins; nil: none
	Changes   *TenantChanges                          // nil: nobody tells of changes
	Access    Access                                  // nil: nobody's permissions are told
	Manifests func() []Installed                      // of all installed plugins by id; nil: none
	Traces    func(plugin string, spans []byte) error // takes spans that a plugin hands over; nil: they are lost
	Identity  pluginv1.IdentityServer                 // served to plugins with the capability "identity"
	Mail      *mail.Queue                             // takes mails of plugins with the capability "mail"
	Files     *media.Files                            // kept for plugins with the capability "media"
	Uploads   *media.Uploads                          // of devices to them; set with Files
}

// Register returns the function that registers plugin's callbacks with its connection.
func (h Host) Register(plugin manifest.Manifest) func(*grpc.Server) {
	return func(server *grpc.Server) {
		callbacks := &Server{host: h, plugin: plugin}
		pluginv1.RegisterHostCallbacksServer(server, callbacks)
		if h.Files != nil && plugin.Has(manifest.CapabilityMedia) {
			pluginv1.RegisterMediaServer(server, &Media{server: callbacks, files: h.Files, uploads: h.Uploads})
		}
		if h.Mail != nil && plugin.Has(manifest.CapabilityMail) {
			pluginv1.RegisterMailServer(server, &Mail{server: callbacks, queue: h.Mail})
		}
		if h.Identity != nil && slices.Contains(plugin.Capabilities, "identity") {
			pluginv1.RegisterIdentityServer(server, h.Identity)
		}
	}
}

// Server answers one plugin.
type Server struct {
	pluginv1.UnimplementedHostCallbacksServer
	host   Host
	plugin manifest.Manifest
}

// everywhere is the organisation of a plugin's host-wide work.
const everywhere = "*"

// Capability signs a database capability.
func (s *Server) Capability(ctx context.Context, request *pluginv1.CapabilityRequest) (*pluginv1.CapabilityResponse, error) {
	if s.plugin.Postgres == nil || s.host.Signer == nil {
		return nil, status.Errorf(codes.FailedPrecondition, "the manifest of %s asks for no database", s.plugin.ID)
	}
	if org := request.GetOrgId(); org != everywhere {
		if err := s.mayWorkIn(ctx, org); err != nil {
			return nil, err
		}
	}
	capability, expires := s.host.Signer.Sign(request.GetOrgId(), s.plugin.ID)
	return &pluginv1.CapabilityResponse{Capability: capability, ExpiresAtMs: expires.UnixMilli()}, nil
}

// Organisations lists those that have the plugin's module on.
func (s *Server) Organisations(ctx context.Context, _ *pluginv1.OrganisationsRequest) (*pluginv1.OrganisationsResponse, error) {
	organisations, err := s.organisations(ctx)
	return &pluginv1.OrganisationsResponse{Organisations: organisations}, err
}

// Groups is the tree of an organisation that has the plugin's module on.
func (s *Server) Groups(ctx context.Context, request *pluginv1.GroupsRequest) (*pluginv1.GroupsResponse, error) {
	if err := s.mayWorkIn(ctx, request.GetOrgId()); err != nil {
		return nil, err
	}
	groups, sequence, err := s.host.Directory.Groups(ctx, request.GetOrgId())
	if err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.GroupsResponse{Groups: groups, Sequence: sequence}, nil
}

// CallOperation calls another plugin's operation. A refusal by the other side is an answer, not an error.
func (s *Server) CallOperation(ctx context.Context, request *pluginv1.CallOperationRequest) (*pluginv1.CallOperationResponse, error) {
	answer, err := s.host.Caller.Call(ctx, edge.Call{
		Plugin: s.plugin.ID, Method: request.GetMethod(), Path: request.GetPath(), Body: request.GetBody(),
		Caller: request.GetCaller(), OrgID: request.GetOrgId(),
	})
	if err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.CallOperationResponse{Status: int32(answer.Status), Body: answer.Body, ContentType: answer.ContentType}, nil
}

// StreamOperation calls another plugin's operation whose answer may be of any length. gRPC's flow control has Send wait for a slow reader, and that the other plugin.
func (s *Server) StreamOperation(request *pluginv1.CallOperationRequest, stream grpc.ServerStreamingServer[pluginv1.StreamOperationResponse]) error {
	err := s.host.Caller.Stream(stream.Context(), edge.Call{
		Plugin: s.plugin.ID, Method: request.GetMethod(), Path: request.GetPath(), Body: request.GetBody(), Caller: request.GetCaller(), OrgID: request.GetOrgId(),
	}, sender{stream})
	if err != nil {
		return statusOf(err)
	}
	return nil
}

// maxPiece is how much of an answer one message has.
const maxPiece = 64 << 10

// sender sends an answer on in messages.
type sender struct {
	to grpc.ServerStreamingServer[pluginv1.StreamOperationResponse]
}

// Begin implements edge.Pieces.
func (s sender) Begin(status int, contentType string) error {
	return s.to.Send(&pluginv1.StreamOperationResponse{Status: int32(status), ContentType: contentType})
}

// Piece implements edge.Pieces.
func (s sender) Piece(data []byte) error {
	for len(data) > 0 {
		n := min(len(data), maxPiece)
		if err := s.to.Send(&pluginv1.StreamOperationResponse{Data: data[:n]}); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// ExportTraces takes spans to be sent on.
func (s *Server) ExportTraces(_ context.Context, request *pluginv1.ExportTracesRequest) (*pluginv1.ExportTracesResponse, error) {
	if s.host.Traces == nil {
		return &pluginv1.ExportTracesResponse{}, nil
	}
	if err := s.host.Traces(s.plugin.ID, request.GetTraces()); err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.ExportTracesResponse{}, nil
}

func (s *Server) organisations(ctx context.Context) ([]*pluginv1.Organisation, error) {
	all, err := s.host.Directory.Organisations(ctx)
	if err != nil {
		return nil, statusOf(err)
	}
	return slices.DeleteFunc(slices.Clone(all), func(o *pluginv1.Organisation) bool {
		return s.plugin.Module.Optional && !slices.Contains(o.GetModules(), s.plugin.ID)
	}), nil
}

func (s *Server) mayWorkIn(ctx context.Context, orgID string) error {
	organisations, err := s.organisations(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(organisations, func(o *pluginv1.Organisation) bool { return o.GetId() == orgID }) {
		return status.Errorf(codes.NotFound, "there is no organisation %q with the module %s", orgID, s.plugin.ID)
	}
	return nil
}

// statusOf carries a fault across gRPC.
func statusOf(err error) error {
	code, ok := map[fault.Kind]codes.Code{
		fault.Invalid: codes.InvalidArgument, fault.SignedOut: codes.Unauthenticated, fault.Denied: codes.PermissionDenied,
		fault.NotFound: codes.NotFound, fault.Conflict: codes.AlreadyExists, fault.Unavailable: codes.Unavailable,
	}[fault.KindOf(err)]
	if !ok {
		code = codes.Internal
		if away.Is(err) {
			code = codes.Unavailable
		}
	}
	return status.Error(code, err.Error())
}
