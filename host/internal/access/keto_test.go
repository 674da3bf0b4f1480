package access_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/fault"
)

// Keto's default limits answer "denied" to both of these.
func TestKeto_DepthAndWidth(t *testing.T) {
	w := identitytest.Start(t)
	defer lead(t, w)()
	grant := func(add []access.Tuple) {
		if err := w.Keto.Write(t.Context(), add, nil); err != nil {
			t.Fatal(err)
		}
	}
	check := func(permission, user string, want bool) {
		t.Helper()
		got, err := w.Keto.Check(t.Context(), "deep", permission, user)
		if err != nil || got != want {
			t.Errorf("%s may %s: %t, %v; want %t", user, permission, got, err, want)
		}
	}

	var wide []access.Tuple
	for i := range 150 {
		role := fmt.Sprintf("deep/ROLE_%d", i)
		wide = append(wide, access.Tuple{Namespace: "Permission", Object: "deep/wide", Relation: "granted", Role: role},
			access.Tuple{Namespace: "Role", Object: role, Relation: "members", User: fmt.Sprintf("user-%d", i)},
			access.Tuple{Namespace: "Role", Object: role, Relation: "members", User: "everywhere"})
	}
	grant(wide)
	for i := range 150 {
		check("wide", fmt.Sprintf("user-%d", i), true)
	}
	check("wide", "everywhere", true)
	check("wide", "stranger", false)

	levels := []access.Tuple{{Namespace: "Permission", Object: "deep/down", Relation: "granted", Role: "deep/LEVEL_1"}}
	for i := 1; i < 6; i++ {
		levels = append(levels, access.Tuple{Namespace: "Role", Object: fmt.Sprintf("deep/LEVEL_%d", i), Relation: "members", Role: fmt.Sprintf("deep/LEVEL_%d", i+1)})
	}
	grant(append(levels, access.Tuple{Namespace: "Role", Object: "deep/LEVEL_6", Relation: "members", User: "miner"}))
	check("down", "miner", true)
	check("down", "stranger", false)
}

// lead keeps the reconciler, which takes foreign tuples away, from Keto until release is called.
func lead(t *testing.T, w *identitytest.World) (release func()) {
	t.Helper()
	tx, err := w.DB.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := rowlock.Wait(t.Context(), tx, "keto_outbox"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
}

func TestReconcile(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, "driver@alpha.test")
	foreign := access.Tuple{Namespace: "Permission", Object: "alpha/deleteVehicle", Relation: "allowed", User: who.UserID}
	lost := access.Tuple{Namespace: "Role", Object: "beta/ORG_ADMIN", Relation: "members", User: w.UserID(t, "org_admin@beta.test")}
	release := lead(t, w)
	if err := w.Keto.Write(t.Context(), []access.Tuple{foreign}, []access.Tuple{lost}); err != nil {
		t.Fatal(err)
	}
	if !decide(t, w, who, "alpha").Allowed("deleteVehicle") {
		t.Fatal("Keto's word should count until it is reconciled")
	}
	release()
	var found access.Difference
	identitytest.Eventually(t, time.Minute, "a reconciliation gets its turn", func() bool {
		d, err := w.Access.Reconciler.Once(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found = d
		return len(d.Foreign)+len(d.Missing) > 0
	})
	if len(found.Foreign) != 1 || found.Foreign[0] != foreign {
		t.Errorf("foreign tuples %v, want %v", found.Foreign, foreign)
	}
	if len(found.Missing) != 1 || found.Missing[0] != lost {
		t.Errorf("missing tuples %v, want %v", found.Missing, lost)
	}
	identitytest.Eventually(t, bound, "what the foreign tuple allowed is gone", func() bool {
		grant, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
		return err == nil && !grant.Allowed("deleteVehicle")
	})
	admin, _ := w.SignIn(t, "org_admin@beta.test")
	identitytest.Eventually(t, bound, "the lost membership is put back", func() bool { return decide(t, w, admin, "beta").Allowed("viewVehicle") })
	again, err := w.Access.Reconciler.Once(t.Context())
	if err != nil || len(again.Foreign)+len(again.Missing) > 0 {
		t.Errorf("a second reconciliation finds %+v, %v; want nothing", again, err)
	}
}

// TestReconcile_KeepsNobodyWaiting takes a permission away, and gives it back, while Keto is being compared: neither waits for that.
func TestReconcile_KeepsNobodyWaiting(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, "fleet_manager@alpha.test")
	decide(t, w, who, "alpha")
	listing, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	release := sync.OnceFunc(func() { close(goOn) })
	defer release()
	var once sync.Once
	reconciler := access.BeforeList(w.Access, func() {
		once.Do(func() { close(listing) })
		<-goOn
	})
	go func() {
		d, err := reconciler.Once(t.Context())
		if err == nil && len(d.Foreign)+len(d.Missing) > 0 {
			err = fmt.Errorf("what was changed meanwhile is taken for %+v", d)
		}
		done <- err
	}()
	<-listing
	for _, change := range []struct {
		allowed   bool
		statement string
	}{
		{false, `INSERT INTO outrider.user_grant (org_id, account_id, permission, allowed) VALUES ('alpha', '` + who.UserID + `', 'viewVehicle', false)`},
		{true, `DELETE FROM outrider.user_grant WHERE account_id = '` + who.UserID + `'`},
	} {
		rewrite(t, w, access.Reach{OrgID: "alpha", AccountIDs: []string{who.UserID}}, change.statement)
		identitytest.Eventually(t, bound, "the change is in effect", func() bool {
			grant, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
			return err == nil && grant.Allowed("viewVehicle") == change.allowed
		})
	}
	release()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestDecide_WhileOthersWait holds back what Keto is to be told of one user: only the decisions about that one, and those about roles, wait for it.
func TestDecide_WhileOthersWait(t *testing.T) {
	w := identitytest.Start(t)
	changed, _ := w.SignIn(t, "driver@alpha.test")
	other, _ := w.SignIn(t, "fleet_manager@alpha.test")
	third, _ := w.SignIn(t, "org_admin@alpha.test")
	release := lead(t, w)
	defer release()
	queue := func(tuple access.Tuple) {
		t.Helper()
		if _, err := w.DB.Pool().Exec(t.Context(), `INSERT INTO outrider.keto_outbox (org_id, present, tuple) VALUES ('alpha', true, $1)`, tuple.String()); err != nil {
			t.Fatal(err)
		}
	}
	isHeld := func(who access.Subject, patience time.Duration) bool {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		_, err := w.Access.Decider.Decide(ctx, who, "alpha")
		if err != nil && fault.KindOf(err) != fault.Unavailable {
			t.Fatal(err)
		}
		return err != nil
	}
	queue(access.Tuple{Namespace: "Role", Object: "alpha/DRIVER", Relation: "members", User: changed.UserID})
	if isHeld(other, bound) {
		t.Error("a user waits for what Keto is to be told of another one")
	}
	if !isHeld(changed, time.Second) {
		t.Error("a user is decided about with what Keto does not know yet")
	}
	queue(access.Tuple{Namespace: "Permission", Object: "alpha/viewVehicle", Relation: "granted", Role: "alpha/ORG_ADMIN"})
	if !isHeld(third, time.Second) {
		t.Error("a user is decided about with what Keto does not know yet of roles")
	}
}

func TestKetoOutage(t *testing.T) {
	w := identitytest.Start(t)
	known, _ := w.SignIn(t, "org_admin@alpha.test")
	decide(t, w, known, "alpha")
	w.Server.Stop()

	if !decide(t, w, known, "alpha").Allowed("viewVehicle") {
		t.Error("a short outage of Keto changed what a known user may do")
	}
	unknown, _ := w.SignIn(t, "org_admin@beta.test")
	if _, err := w.Access.Decider.Decide(t.Context(), unknown, "beta"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("an unknown user during the outage gets %v, want unavailable", err)
	}
	rewrite(t, w, access.Reach{OrgID: "alpha"}, `DELETE FROM outrider.role_grant WHERE org_id = 'alpha' AND role = 'ORG_ADMIN' AND permission = 'viewVehicle'`)
	identitytest.Eventually(t, bound, "the old decision is not given any more", func() bool {
		grant, err := w.Access.Decider.Decide(t.Context(), known, "alpha")
		return fault.KindOf(err) == fault.Unavailable || err == nil && !grant.Allowed("viewVehicle")
	})

	w.RestartKeto(t)
	identitytest.Eventually(t, 30*time.Second, "the change made during the outage holds", func() bool {
		grant, err := w.Access.Decider.Decide(t.Context(), known, "alpha")
		return err == nil && !grant.Allowed("viewVehicle") && grant.Allowed("listUsers")
	})
}

// The snapshot must say what Keto says, and Keto what the tables say.
func TestSnapshot_AgreesWithKeto(t *testing.T) {
	w := identitytest.Start(t)
	names := []string{"viewVehicle", "createVehicle", "listAlerts", "updateOrg", "WatchVOD"}
	roles := []string{access.OrgAdmin, access.FleetManager, access.Driver, access.ThirdPartyUser}
	people := map[string]access.Subject{}
	for _, role := range roles {
		people[role], _ = w.SignIn(t, lower(role)+"@alpha.test")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		statements := []string{`DELETE FROM outrider.role_grant WHERE org_id = 'alpha'`, `DELETE FROM outrider.user_grant WHERE org_id = 'alpha'`}
		want := map[[2]string]bool{}
		for _, role := range roles {
			for _, name := range names {
				granted, difference := random.IntN(2) == 0, []string{"", "true", "false"}[random.IntN(3)]
				if granted {
					statements = append(statements, fmt.Sprintf(`INSERT INTO outrider.role_grant VALUES ('alpha', '%s', '%s')`, role, name))
				}
				if difference != "" {
					statements = append(statements, fmt.Sprintf(`INSERT INTO outrider.user_grant VALUES ('alpha', '%s', '%s', %s)`, people[role].UserID, name, difference))
				}
				want[[2]string{role, name}] = difference == "true" || granted && difference != "false"
			}
		}
		before := position(t, w)
		rewrite(t, w, access.Reach{OrgID: "alpha"}, statements...)
		identitytest.Eventually(t, bound, "the change is announced", func() bool { return position(t, w) > before && w.Settled() })
		for at, expected := range want {
			who := people[at[0]]
			keto, err := w.Keto.Check(t.Context(), "alpha", at[1], who.UserID)
			if err != nil {
				t.Fatal(err)
			}
			if keto != expected {
				t.Errorf("%s %s: tables %t, Keto %t", at[0], at[1], expected, keto)
			}
			identitytest.Eventually(t, bound, "the snapshot says what the tables say of "+at[0]+" "+at[1], func() bool { // what is announced is heard a moment later
				return decide(t, w, who, "alpha").Allowed(at[1]) == expected
			})
		}
	}
}

func position(t *testing.T, w *identitytest.World) (at int64) {
	t.Helper()
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT COALESCE(max(position), 0) FROM outrider.access_change`).Scan(&at); err != nil {
		t.Fatal(err)
	}
	return at
}

func TestDefine(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, "org_admin@alpha.test")
	define := func(plugin string, permissions ...access.Permission) error {
		defer w.Access.Changed()
		return pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error { return access.Define(t.Context(), tx, plugin, permissions) })
	}
	tyres := access.Permission{Name: "viewTyres", Area: "tyres"}
	holds := func() bool { return decide(t, w, who, "alpha").Allowed("viewTyres") }

	if err := define("tyres", tyres); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, bound, "the new permission is the administrator's", holds)
	if err := define("wheels", tyres); err == nil {
		t.Error("two plugins define one permission")
	}
	if err := define("tyres"); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, bound, "a removed plugin's permission is nobody's", func() bool { return !holds() })
	rewrite(t, w, access.Reach{OrgID: "alpha"}, `DELETE FROM outrider.role_grant WHERE org_id = 'alpha' AND role = 'ORG_ADMIN' AND permission = 'viewTyres'`)
	if err := define("tyres", tyres); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, bound, "settled", w.Settled)
	if holds() {
		t.Error("a permission that was taken away came back with its plugin")
	}
}
