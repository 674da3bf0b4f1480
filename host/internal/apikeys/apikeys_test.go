package apikeys_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/apikeys"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// world is a directory of people whose hosts take API keys.
type world struct {
	*identitytest.World
	access *access.Service
	keys   *apikeys.Service
}

func start(t *testing.T) world {
	t.Helper()
	w := identitytest.Start(t)
	service := access.New(access.Config{
		Pool: w.DB.Pool(), Keto: w.Keto, NATS: w.NATS, Verifier: apikeys.Verifier{Pool: w.DB.Pool(), Tokens: w.Keys}, Log: w.Log,
		Metrics: prometheus.NewRegistry(), HostID: t.Name() + "keys", StaleAfter: 5 * time.Second,
	})
	keys := apikeys.New(apikeys.Config{Pool: w.DB.Pool(), Decider: service.Decider, Changed: service.Changed, Log: w.Log, Now: w.Clock.Now})
	identitytest.Run(t, service.Run)
	identitytest.Eventually(t, time.Minute, "access can be checked", service.Fresh)
	return world{w, service, keys}
}

// signedIn is a caller with a session.
func (w world) signedIn(t *testing.T, email string) web.CallerInfo {
	t.Helper()
	who, _ := w.SignIn(t, email)
	c := w.Caller(t, email)
	c.SessionID = who.SessionID
	return c
}

func (w world) make(t *testing.T, as web.CallerInfo, want apikeys.Wanted) apikeys.Made {
	t.Helper()
	want.ExpiresAt = w.Clock.Now().Add(24 * time.Hour)
	if want.Name == "" {
		want.Name = "Weighbridge"
	}
	made, err := w.keys.Make(web.WithCaller(t.Context(), as), want)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// grant is what a key may in an organisation.
func (w world) grant(t *testing.T, key, org string) (grant *access.Grant, err error) {
	t.Helper()
	identitytest.Eventually(t, time.Minute, "access can be checked", func() bool {
		var who access.Subject
		if who, err = w.access.Decider.Authenticate(t.Context(), key); err == nil {
			grant, err = w.access.Decider.Decide(t.Context(), who, org)
		}
		return fault.KindOf(err) != fault.Unavailable
	})
	return grant, err
}

func TestKeyMayWhatItsMakerMay(t *testing.T) {
	w := start(t)
	admin := w.signedIn(t, "org_admin@alpha.test")
	made := w.make(t, admin, apikeys.Wanted{Permissions: []string{"viewVehicle", "listUsers"}})
	grant, err := w.grant(t, made.Secret, "alpha")
	if err != nil || strings.Join(grant.Permissions(), " ") != "listUsers viewVehicle" || !grant.Scope.All {
		t.Fatalf("a key may %v, %v", grant, err)
	}
	if grant.User.Name != "Alpha ORG_ADMIN (API key Weighbridge)" {
		t.Errorf("called %q in the audit log", grant.User.Name)
	}
	if _, err := w.grant(t, made.Secret, "beta"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("in another organisation: %v", err)
	}
	var stored string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT api_key::text FROM outrider.api_key`).Scan(&stored); err != nil || strings.Contains(stored, made.Secret) {
		t.Errorf("the key lies in the database: %s, %v", stored, err)
	}

	// With its maker's account a key ends.
	manager := w.signedIn(t, "fleet_manager@alpha.test")
	made = w.make(t, manager, apikeys.Wanted{Permissions: []string{"viewVehicle"}})
	if grant, err := w.grant(t, made.Secret, "alpha"); err != nil || grant.Scope.All {
		t.Fatalf("a manager's key sees %+v, %v", grant.Scope, err)
	}
	yes := true
	if _, err := w.Identity.UpdateUser(t.Context(), actorOf(admin), manager.UserID, identity.UserChange{Disabled: &yes}); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, 5*time.Second, "the key of somebody who is disabled ends", func() bool {
		_, err := w.grant(t, made.Secret, "alpha")
		return fault.KindOf(err) == fault.SignedOut
	})
}

func actorOf(c web.CallerInfo) identity.Actor {
	return identity.Actor{UserID: c.UserID, OrgID: c.OrgID}
}

func TestKeyOfAGroup(t *testing.T) {
	w := start(t)
	admin := w.signedIn(t, "org_admin@alpha.test")
	var group, path string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT id, path FROM outrider.group_node WHERE org_id = 'alpha' AND id <> 'alpha' ORDER BY path LIMIT 1`).Scan(&group, &path); err != nil {
		t.Fatal(err)
	}
	made := w.make(t, admin, apikeys.Wanted{Permissions: []string{"listUsers", "updateUserStatus", "updateUserRole"}, Group: group})
	grant, err := w.grant(t, made.Secret, "alpha")
	if err != nil || grant.Scope.All || grant.Scope.Path != path {
		t.Fatalf("a key of %s sees %+v, %v", path, grant.Scope, err)
	}

	// The operations on people hold it to its group and to what it may itself, whatever its maker may.
	asKey := w.Caller(t, "org_admin@alpha.test")
	asKey.SessionID, asKey.APIKey, asKey.Permissions, asKey.Scope = made.ID, made.ID, grant.Permissions(), web.Scope{Path: path}
	r := w.Identity.Router("0.1.0")
	outside, inside := w.UserID(t, "sys_admin@alpha.test"), w.UserID(t, "driver@alpha.test")
	for _, s := range []webtest.Scenario{
		{Name: "people of another group", As: asKey, Request: "POST /api/org/alpha/users/" + outside + "/sign-out", WantStatus: 404},
		{Name: "a role that may more than the key", As: asKey, Request: "PUT /api/org/alpha/ousers/" + inside + "/role", Body: `{"role":"GROUP_ADMIN"}`, WantStatus: 403},
		{Name: "its maker's own role", As: asKey, Request: "PUT /api/org/alpha/ousers/" + admin.UserID + "/role", Body: `{"role":"SYS_ADMIN"}`, WantStatus: 409},
	} {
		s.Run(t, r)
	}
}

func TestKeyCannotMakeKeys(t *testing.T) {
	w := start(t)
	admin, driver := w.signedIn(t, "org_admin@alpha.test"), w.signedIn(t, "driver@alpha.test")
	soon := w.Clock.Now().Add(time.Hour).Format(time.RFC3339)
	body := func(name, permission, group, expires string) string {
		return `{"name":"` + name + `","permissions":["` + permission + `"],"group":"` + group + `","expires_date":"` + expires + `"}`
	}
	router := w.keys.Router("0.1.0")
	for _, s := range []webtest.Scenario{
		{Name: "a guest", Request: "POST /api/org/alpha/api-keys", Body: body("a", "viewVehicle", "", soon), WantStatus: 401},
		{Name: "a driver", As: driver, Request: "POST /api/org/alpha/api-keys", Body: body("a", "viewVehicle", "", soon), WantStatus: 403},
		{Name: "a driver lists none", As: driver, Request: "GET /api/org/alpha/api-keys", WantStatus: 403},
		{Name: "a permission that one lacks", As: admin, Request: "POST /api/org/alpha/api-keys", Body: body("a", "deleteOrg", "", soon), WantStatus: 422, WantBody: []string{"body.permissions[0]"}},
		{Name: "the permission to make keys", As: admin, Request: "POST /api/org/alpha/api-keys", Body: body("a", "manageApiKeys", "", soon), WantStatus: 422},
		{Name: "a group that is not there", As: admin, Request: "POST /api/org/alpha/api-keys", Body: body("a", "viewVehicle", "nowhere", soon), WantStatus: 422, WantBody: []string{"body.group"}},
		{Name: "for ever", As: admin, Request: "POST /api/org/alpha/api-keys", Body: body("a", "viewVehicle", "", "2099-01-01T00:00:00Z"), WantStatus: 422, WantBody: []string{"body.expires_date"}},
		{Name: "a good one", As: admin, Request: "POST /api/org/alpha/api-keys", Body: body("Weighbridge", "viewVehicle", "", soon), WantStatus: 201, WantBody: []string{`"key":"ork_`}},
		{Name: "listed without the key", As: admin, Request: "GET /api/org/alpha/api-keys", WantStatus: 200, WantBody: []string{`"name":"Weighbridge"`, `"state":"active"`}, NotBody: []string{`"key":`}},
		{Name: "none of another organisation", As: w.signedIn(t, "org_admin@beta.test"), Request: "GET /api/org/beta/api-keys", WantStatus: 200, WantBody: []string{`"Keys":[]`}},
	} {
		s.Run(t, router)
	}
}

func TestRevokedKey(t *testing.T) {
	w := start(t)
	admin := w.signedIn(t, "org_admin@alpha.test")
	made := w.make(t, admin, apikeys.Wanted{Permissions: []string{"viewVehicle"}})
	if _, err := w.grant(t, made.Secret, "alpha"); err != nil {
		t.Fatal(err)
	}
	if err := w.keys.NoteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	var ended int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.api_key WHERE used_at IS NOT NULL`).Scan(&ended); err != nil || ended != 1 {
		t.Errorf("last use: %d, %v", ended, err)
	}
	if err := w.Identity.SignOutUser(t.Context(), actorOf(admin), admin.UserID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.grant(t, made.Secret, "alpha"); err != nil {
		t.Errorf("signing out everywhere ends a key: %v", err)
	}
	if err := w.keys.Revoke(web.WithCaller(t.Context(), w.Caller(t, "org_admin@beta.test")), made.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("revoked by another organisation: %v", err)
	}
	if err := w.keys.Revoke(web.WithCaller(t.Context(), admin), made.ID); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, 5*time.Second, "a revoked key is refused", func() bool {
		_, err := w.grant(t, made.Secret, "alpha")
		return fault.KindOf(err) == fault.SignedOut
	})
	for _, no := range []string{"ork_", "ork_AAAA", made.Secret[:len(made.Secret)-1] + "!", strings.ToLower(made.Secret)} {
		if _, err := w.access.Decider.Authenticate(t.Context(), no); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%q: %v", no, err)
		}
	}
}

func TestKeyChangesNoSignIn(t *testing.T) {
	w := start(t)
	made := w.make(t, w.signedIn(t, "org_admin@alpha.test"), apikeys.Wanted{Permissions: []string{"viewVehicle"}})
	api := (&session.API{Sessions: w.Sessions, Decider: w.access.Decider, Log: w.Log}).Handler()
	for _, path := range []string{"change-password", "two-step/app", "passkeys/begin", "sign-out-everywhere"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/auth/"+path, strings.NewReader(`{"password":"Outrider1"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+made.Secret)
		answer := httptest.NewRecorder()
		api.ServeHTTP(answer, r)
		if answer.Code != http.StatusForbidden {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
}

// While Keto is down a key that was known goes on with what it had, one whose maker changes is let do nothing, and one that is revoked ends as ever.
func TestKeyWhileKetoIsDown(t *testing.T) {
	w := start(t)
	admin := w.signedIn(t, "org_admin@alpha.test")
	known := w.make(t, admin, apikeys.Wanted{Permissions: []string{"viewVehicle"}})
	changed := w.make(t, w.signedIn(t, "org_admin@beta.test"), apikeys.Wanted{Permissions: []string{"viewVehicle"}})
	if _, err := w.grant(t, known.Secret, "alpha"); err != nil {
		t.Fatal(err)
	}
	w.Server.Stop()
	ask := func(key, org string) (*access.Grant, error) {
		who, err := w.access.Decider.Authenticate(t.Context(), key)
		if err != nil {
			return nil, err
		}
		return w.access.Decider.Decide(t.Context(), who, org)
	}
	if grant, err := ask(known.Secret, "alpha"); err != nil || strings.Join(grant.Permissions(), " ") != "viewVehicle" {
		t.Errorf("a known key may %v, %v", grant, err)
	}
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error { return access.Announce(t.Context(), tx, access.Change{OrgID: "beta"}) })
	if err != nil {
		t.Fatal(err)
	}
	w.access.Changed()
	identitytest.Eventually(t, 5*time.Second, "a key whose maker's permissions are not known lets nobody in", func() bool {
		_, err := ask(changed.Secret, "beta")
		return fault.KindOf(err) == fault.Unavailable
	})
	if err := w.keys.Revoke(web.WithCaller(t.Context(), admin), known.ID); err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, 5*time.Second, "a revoked key is refused", func() bool {
		_, err := ask(known.Secret, "alpha")
		return fault.KindOf(err) == fault.SignedOut
	})
	w.RestartKeto(t)
	if _, err := w.grant(t, changed.Secret, "beta"); err != nil {
		t.Errorf("with Keto again: %v", err)
	}
}
