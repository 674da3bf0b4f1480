// Package peopletest gives a plugin's tests the real identity service: accounts, trees and permissions on the host's own Postgres, Keto and
// NATS, called over gRPC as a plugin calls it. Tests only. A package that uses it has
// `func TestMain(m *testing.M) { os.Exit(peopletest.Run(m)) }`.
package peopletest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"outrider.dev/outrider/host/internal/callbacktest"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// Run runs the package's tests and stops what they started.
func Run(m *testing.M) int { return hosttest.Run(m) }

// World is the organisations alpha and beta (groups <org>, <org>-north, <org>-depot below it, <org>-south) with one account for each role,
// fleet_manager@alpha.test and so on; password Outrider1.
type World struct {
	world    *identitytest.World
	Identity pluginv1.IdentityClient // as plugin.Env has it
	Host     Directory
}

// Start starts a world for one test.
func Start(t testing.TB) *World {
	t.Helper()
	w := &World{world: identitytest.Start(t)}
	w.Host = Directory{w.world}
	listener := bufconn.Listen(1 << 20)
	server := grpc.NewServer()
	pluginv1.RegisterIdentityServer(server, w.world.Identity)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Stop()
		<-served
	})
	conn, err := grpc.NewClient("passthrough:///host", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
		grpc.WithUnaryInterceptor(callbacktest.Faults))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	w.Identity = pluginv1.NewIdentityClient(conn)
	return w
}

// UserID is the id of an account.
func (w *World) UserID(t testing.TB, email string) string {
	t.Helper()
	return w.world.UserID(t, email)
}

// Caller is an account as the host would present it to a plugin, in its own organisation, with everything that it may do.
func (w *World) Caller(t testing.TB, email string) web.CallerInfo {
	t.Helper()
	return w.world.Caller(t, email)
}

// Directory answers what plugin.Host answers about organisations and groups.
type Directory struct{ world *identitytest.World }

// Groups is the tree of an organisation.
func (d Directory) Groups(ctx context.Context, orgID string) ([]plugin.Group, uint64, error) {
	list, sequence, err := d.world.Identity.Groups(ctx, orgID)
	groups := make([]plugin.Group, len(list))
	for i, g := range list {
		groups[i] = plugin.Group{ID: g.GetId(), ParentID: g.GetParentId(), Label: g.GetLabel(), Path: g.GetPath()}
	}
	return groups, sequence, err
}

// Call calls an operation of the host's on people, as the caller of ctx.
func (d Directory) Call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader = http.NoBody
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, method, path, body)
	if err != nil {
		return err
	}
	header, err := web.EncodeCaller(web.Caller(ctx))
	if err != nil {
		return err
	}
	request.Header.Set(web.CallerHeader, header)
	answer := httptest.NewRecorder()
	d.world.Identity.Router("0.0.0").ServeHTTP(answer, request)
	if answer.Code >= http.StatusBadRequest {
		var problem web.Problem
		if err := json.Unmarshal(answer.Body.Bytes(), &problem); err != nil {
			return err
		}
		return &fault.Error{Kind: problem.Kind, Message: problem.Title, Fields: problem.Errors}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer.Body.Bytes(), out)
}
