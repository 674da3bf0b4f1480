package session_test

import (
	"net/http"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

// A tab acts elsewhere, the session's other tabs do not: each names its organisation as it refreshes.
func TestRefresh_InAnotherOrganisation(t *testing.T) {
	w := identitytest.Start(t)
	for _, role := range []string{"sys_admin", "support_admin", "support_lead"} {
		_, tokens := w.SignIn(t, role+"@alpha.test")
		for _, tc := range []struct{ wanted, acts string }{{"beta", "beta"}, {"", "alpha"}, {"beta", "beta"}, {"alpha", "alpha"}} {
			next, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, tc.wanted, browser)
			if err != nil || next.OrgID != tc.acts {
				t.Fatalf("%s, wanting %q, acts in %q: %v", role, tc.wanted, next.OrgID, err)
			}
			if who, err := w.Keys.Verify(t.Context(), next.Access); err != nil || who.OrgID != tc.acts {
				t.Errorf("%s's token is for %q, %v", role, who.OrgID, err)
			}
			tokens = next
		}
		if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "nowhere", browser); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s in an organisation that does not exist: %v", role, err)
		}
		if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", browser); err != nil {
			t.Errorf("%s was signed out by a mistake: %v", role, err)
		}
	}
	var entries int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.audit_entry WHERE org_id = 'beta' AND action = 'enter' AND detail->>'home' = 'alpha'`).Scan(&entries); err != nil || entries != 3 {
		t.Errorf("beta's log tells of %d visits, want one a session: %v", entries, err)
	}
	for _, role := range []string{"org_admin", "group_admin", "fleet_manager", "geotab_user", "third_party_user", "driver"} {
		_, tokens := w.SignIn(t, role+"@alpha.test")
		if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "beta", browser); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%s in beta: %v", role, err)
		}
		if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%s tried beta and is still signed in: %v", role, err)
		}
	}
}

func TestLeave(t *testing.T) {
	w := identitytest.Start(t)
	api := newAPI(w, true)
	answer := send(t, api, "sign-in", `{"email":"support_lead@alpha.test","password":"Outrider1","org_id":"beta"}`, "", "")
	if !strings.Contains(answer.Body.String(), `"org_id":"beta"`) {
		t.Fatalf("sign-in: %s", answer.Body)
	}
	cookies := answer.Result().Cookies()
	if hint := cookies[1]; hint.Name != session.HintName || hint.HttpOnly || hint.Value != "1" || !hint.Secure {
		t.Errorf("the hint is %+v", hint)
	}
	if answer = send(t, api, "leave", "", cookies[0].Value, ""); answer.Code != http.StatusNoContent {
		t.Fatalf("leave: %d %s", answer.Code, answer.Body)
	}
	if answer = send(t, api, "refresh", "", cookies[0].Value, ""); !strings.Contains(answer.Body.String(), `"org_id":"alpha"`) {
		t.Errorf("after leaving: %s", answer.Body)
	}
	if answer = send(t, api, "leave", "", "invented", ""); answer.Code != http.StatusUnauthorized {
		t.Errorf("leaving without a session: %d", answer.Code)
	}
}
