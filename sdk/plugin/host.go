package plugin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"time"

	otel "go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

const callbackTimeout = 5 * time.Second

var errNotStarted = errors.New("the host answers once start has returned: use env.Go")

// callbacks is the connection to the host. It exists from Start on; before, every call fails with errNotStarted.
type callbacks struct {
	started chan struct{} // closed by start
	conn    *grpc.ClientConn
	client  pluginv1.HostCallbacksClient
}

var (
	_ Host                     = (*callbacks)(nil)
	_ grpc.ClientConnInterface = (*callbacks)(nil)
)

func newCallbacks() *callbacks {
	c := &callbacks{started: make(chan struct{})}
	c.client = pluginv1.NewHostCallbacksClient(c)
	return c
}

func (c *callbacks) start(conn *grpc.ClientConn) {
	c.conn = conn
	close(c.started)
}

// Invoke makes every unary call: bounded in time, its errors as faults.
func (c *callbacks) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	select {
	case <-c.started:
	default:
		return fmt.Errorf("call host: %w", errNotStarted)
	}
	if _, bounded := ctx.Deadline(); !bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, callbackTimeout)
		defer cancel()
	}
	ctx, span := trace.Begin(ctx, "call host "+path.Base(method), otel.SpanKindClient)
	if parent := trace.Parent(ctx); parent != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, trace.MetadataKey, parent)
	}
	err := faultOf(c.conn.Invoke(ctx, method, args, reply, opts...))
	trace.End(span, err, "the host refused")
	return err
}

// NewStream begins every transfer of a file: it lasts as long as ctx, its errors are faults.
func (c *callbacks) NewStream(ctx context.Context, desc *grpc.StreamDesc, method string, opts ...grpc.CallOption) (grpc.ClientStream, error) {
	select {
	case <-c.started:
	default:
		return nil, fmt.Errorf("call host: %w", errNotStarted)
	}
	stream, err := c.conn.NewStream(ctx, desc, method, opts...)
	if err != nil {
		return nil, faultOf(err)
	}
	return transfer{stream}, nil
}

// transfer is a stream whose errors are faults; io.EOF stays what it is.
type transfer struct{ grpc.ClientStream }

// RecvMsg implements grpc.ClientStream.
func (t transfer) RecvMsg(m any) error { return faultOf(t.ClientStream.RecvMsg(m)) }

// SendMsg implements grpc.ClientStream.
func (t transfer) SendMsg(m any) error { return faultOf(t.ClientStream.SendMsg(m)) }

// Capability lets callbacks be the store's source of capabilities.
func (c *callbacks) Capability(ctx context.Context, orgID string) (string, time.Time, error) {
	answer, err := c.client.Capability(ctx, &pluginv1.CapabilityRequest{OrgId: orgID})
	if err != nil {
		return "", time.Time{}, err
	}
	return answer.GetCapability(), time.UnixMilli(answer.GetExpiresAtMs()), nil
}

func (c *callbacks) Organisations(ctx context.Context) ([]Organisation, error) {
	answer, err := c.client.Organisations(ctx, &pluginv1.OrganisationsRequest{})
	if err != nil {
		return nil, fmt.Errorf("list organisations: %w", err)
	}
	list := make([]Organisation, len(answer.GetOrganisations()))
	for i, o := range answer.GetOrganisations() {
		list[i] = Organisation{
			ID: o.GetId(), Name: o.GetName(), CountryCode: o.GetCountryCode(), Zone: o.GetZone(),
			Modules: o.GetModules(), Services: o.GetServices(), Disabled: o.GetDisabled(),
		}
	}
	return list, nil
}

func (c *callbacks) Groups(ctx context.Context, orgID string) ([]Group, uint64, error) {
	answer, err := c.client.Groups(ctx, &pluginv1.GroupsRequest{OrgId: orgID})
	if err != nil {
		return nil, 0, fmt.Errorf("list groups of %s: %w", orgID, err)
	}
	list := make([]Group, len(answer.GetGroups()))
	for i, g := range answer.GetGroups() {
		list[i] = Group{ID: g.GetId(), ParentID: g.GetParentId(), Label: g.GetLabel(), Path: g.GetPath()}
	}
	return list, answer.GetSequence(), nil
}

func (c *callbacks) Grants(ctx context.Context, orgID string, permissions, userIDs []string) (map[string]web.Scope, error) {
	answer, err := c.client.Grants(ctx, &pluginv1.GrantsRequest{OrgId: orgID, Permissions: permissions, UserIds: userIDs})
	if err != nil {
		return nil, fmt.Errorf("ask what users of %s may: %w", orgID, err)
	}
	granted := map[string]web.Scope{}
	for _, g := range answer.GetGrants() {
		granted[g.GetUserId()] = web.Scope{Path: g.GetPath(), VehicleIDs: g.GetVehicleIds(), All: g.GetAll()}
	}
	return granted, nil
}

func (c *callbacks) TokenUser(ctx context.Context, token string) (userID, orgID string, err error) {
	answer, err := c.client.TokenUser(ctx, &pluginv1.TokenUserRequest{Token: token})
	if err != nil {
		return "", "", fmt.Errorf("ask whose token it is: %w", err)
	}
	return answer.GetUserId(), answer.GetOrgId(), nil
}

func (c *callbacks) Contributions(ctx context.Context, kind, orgID string) ([]Contribution, error) {
	answer, err := c.client.Contributions(ctx, &pluginv1.ContributionsRequest{Kind: kind, OrgId: orgID})
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", kind, err)
	}
	list := make([]Contribution, len(answer.GetContributions()))
	for i, one := range answer.GetContributions() {
		list[i] = Contribution{Plugin: one.GetPlugin(), JSON: one.GetJson(), Available: one.GetAvailable()}
	}
	return list, nil
}

func (c *callbacks) Call(ctx context.Context, method, path string, in, out any) error {
	request := &pluginv1.CallOperationRequest{Method: method, Path: path, Caller: web.CallerHeaderOf(ctx), OrgId: web.Caller(ctx).OrgID}
	if in != nil {
		body, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("call %s %s: %w", method, path, err)
		}
		request.Body = body
	}
	answer, err := c.client.CallOperation(ctx, request)
	if err != nil {
		return fmt.Errorf("call %s %s: %w", method, path, err)
	}
	if answer.GetStatus() >= http.StatusBadRequest {
		return fmt.Errorf("call %s %s: %w", method, path, refusal(answer))
	}
	if out == nil || len(answer.GetBody()) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer.GetBody(), out); err != nil {
		return fmt.Errorf("call %s %s: read answer: %w", method, path, err)
	}
	return nil
}

// refusal is what another plugin answered instead of what was asked for.
func refusal(answer *pluginv1.CallOperationResponse) error {
	var problem web.Problem
	if err := json.Unmarshal(answer.GetBody(), &problem); err != nil || problem.Kind == "" {
		return fault.New(fault.Unavailable, "The answer was status %d.", answer.GetStatus())
	}
	return &fault.Error{Kind: problem.Kind, Message: problem.Title, Fields: problem.Errors}
}

var kindOfCode = map[codes.Code]fault.Kind{
	codes.InvalidArgument: fault.Invalid, codes.OutOfRange: fault.Invalid,
	codes.Unauthenticated: fault.SignedOut, codes.PermissionDenied: fault.Denied, codes.NotFound: fault.NotFound,
	codes.AlreadyExists: fault.Conflict, codes.FailedPrecondition: fault.Conflict, codes.Aborted: fault.Conflict,
	codes.Unavailable: fault.Unavailable, codes.DeadlineExceeded: fault.Unavailable, codes.ResourceExhausted: fault.Unavailable,
}

// faultOf is an error of gRPC as a fault whose sentence is the host's.
func faultOf(err error) error {
	if err == nil {
		return nil
	}
	s, ok := status.FromError(err)
	kind, known := kindOfCode[s.Code()]
	switch {
	case !ok || !known:
		return err
	case kind == fault.Unavailable:
		return &fault.Error{Kind: kind, Message: "This is not available at the moment. Please try again soon.", RetryAfter: time.Second, Cause: err}
	}
	return fault.New(kind, "%s", s.Message())
}
