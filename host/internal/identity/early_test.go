package identity_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/fault"
)

// On the very first start an administrator asks before the plugin that defines the permissions about users has come.
func TestNeeds_APermissionThatNobodyHasDefinedYetIsUnavailable(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, "org_admin@alpha.test")
	all := identitytest.AllPermissions(t)
	define := func(permissions []access.Permission) {
		t.Helper()
		if err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error { return access.Define(t.Context(), tx, "test", permissions) }); err != nil {
			t.Fatal(err)
		}
		w.Access.Changed()
	}
	asked := func() error {
		_, err := w.Identity.PersonOf(t.Context(), identity.Actor{UserID: who.UserID, OrgID: who.OrgID, SessionID: who.SessionID}, "fleet_manager@alpha.test")
		return err
	}
	define(nil)
	identitytest.Eventually(t, time.Minute, "the administrator is told to come again", func() bool { return fault.KindOf(asked()) == fault.Unavailable })
	define(all)
	identitytest.Eventually(t, time.Minute, "the administrator may", func() bool { return asked() == nil })
}
