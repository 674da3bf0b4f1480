package session_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

var (
	browser = session.Client{Address: "192.0.2.1", UserAgent: "Browser"}
	thief   = session.Client{Address: "203.0.113.9", UserAgent: "Thief"}
)

func TestRefresh(t *testing.T) {
	w := identitytest.Start(t)
	refresh := func(token string, from session.Client) (session.Tokens, error) {
		return w.Sessions.Refresh(t.Context(), token, "", from)
	}
	refused := func(t *testing.T, what, token string, from session.Client) {
		t.Helper()
		if _, err := refresh(token, from); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%s gets %v, want signed_out", what, err)
		}
	}

	t.Run("each token is good once, and the next one after it", func(t *testing.T) {
		first := signIn(t, w)
		second, err := refresh(first.Refresh, browser)
		if err != nil || second.Refresh == first.Refresh {
			t.Fatalf("the first refresh gives %v, and the same token: %t", err, second.Refresh == first.Refresh)
		}
		w.Clock.Advance(time.Minute)
		if _, err := refresh(second.Refresh, browser); err != nil {
			t.Errorf("the second refresh gives %v", err)
		}
	})

	t.Run("two tabs that refresh at once both stay signed in", func(t *testing.T) {
		shared := signIn(t, w)
		var tabs sync.WaitGroup
		got := make([]session.Tokens, 8)
		for i := range got {
			tabs.Go(func() {
				var err error
				if got[i], err = refresh(shared.Refresh, browser); err != nil {
					t.Errorf("tab %d: %v", i, err)
				}
			})
		}
		tabs.Wait()
		w.Clock.Advance(5 * time.Minute)
		for i, tab := range got {
			if _, err := refresh(tab.Refresh, browser); err != nil {
				t.Errorf("tab %d, five minutes later: %v", i, err)
			}
		}
	})

	t.Run("a token replayed later ends the whole family", func(t *testing.T) {
		stolen := signIn(t, w)
		who, err := w.Keys.Verify(t.Context(), stolen.Access)
		if err != nil {
			t.Fatal(err)
		}
		mine, err := refresh(stolen.Refresh, browser)
		if err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(31 * time.Second)
		refused(t, "a replay after 31 s", stolen.Refresh, browser)
		refused(t, "the newest token of the family", mine.Refresh, browser)
		identitytest.Eventually(t, 5*time.Second, "the access token is refused too", func() bool {
			_, err := w.Access.Decider.Decide(t.Context(), who, who.OrgID)
			return fault.KindOf(err) == fault.SignedOut
		})
	})

	t.Run("another client may not repeat a token even at once", func(t *testing.T) {
		stolen := signIn(t, w)
		mine, err := refresh(stolen.Refresh, browser)
		if err != nil {
			t.Fatal(err)
		}
		refused(t, "the thief", stolen.Refresh, thief)
		refused(t, "the robbed one", mine.Refresh, browser)
	})

	t.Run("a token unused for a week is over", func(t *testing.T) {
		old := signIn(t, w)
		w.Clock.Advance(session.RefreshLife + time.Second)
		refused(t, "an old token", old.Refresh, browser)
	})

	t.Run("a token that never was", func(t *testing.T) { refused(t, "an invented token", "invented", browser) })

	t.Run("signing out ends the session", func(t *testing.T) {
		tokens := signIn(t, w)
		if _, err := w.Sessions.SignOut(t.Context(), tokens.Refresh); err != nil {
			t.Fatal(err)
		}
		refused(t, "a signed-out browser", tokens.Refresh, browser)
		if _, err := w.Sessions.SignOut(t.Context(), "invented"); err != nil {
			t.Errorf("signing out without a session gives %v", err)
		}
	})

	t.Run("a disabled account is refused", func(t *testing.T) {
		tokens := signIn(t, w)
		if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET disabled = true WHERE email = 'fleet_manager@alpha.test'`); err != nil {
			t.Fatal(err)
		}
		refused(t, "a disabled account", tokens.Refresh, browser)
		_, err := w.Sessions.SignIn(t.Context(), credentials, browser)
		if fault.KindOf(err) != fault.SignedOut {
			t.Errorf("signing in to a disabled account gives %v", err)
		}
	})
}

var credentials = session.Credentials{Email: " Fleet_Manager@alpha.test", Password: identity.SeedPassword}

func signIn(t *testing.T, w *identitytest.World) session.Tokens {
	t.Helper()
	tokens, err := w.Sessions.SignIn(t.Context(), credentials, browser)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

// TestSignIn_IsNotedByName: the audit log and the report of user activity say who signed in.
func TestSignIn_IsNotedByName(t *testing.T) {
	w := identitytest.Start(t)
	var record audit.Record
	if _, err := w.Sessions.SignIn(audit.With(t.Context(), &record), credentials, browser); err != nil {
		t.Fatal(err)
	}
	who := w.Caller(t, "fleet_manager@alpha.test")
	if record.ActorName != who.Name || record.ActorEmail != who.Email || record.ActorID != who.UserID || record.ActorName == "" {
		t.Errorf("noted as %q, %s, %s; it was %q, %s", record.ActorName, record.ActorEmail, record.ActorID, who.Name, who.UserID)
	}
}

func TestSignIn_Limits(t *testing.T) {
	w := identitytest.Start(t)
	try := func(email, password, address string) error {
		_, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: email, Password: password}, session.Client{Address: address})
		return err
	}
	limited := func(err error) (time.Duration, bool) {
		l, ok := errors.AsType[*session.TooMany](err)
		if !ok {
			return 0, false
		}
		return l.RetryAfter, true
	}

	t.Run("of many guesses at once five are tried", func(t *testing.T) {
		var guesses sync.WaitGroup
		tried := make(chan struct{}, 40)
		for range 20 {
			guesses.Go(func() {
				if fault.KindOf(try("org_admin@alpha.test", "Wrong1234", "198.51.100.1")) == fault.SignedOut {
					tried <- struct{}{}
				}
			})
		}
		guesses.Wait()
		if len(tried) != session.MaxPerAccount {
			t.Errorf("%d guesses were tried, want %d", len(tried), session.MaxPerAccount)
		}
		if _, ok := limited(try("org_admin@alpha.test", identity.SeedPassword, "198.51.100.2")); !ok {
			t.Error("the right password gets in beyond the limit, so guessing goes on")
		}
	})

	t.Run("the way is free again after the window, and as said", func(t *testing.T) {
		wait, ok := limited(try("org_admin@alpha.test", identity.SeedPassword, "198.51.100.2"))
		if !ok || wait <= 0 || wait > 15*time.Minute {
			t.Fatalf("retry after %s, limited %t", wait, ok)
		}
		w.Clock.Advance(wait + time.Second)
		if err := try("org_admin@alpha.test", identity.SeedPassword, "198.51.100.2"); err != nil {
			t.Errorf("after the wait: %v", err)
		}
	})

	t.Run("a success forgives the account", func(t *testing.T) {
		for range 3 {
			for range session.MaxPerAccount - 1 {
				if err := try("driver@beta.test", "Wrong1234", "198.51.100.3"); fault.KindOf(err) != fault.SignedOut {
					t.Fatalf("a wrong password gives %v", err)
				}
			}
			if err := try("driver@beta.test", identity.SeedPassword, "198.51.100.3"); err != nil {
				t.Fatalf("the right password gives %v", err)
			}
		}
	})

	t.Run("one address may not try many accounts", func(t *testing.T) {
		for i := range session.MaxPerAddress {
			email := string(rune('a'+i%26)) + string(rune('a'+i/26)) + "@nowhere.test"
			if err := try(email, "Wrong1234", "198.51.100.4"); fault.KindOf(err) != fault.SignedOut {
				t.Fatalf("guess %d gives %v", i, err)
			}
		}
		if _, ok := limited(try("org_admin@beta.test", identity.SeedPassword, "198.51.100.4")); !ok {
			t.Error("the address goes on beyond its limit")
		}
		if err := try("org_admin@beta.test", identity.SeedPassword, "198.51.100.5"); err != nil {
			t.Errorf("another address is limited too: %v", err)
		}
	})
}

func TestChangePassword(t *testing.T) {
	w := identitytest.Start(t)
	tokens, other := signIn(t, w), signIn(t, w)
	who, err := w.Keys.Verify(t.Context(), tokens.Access)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, previous, proposed, want string }{
		{"too short", identity.SeedPassword, "Abc1", "This field must be at least 8 characters."},
		{"no number", identity.SeedPassword, "Abcdefghi", "The password must contain at least: 1 uppercase letter, 1 lowercase letter and 1 number"},
		{"the same", identity.SeedPassword, identity.SeedPassword, "The new password must be not same as old password."},
		{"wrong previous", "Wrong1234", "Better123", "The password is not correct."},
	} {
		_, err := w.Sessions.ChangePassword(t.Context(), who, tc.previous, tc.proposed, browser)
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || f.Kind != fault.Invalid || f.Message != "Failed to reset password" || len(f.Fields) != 1 || f.Fields[0].Message != tc.want {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	mine, err := w.Sessions.ChangePassword(t.Context(), who, identity.SeedPassword, "Better123", browser)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Sessions.Refresh(t.Context(), other.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("another session of the account gets %v, want signed_out", err)
	}
	if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("the session that changed the password goes on with what somebody may have copied: %v", err)
	}
	if next, err := w.Sessions.Refresh(t.Context(), mine.Refresh, "", browser); err != nil || next.OrgID != tokens.OrgID {
		t.Errorf("who changed the password gets %v, in %q", err, next.OrgID)
	}
	if changed, err := w.Keys.Verify(t.Context(), mine.Access); err != nil || changed.SessionID == who.SessionID || changed.UserID != who.UserID {
		t.Errorf("the new access token is of %+v, %v", changed, err)
	}
	if _, err := w.Sessions.SignIn(t.Context(), credentials, browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("the old password gets %v", err)
	}
	if _, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: credentials.Email, Password: "Better123"}, browser); err != nil {
		t.Errorf("the new password gets %v", err)
	}
}

func TestKeys(t *testing.T) {
	w := identitytest.Start(t)
	otherHost := session.NewKeys(w.DB.Pool(), w.Clock.Now)
	token, err := w.Keys.Sign(t.Context(), access.Subject{UserID: "u", OrgID: "o", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	who, err := otherHost.Verify(t.Context(), token)
	if err != nil || who.UserID != "u" || who.OrgID != "o" || who.SessionID != "s" {
		t.Fatalf("another host reads %+v, %v", who, err)
	}
	for name, bad := range map[string]string{
		"a changed token": token[:len(token)-4] + "AAAA", "nothing": "",
		"no signature": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1IiwiaXNzIjoib3V0cmlkZXIiLCJleHAiOjk5OTk5OTk5OTl9.",
	} {
		if _, err := otherHost.Verify(t.Context(), bad); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%s gets %v, want signed_out", name, err)
		}
	}
	w.Clock.Advance(session.AccessLife + time.Second)
	if _, err := otherHost.Verify(t.Context(), token); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a token of eleven minutes ago gets %v, want signed_out", err)
	}
	w.Clock.Advance(31 * 24 * time.Hour)
	fresh, err := w.Keys.Sign(t.Context(), access.Subject{UserID: "u"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := otherHost.Verify(t.Context(), fresh); err != nil {
		t.Errorf("a token of the next key gets %v", err)
	}
	var keys int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.signing_key`).Scan(&keys); err != nil || keys != 1 {
		t.Errorf("%d keys, %v; the old one should be pruned", keys, err)
	}
}
