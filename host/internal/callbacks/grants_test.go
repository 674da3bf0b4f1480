package callbacks_test

import (
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }

// alertsOf is what the plugin alerts, which defines listAlerts, may ask of a world.
func alertsOf(t *testing.T, w *identitytest.World) pluginv1.HostCallbacksClient {
	t.Helper()
	plugin := manifest.Manifest{ID: "alerts", Permissions: []manifest.Permission{{Name: "listAlerts"}}}
	return pluginv1.NewHostCallbacksClient(served(t, callbacks.Host{Directory: w.Identity, Access: w.Access.Decider}, plugin))
}

// told asks until the host can tell: while no heartbeat is heard it cannot.
func told(t *testing.T, ask func() error) {
	t.Helper()
	identitytest.Eventually(t, time.Minute, "the host can tell", func() bool { return status.Code(ask()) != codes.Unavailable })
}

func TestGrants(t *testing.T) {
	w := identitytest.Start(t)
	host, manager, admin := alertsOf(t, w), w.UserID(t, "fleet_manager@alpha.test"), w.UserID(t, "org_admin@alpha.test")
	ask := func(org, permission string, users ...string) (map[string]*pluginv1.UserGrant, error) {
		var answer *pluginv1.GrantsResponse
		var err error
		told(t, func() error {
			answer, err = host.Grants(t.Context(), &pluginv1.GrantsRequest{OrgId: org, Permissions: []string{permission}, UserIds: users})
			return err
		})
		found := map[string]*pluginv1.UserGrant{}
		for _, g := range answer.GetGrants() {
			found[g.GetUserId()] = g
		}
		return found, err
	}
	stranger := w.UserID(t, "org_admin@beta.test")
	found, err := ask("alpha", "listAlerts", manager, admin, stranger, "00000000-0000-4000-8000-000000000000")
	if err != nil || len(found) != 2 || found[manager].GetPath() != "/alpha/alpha-north/" || found[manager].GetAll() || !found[admin].GetAll() {
		t.Errorf("granted: %v, %v", found, err)
	}
	if _, err := ask("alpha", "updateOrg", admin); status.Code(err) != codes.PermissionDenied {
		t.Errorf("asking for another's permission: %v", err)
	}
	if _, err := ask("nowhere", "listAlerts", admin); status.Code(err) != codes.NotFound {
		t.Errorf("asking about no organisation: %v", err)
	}
	if _, err := ask("alpha", "listAlerts", make([]string, 1001)...); status.Code(err) != codes.InvalidArgument {
		t.Errorf("asking for too many: %v", err)
	}

	err = pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		return access.Rewrite(t.Context(), tx, access.Reach{OrgID: "alpha", AccountIDs: []string{manager}}, func() error {
			_, err := tx.Exec(t.Context(), `INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) VALUES ('alpha', $1, 'listAlerts', false)`, manager)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Access.Changed()
	identitytest.Eventually(t, time.Minute, "the permission is gone", func() bool {
		found, err := ask("alpha", "listAlerts", manager, admin)
		return err == nil && len(found) == 1 && found[admin] != nil
	})
}

func TestTokenUser(t *testing.T) {
	w := identitytest.Start(t)
	host := alertsOf(t, w)
	who, tokens := w.SignIn(t, "fleet_manager@alpha.test")
	var answer *pluginv1.TokenUserResponse
	var err error
	told(t, func() error {
		answer, err = host.TokenUser(t.Context(), &pluginv1.TokenUserRequest{Token: tokens.Access})
		return err
	})
	if err != nil || answer.GetUserId() != who.UserID || answer.GetOrgId() != "alpha" {
		t.Errorf("the token is %v's, %v", answer, err)
	}
	for _, token := range []string{"", "rubbish", tokens.Refresh} {
		if _, err := host.TokenUser(t.Context(), &pluginv1.TokenUserRequest{Token: token}); status.Code(err) != codes.Unauthenticated {
			t.Errorf("the token %q: %v", token, err)
		}
	}
	if _, err := w.Sessions.SignOut(t.Context(), tokens.Refresh); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, time.Minute, "the session is over", func() bool {
		_, err := host.TokenUser(t.Context(), &pluginv1.TokenUserRequest{Token: tokens.Access})
		return status.Code(err) == codes.Unauthenticated
	})
}
