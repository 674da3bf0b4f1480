package oidc_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/pquerna/otp/totp"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/identity/oidc/oidctest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

// A role that needs a second step needs it also of who comes from another site, unless that site has asked for one.
func TestHandover_SecondStepOfARole(t *testing.T) {
	s := startSite(t)
	provider := startProvider(t, s, oidctest.Person{ID: "1", Username: "ann", Email: "fleet_manager@alpha.test", Verified: true})
	issuer := config.Issuer{URL: provider, Name: "Acme", ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret}
	if _, err := s.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET two_step_roles = '{FLEET_MANAGER}' WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	come := func(b *browser, vouches []string) *url.URL {
		issuer.SecondStep = vouches
		s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": issuer}})
		form, page := b.open(s.url + "/api/auth/handover?issuer=acme&return=/map-view")
		at, _ := b.signInAt(form, page, "ann")
		return at
	}

	ann := newBrowser(t)
	if at := come(ann, nil); at.Path != "/sign-in" || at.RawQuery != "next=%2Fmap-view&step=1" || ann.refreshToken(s.url) != "" {
		t.Fatalf("without a second step ann is at %s, with the session %q", at, ann.refreshToken(s.url))
	}
	var next session.NextStep
	_, body := ann.open(s.url + "/api/auth/handover/step")
	if err := json.Unmarshal([]byte(body), &next); err != nil || next.Next != "enrol" || next.Ticket == "" {
		t.Fatalf("what comes next is %s", body)
	}
	if _, body := ann.open(s.url + "/api/auth/handover/step"); !strings.Contains(body, "nothing here") {
		t.Errorf("it is told twice: %s", body)
	}
	enrolment, err := s.Sessions.Enrol(t.Context(), next.Ticket)
	if err != nil || enrolment.Secret == "" {
		t.Fatalf("the ticket does not lead to a second step: %v", err)
	}
	code, err := totp.GenerateCode(enrolment.Secret, s.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	tokens, _, err := s.Sessions.Enrolled(t.Context(), next.Ticket, code, session.Client{})
	if err != nil {
		t.Fatal(err)
	}
	if tokens, err = s.Sessions.Refresh(t.Context(), tokens.Refresh, "", session.Client{}); err != nil {
		t.Errorf("the session does not go on: %v", err)
	}
	if left, err := s.Sessions.SignOut(t.Context(), tokens.Refresh); err != nil || left.Issuer != provider {
		t.Errorf("the session forgot who began it: %+v, %v", left, err)
	}

	if at := come(ann, nil); at.Path != "/sign-in" {
		t.Fatalf("with a second step of her own ann is at %s", at)
	}
	_, body = ann.open(s.url + "/api/auth/handover/step")
	if err := json.Unmarshal([]byte(body), &next); err != nil || next.Next != "code" {
		t.Errorf("who has a second step is asked for %s", body)
	}

	bea := newBrowser(t)
	if at := come(bea, []string{"pwd"}); at.Path != "/map-view" || bea.refreshToken(s.url) == "" { // which the provider says in amr
		t.Errorf("the site vouches for a second step, and ann is at %s", at)
	}
	if _, err := s.Sessions.Refresh(t.Context(), bea.refreshToken(s.url), "", session.Client{}); err != nil {
		t.Errorf("a session with the other site's second step does not go on: %v", err)
	}
}

// A session that another site began without a second step ends when the role comes to need one.
func TestHandover_SecondStepLater(t *testing.T) {
	s := startSite(t)
	provider := startProvider(t, s, oidctest.Person{ID: "1", Username: "ann", Email: "fleet_manager@alpha.test", Verified: true})
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: provider, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret}}})
	ann := newBrowser(t)
	form, page := ann.open(s.url + "/api/auth/handover?issuer=acme")
	if at, _ := ann.signInAt(form, page, "ann"); at.Path != "/" {
		t.Fatalf("ann is at %s", at)
	}
	if _, err := s.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET two_step_roles = '{FLEET_MANAGER}' WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sessions.Refresh(t.Context(), ann.refreshToken(s.url), "", session.Client{}); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("her session goes on: %v", err)
	}
}

// What the page is told does not come from a link.
func TestHandover_NoStepFromALink(t *testing.T) {
	s := startSite(t)
	s.trust(t, config.SignIn{})
	forged := base64.RawURLEncoding.EncodeToString([]byte(`{"next":"enrol","ticket":"T"}`))
	if _, body := newBrowser(t).open(s.url + "/api/auth/handover/step?step=" + forged); strings.Contains(body, "ticket") {
		t.Errorf("it is told %s", body)
	}
}
