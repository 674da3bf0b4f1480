package identity_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/web/webtest"
)

func TestSessions_AllOthersEnd(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	driver := w.Caller(t, "driver@alpha.test")
	stays, _ := w.SignIn(t, "driver@alpha.test")
	goes, _ := w.SignIn(t, "driver@alpha.test")
	others, _ := w.SignIn(t, "fleet_manager@alpha.test")
	driver.SessionID = stays.SessionID
	mine := "/api/user/driver@alpha.test/sessions"
	for _, s := range []webtest.Scenario{
		{Name: "nobody's", Request: "DELETE " + mine, WantStatus: 401},
		{Name: "somebody else's", As: w.Caller(t, "fleet_manager@alpha.test"), Request: "DELETE " + mine, WantStatus: 403},
		{Name: "of another organisation", As: w.Caller(t, "org_admin@beta.test"), Request: "DELETE " + mine, WantStatus: 404},
		{Name: "one's own", As: driver, Request: "DELETE " + mine, WantStatus: 204},
		{Name: "the one that asked stays", As: driver, Request: "GET " + mine, WantStatus: 200, WantBody: []string{stays.SessionID}, NotBody: []string{goes.SessionID}},
	} {
		s.Run(t, r)
	}
	identitytest.Eventually(t, 5*time.Second, "the other session is over", func() bool {
		_, err := w.Access.Decider.Decide(t.Context(), goes, "alpha")
		return err != nil
	})
	for _, still := range []access.Subject{stays, others} {
		if _, err := w.Decide(t, still, "alpha"); err != nil {
			t.Errorf("another session = %v", err)
		}
	}
}

func TestSessions_AreListedAndEndedOneByOne(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, driver, manager := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "driver@alpha.test"), w.Caller(t, "fleet_manager@alpha.test")
	stays, _ := w.SignIn(t, "driver@alpha.test")
	goes, _ := w.SignIn(t, "driver@alpha.test")
	others, _ := w.SignIn(t, "org_admin@alpha.test")
	mine := "/api/user/driver@alpha.test/sessions"
	for _, s := range []webtest.Scenario{
		{Name: "one's own", As: driver, Request: "GET " + mine, WantStatus: 200, WantBody: []string{stays.SessionID, goes.SessionID, `"address":"192.0.2.1"`}, NotBody: []string{others.SessionID}},
		{Name: "of somebody whom one may disable", As: admin, Request: "GET " + mine, WantStatus: 200, WantBody: []string{goes.SessionID}},
		{Name: "of somebody else", As: manager, Request: "GET " + mine, WantStatus: 403},
		{Name: "of somebody of another organisation", As: admin, Request: "GET /api/user/driver@beta.test/sessions", WantStatus: 404},
		{Name: "of support", As: admin, Request: "GET /api/user/sys_admin@alpha.test/sessions", WantStatus: 403},
		{Name: "another's under one's own name", As: driver, Request: "DELETE " + mine + "/" + others.SessionID, WantStatus: 404},
		{Name: "no id", As: driver, Request: "DELETE " + mine + "/x", WantStatus: 404},
		{Name: "one ends", As: driver, Request: "DELETE " + mine + "/" + goes.SessionID, WantStatus: 204},
		{Name: "once", As: driver, Request: "DELETE " + mine + "/" + goes.SessionID, WantStatus: 404},
		{Name: "the other stays", As: driver, Request: "GET " + mine, WantStatus: 200, WantBody: []string{stays.SessionID}, NotBody: []string{goes.SessionID}},
	} {
		s.Run(t, r)
	}
	identitytest.Eventually(t, 5*time.Second, "the session is over", func() bool {
		_, err := w.Access.Decider.Decide(t.Context(), goes, "alpha")
		return err != nil
	})
	if _, err := w.Decide(t, stays, "alpha"); err != nil {
		t.Errorf("the other session = %v", err)
	}
}
