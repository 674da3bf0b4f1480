package identity_test

import (
	"net/http"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// groupViews are an administrator of groups who may see the portal as others, and an organisation's administrator who changes things.
type groupViews struct {
	views
	group, boss web.CallerInfo
	refresh     string
}

func startGroupViews(t *testing.T) groupViews {
	t.Helper()
	v := groupViews{views: startViews(t)}
	v.boss, _ = v.signedIn("org_admin@alpha.test")
	v.do(`PUT /api/permissions/user`, `{"role":"GROUP_ADMIN","allowed":["seePortalAs"]}`)
	identitytest.Eventually(t, 5*time.Second, "the administrator of groups may", func() bool {
		v.group, v.refresh = v.signedIn("group_admin@alpha.test")
		return v.group.Has("seePortalAs")
	})
	return v
}

func (v groupViews) do(request, body string) {
	v.t.Helper()
	if answer := webtest.Do(v.t, v.Identity.Router("0.1.0"), v.boss, request, body, nil); answer.Code >= 400 {
		v.t.Fatalf("%s: %d %s", request, answer.Code, answer.Body)
	}
}

// asks begins views of the administrator of groups.
func (v groupViews) asks(name, email string, want int) {
	v.t.Helper()
	webtest.Scenario{Name: name, As: v.group, Request: "POST /api/org/alpha/users/" + v.UserID(v.t, email) + "/see-as", WantStatus: want}.Run(v.t, v.Identity.Router("0.1.0"))
}

// meets waits until a question is answered so, as changes need a moment.
func (v groupViews) meets(name, email string, want int) {
	v.t.Helper()
	identitytest.Eventually(v.t, 5*time.Second, name, func() bool {
		answer := webtest.Do(v.t, v.Identity.Router("0.1.0"), v.group, "POST /api/org/alpha/users/"+v.UserID(v.t, email)+"/see-as", "", nil)
		return answer.Code == want
	})
}

// seesDriven has the fleet say that the administrator of groups sees the driver's vehicle.
func (v groupViews) seesDriven(sees bool) {
	key := v.group.UserID + " alpha-vehicle-1"
	if sees {
		v.Sees.Store(key, true)
	} else {
		v.Sees.Delete(key)
	}
}

func TestSeeAs_WithinOnesGroups(t *testing.T) {
	v := startGroupViews(t)
	v.asks("a driver of one's group whose vehicle is elsewhere", "driver@alpha.test", http.StatusForbidden)
	v.seesDriven(true)
	v.asks("a driver of one's group whose vehicle one sees", "driver@alpha.test", http.StatusCreated)
	v.asks("a manager of one's group", "fleet_manager@alpha.test", http.StatusCreated)
	v.asks("somebody above", "org_admin@alpha.test", http.StatusNotFound)
	v.asks("somebody of another organisation", "driver@beta.test", http.StatusNotFound)
}

func TestSeeAs_NeverMoreThanOneHas(t *testing.T) {
	v := startGroupViews(t)
	v.seesDriven(true)
	v.do("PUT /api/permissions/user", `{"users":["group_admin@alpha.test"],"denied":["getVehiclePresence"]}`)
	v.meets("a driver who may what one is denied", "driver@alpha.test", http.StatusForbidden)
	v.do("PUT /api/permissions/user", `{"users":["driver@alpha.test"],"denied":["getVehiclePresence"]}`)
	v.meets("a driver who is denied it, too", "driver@alpha.test", http.StatusCreated)

	v.do("POST /api/org/alpha/tree/nodes/alpha-south/users", `{"email":"driver@alpha.test"}`)
	v.meets("a driver of another group", "driver@alpha.test", http.StatusNotFound)
	v.do("POST /api/org/alpha/tree/nodes/alpha-depot/users", `{"email":"driver@alpha.test"}`)
	v.meets("a driver of a group below", "driver@alpha.test", http.StatusCreated)
	v.do("POST /api/org/alpha/tree/nodes/alpha-depot/users", `{"email":"group_admin@alpha.test"}`)
	v.do("POST /api/org/alpha/tree/nodes/alpha-north/users", `{"email":"driver@alpha.test"}`)
	v.meets("a driver of the group above", "driver@alpha.test", http.StatusNotFound)
}

func TestSeeAs_EndsWithTheSightOfTheVehicle(t *testing.T) {
	v := startGroupViews(t)
	view := func() (token string) {
		v.group, v.refresh = v.signedIn("group_admin@alpha.test")
		id := v.begin(v.group, "driver@alpha.test")
		_, token, _ = v.ask("refresh", v.refresh, "", `{"see_as":"`+id+`"}`)
		grant, err := v.sees(token)
		if err != nil || len(grant.Scope.VehicleIDs) != 1 || grant.Scope.Path != "" || grant.Scope.All || grant.Viewer == nil {
			t.Fatalf("the view of a driver: %+v %v", grant, err)
		}
		if grant.Allowed("seePortalAs") || grant.Allowed("listUsers") {
			t.Errorf("the view may %v", grant.Permissions())
		}
		return token
	}
	ends := func(what, token string) {
		t.Helper()
		identitytest.Eventually(t, 5*time.Second, what, func() bool {
			_, err := v.sees(token)
			return fault.KindOf(err) == fault.SignedOut
		})
	}
	v.seesDriven(true)
	token := view()
	v.seesDriven(false) // it is moved to another group, which changes nobody's grant
	ends("the vehicle is moved", token)
	told := func() (ended []identity.EndedView) {
		if err := v.Identity.EndLostViews(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := v.Identity.TellEndedViews(t.Context(), func(e identity.EndedView) error { ended = append(ended, e); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return ended
	}
	if ended := told(); len(ended) != 1 || ended[0].Why != "see-as lost" {
		t.Errorf("what was opened in the view goes on: %+v", ended)
	}

	v.seesDriven(true)
	token = view()
	v.do("POST /api/org/alpha/tree/nodes/alpha-south/users", `{"email":"driver@alpha.test"}`)
	ends("the driver is moved", token)
	v.do("POST /api/org/alpha/tree/nodes/alpha-north/users", `{"email":"driver@alpha.test"}`)

	identitytest.Eventually(t, 5*time.Second, "the driver is back", func() bool {
		answer := webtest.Do(t, v.Identity.Router("0.1.0"), v.group, "POST /api/org/alpha/users/"+v.UserID(t, "driver@alpha.test")+"/see-as", "", nil)
		return answer.Code == http.StatusCreated
	})
	token = view()
	if ended := told(); len(ended) > 1 { // of the driver who was moved
		t.Errorf("a view that may go on ends: %+v", ended)
	}
	if _, err := v.sees(token); err != nil {
		t.Errorf("a view that may go on: %v", err)
	}
	v.do("PUT /api/permissions/user", `{"role":"GROUP_ADMIN","denied":["seePortalAs"]}`)
	ends("the right is taken", token)
}
