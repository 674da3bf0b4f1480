package plugin

import (
	"context"
	"errors"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// fakeHost answers callbacks by hand.
type fakeHost struct {
	pluginv1.UnimplementedHostCallbacksServer
	call func(*pluginv1.CallOperationRequest) (*pluginv1.CallOperationResponse, error)
}

func (h *fakeHost) CallOperation(_ context.Context, r *pluginv1.CallOperationRequest) (*pluginv1.CallOperationResponse, error) {
	return h.call(r)
}

func (*fakeHost) Groups(context.Context, *pluginv1.GroupsRequest) (*pluginv1.GroupsResponse, error) {
	return &pluginv1.GroupsResponse{Sequence: 7, Groups: []*pluginv1.Group{{Id: "demo", Path: "/demo/"}}}, nil
}

func (*fakeHost) Capability(_ context.Context, r *pluginv1.CapabilityRequest) (*pluginv1.CapabilityResponse, error) {
	if r.GetOrgId() != "demo" {
		return nil, status.Error(codes.NotFound, "There is no such organisation.")
	}
	return &pluginv1.CapabilityResponse{Capability: "c", ExpiresAtMs: 1000}, nil
}

func started(t *testing.T, host *fakeHost) *callbacks {
	t.Helper()
	listener := bufconn.Listen(1 << 16)
	server := grpc.NewServer()
	pluginv1.RegisterHostCallbacksServer(server, host)
	go func() { _ = server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:host", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		server.Stop()
	})
	c := newCallbacks()
	c.start(conn)
	return c
}

func TestCallbacks_BeforeTheStartFailAtOnce(t *testing.T) {
	if _, err := newCallbacks().Organisations(t.Context()); !errors.Is(err, errNotStarted) {
		t.Errorf("Organisations = %v, want %v", err, errNotStarted)
	}
}

func TestCallbacks_Answer(t *testing.T) {
	c := started(t, &fakeHost{})
	groups, sequence, err := c.Groups(t.Context(), "demo")
	if err != nil || sequence != 7 || len(groups) != 1 || groups[0].Path != "/demo/" {
		t.Errorf("Groups = %v, %d, %v", groups, sequence, err)
	}
	if capability, expires, err := c.Capability(t.Context(), "demo"); err != nil || capability != "c" || expires.UnixMilli() != 1000 {
		t.Errorf("Capability = %q, %v, %v", capability, expires, err)
	}
	if _, _, err := c.Capability(t.Context(), "nowhere"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("Capability of nowhere = %v, want not found", err)
	}
	if _, err := c.Organisations(t.Context()); err == nil {
		t.Error("a host without the method answers")
	}
}

func TestCall(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer *pluginv1.CallOperationResponse
		err    error
		want   fault.Kind
	}{
		{"an answer", &pluginv1.CallOperationResponse{Status: 200, Body: []byte(`{"name":"Leeds"}`)}, nil, ""},
		{"a refusal", &pluginv1.CallOperationResponse{Status: 404, Body: []byte(`{"title":"No such place.","kind":"not_found"}`)}, nil, fault.NotFound},
		{"rubbish", &pluginv1.CallOperationResponse{Status: 502, Body: []byte(`<html>`)}, nil, fault.Unavailable},
		{"not allowed", nil, status.Error(codes.PermissionDenied, "The manifest does not list this call."), fault.Denied},
		{"the other plugin is down", nil, status.Error(codes.Unavailable, "down"), fault.Unavailable},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := started(t, &fakeHost{call: func(r *pluginv1.CallOperationRequest) (*pluginv1.CallOperationResponse, error) {
				if r.GetMethod() != "POST" || r.GetPath() != "/api/geo/places" || string(r.GetBody()) != `{"lat":1}` || r.GetOrgId() != "demo" || r.GetCaller() != "" {
					t.Errorf("asked for %+v", r)
				}
				return tc.answer, tc.err
			}})
			var out struct{ Name string }
			err := c.Call(web.AsPlugin(t.Context(), "demo"), "POST", "/api/geo/places", map[string]int{"lat": 1}, &out)
			if fault.KindOf(err) != tc.want || (tc.want == "" && out.Name != "Leeds") {
				t.Errorf("Call = %v, %+v; want kind %q", err, out, tc.want)
			}
		})
	}
}
