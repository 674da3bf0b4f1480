package access_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/fault"
)

// bound is how soon a change must hold everywhere.
const bound = 5 * time.Second

func TestDecide(t *testing.T) {
	w := identitytest.Start(t)
	decider := w.Access.Decider

	t.Run("everybody holds exactly the role's default grants", func(t *testing.T) {
		for _, role := range access.Roles {
			who, _ := w.SignIn(t, lower(role)+"@alpha.test")
			grant := decide(t, w, who, "alpha")
			for _, p := range append(identitytest.AllPermissions(t), access.HostPermissions...) {
				if got, want := grant.Allowed(p.Name), slices.Contains(p.DefaultRoles(), role); got != want {
					t.Errorf("%s holds %s: %t, want %t", role, p.Name, got, want)
				}
			}
		}
	})

	t.Run("scope follows role and group", func(t *testing.T) {
		for _, tc := range []struct {
			role string
			want access.Scope
		}{
			{access.OrgAdmin, access.Scope{All: true, Path: "/alpha/"}},
			{access.FleetManager, access.Scope{Path: "/alpha/alpha-north/", VehicleIDs: []string{}}},
			{access.Driver, access.Scope{VehicleIDs: []string{"alpha-vehicle-1"}}},
		} {
			who, _ := w.SignIn(t, lower(tc.role)+"@alpha.test")
			got := decide(t, w, who, "alpha").Scope
			if got.All != tc.want.All || got.Path != tc.want.Path || !slices.Equal(got.VehicleIDs, tc.want.VehicleIDs) {
				t.Errorf("scope of %s = %+v, want %+v", tc.role, got, tc.want)
			}
		}
	})

	t.Run("only support roles enter another organisation", func(t *testing.T) {
		for _, role := range access.Roles {
			who, _ := w.SignIn(t, lower(role)+"@alpha.test")
			_, err := w.Decide(t, who, "beta")
			if access.IsSupport(role) && err != nil {
				t.Errorf("%s may not enter beta: %v", role, err)
			}
			if !access.IsSupport(role) && fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s asking for beta gets %v, want not_found", role, err)
			}
			if _, err := w.Decide(t, who, "nowhere"); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s asking for an organisation that does not exist gets %v, want not_found", role, err)
			}
		}
	})

	t.Run("a permission taken away is gone within the bound", func(t *testing.T) {
		who, _ := w.SignIn(t, "fleet_manager@alpha.test")
		if !decide(t, w, who, "alpha").Allowed("viewVehicle") {
			t.Fatal("a fleet manager should see vehicles")
		}
		rewrite(t, w, access.Reach{OrgID: "alpha"}, `DELETE FROM outrider.role_grant WHERE org_id = 'alpha' AND role = 'FLEET_MANAGER' AND permission = 'viewVehicle'`)
		identitytest.Eventually(t, bound, "the permission is gone", func() bool {
			grant, err := decider.Decide(t.Context(), who, "alpha")
			return err == nil && !grant.Allowed("viewVehicle")
		})
	})

	t.Run("a permission denied to one user is gone, and the listener hears of it", func(t *testing.T) {
		who, _ := w.SignIn(t, "org_admin@alpha.test")
		decide(t, w, who, "alpha")
		heard := make(chan access.Change, 64)
		decider.OnChange(func(c access.Change) { heard <- c })
		rewrite(t, w, access.Reach{OrgID: "alpha", AccountIDs: []string{who.UserID}},
			`INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) VALUES ('alpha', '`+who.UserID+`', 'updateOrg', false)`)
		for deadline := time.After(bound); ; {
			select {
			case c := <-heard:
				if c.UserID != who.UserID {
					continue
				}
			case <-deadline:
				t.Fatal("the listener heard nothing")
			}
			break
		}
		if decide(t, w, who, "alpha").Allowed("updateOrg") {
			t.Error("the listener was told before the decision was forgotten")
		}
	})

	t.Run("a session that was ended is refused", func(t *testing.T) {
		who, tokens := w.SignIn(t, "org_admin@beta.test")
		decide(t, w, who, "beta")
		if _, err := w.Sessions.SignOut(t.Context(), tokens.Refresh); err != nil {
			t.Fatal(err)
		}
		identitytest.Eventually(t, bound, "the session is refused", func() bool {
			_, err := decider.Decide(t.Context(), who, "beta")
			return fault.KindOf(err) == fault.SignedOut
		})
	})

	t.Run("a change that another host made and nobody announced is found by its position", func(t *testing.T) {
		who, _ := w.SignIn(t, "geotab_user@alpha.test")
		decide(t, w, who, "alpha")
		err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `UPDATE outrider.account SET disabled = true WHERE id = $1`, who.UserID); err != nil {
				return err
			}
			_, err := tx.Exec(t.Context(), `INSERT INTO outrider.access_change (account_id, position) VALUES ($1, nextval('outrider.access_position'))`, who.UserID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		identitytest.Eventually(t, bound, "the account is refused", func() bool {
			_, err := decider.Decide(t.Context(), who, "alpha")
			return fault.KindOf(err) == fault.SignedOut
		})
	})
}

// TestDecide_AsksAboutWhatChanged denies one permission and takes that back: Keto is asked about that one, for a new session too.
func TestDecide_AsksAboutWhatChanged(t *testing.T) {
	w := identitytest.Start(t)
	var mu sync.Mutex
	var asked []string
	access.CountChecks(w.Access.Decider, func(object string) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, object)
	})
	since := func() []string {
		mu.Lock()
		defer mu.Unlock()
		was := asked
		asked = nil
		return slices.Compact(slices.Sorted(slices.Values(was)))
	}
	who, _ := w.SignIn(t, "fleet_manager@alpha.test")
	before := decide(t, w, who, "alpha").Permissions()
	if all := since(); len(all) < len(before) {
		t.Fatalf("the first decision asked about %d permissions and found %d", len(all), len(before))
	}
	reach := access.Reach{OrgID: "alpha", AccountIDs: []string{who.UserID}, Permissions: []string{"viewVehicle"}}
	want := func(allowed bool, statement string) {
		t.Helper()
		rewrite(t, w, reach, statement)
		identitytest.Eventually(t, bound, "the change is in effect", func() bool {
			grant, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
			return err == nil && grant.Allowed("viewVehicle") == allowed
		})
		if again := since(); len(again) != 1 || !strings.HasSuffix(again[0], "viewVehicle") {
			t.Errorf("asked about %q, want viewVehicle alone", again)
		}
	}
	want(false, `INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) VALUES ('alpha', '`+who.UserID+`', 'viewVehicle', false)`)
	want(true, `DELETE FROM outrider.user_grant WHERE account_id = '`+who.UserID+`'`)
	if after := decide(t, w, who, "alpha").Permissions(); !slices.Equal(before, after) {
		t.Errorf("permissions after the denial was taken back:\n%q, want\n%q", after, before)
	}
	reach.Permissions = nil // anything may have changed: all are asked about
	rewrite(t, w, reach, `INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) VALUES ('alpha', '`+who.UserID+`', 'viewAlertInfo', false)`)
	identitytest.Eventually(t, bound, "the change is in effect", func() bool {
		grant, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
		return err == nil && !grant.Allowed("viewAlertInfo")
	})
	if again := since(); len(again) < len(before) {
		t.Errorf("asked about %d permissions after a change that names none, want all", len(again))
	}
}

func TestDecide_WithoutHeartbeat(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, "org_admin@alpha.test")
	silent := w.NewAccess(t) // its feed does not run
	if _, err := silent.Decider.Decide(t.Context(), who, "alpha"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a host that hears no heartbeat answers %v, want unavailable", err)
	}
}

func lower(role string) string {
	b := []byte(role)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func decide(t *testing.T, w *identitytest.World, who access.Subject, org string) *access.Grant {
	t.Helper()
	grant, err := w.Decide(t, who, org)
	if err != nil {
		t.Fatalf("decide about %s: %v", org, err)
	}
	return grant
}

func rewrite(t *testing.T, w *identitytest.World, reach access.Reach, statements ...string) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		return access.Rewrite(t.Context(), tx, reach, func() error { return exec(t.Context(), tx, statements) })
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Access.Changed()
}

func exec(ctx context.Context, tx pgx.Tx, statements []string) error {
	for _, s := range statements {
		if _, err := tx.Exec(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
