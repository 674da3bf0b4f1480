// Package peopletest gives a plugin's tests the real identity service: accounts, trees and permissions on the host's own Postgres, Keto and
// NATS, called over gRPC as a plugin calls it. Tests only. A package that uses it has
// `func TestMain(m *testing.M) { os.Exit(peopletest.Run(m)) }`.
package peopletest

import (
	"context"
	"net"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"outrider.dev/outrider/host/internal/asplugin"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/identity/identitytest"
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
		grpc.WithUnaryInterceptor(asplugin.Faults))
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
	id := w.world.UserID(t, email)
	var org string
	if err := w.world.DB.Pool().QueryRow(t.Context(), `SELECT org_id FROM outrider.account WHERE id = $1`, id).Scan(&org); err != nil {
		t.Fatal(err)
	}
	grant, err := w.world.Access.Decider.DecideFor(t.Context(), id, org)
	if err != nil {
		t.Fatalf("decide about %s: %v", email, err)
	}
	return web.CallerInfo{
		UserID: id, Email: grant.User.Email, Name: grant.User.Name, OrgID: org, HomeOrgID: org, Role: grant.User.Role,
		Scope:  web.Scope{All: grant.Scope.All, Path: grant.Scope.Path, VehicleIDs: slices.Clone(grant.Scope.VehicleIDs)},
		Locale: grant.Locale, Units: grant.Units, Permissions: grant.Permissions(),
	}
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
