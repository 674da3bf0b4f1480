package session_test

import (
	"errors"
	"regexp"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

var resetLink = regexp.MustCompile(`https://portal\.test/sign-in\?reset=([A-Z2-7]+)`)

// resetToken asks for a link and is its token.
func resetToken(t *testing.T, w *identitytest.World, email string) string {
	t.Helper()
	if err := w.Sessions.RequestReset(t.Context(), email, session.Client{Address: "192.0.2.9"}); err != nil {
		t.Fatalf("ask for a link: %v", err)
	}
	var text string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT body_text FROM outrider.mail WHERE recipient = $1 ORDER BY queued_at DESC LIMIT 1`, email).Scan(&text); err != nil {
		t.Fatalf("find the mail: %v", err)
	}
	found := resetLink.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("the mail has no link: %s", text)
	}
	return found[1]
}

func TestReset_ChangesThePasswordOnceAndEndsAllSessions(t *testing.T) {
	w := identitytest.Start(t)
	const email = "driver@alpha.test"
	who, _ := w.SignIn(t, email)
	first := resetToken(t, w, email)
	token := resetToken(t, w, email)
	if _, err := w.Sessions.Reset(t.Context(), first, "Forgotten-1"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the link before the last = %v, want not_found", err)
	}
	if _, err := w.Sessions.Reset(t.Context(), token, "short"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a password that breaks the rules = %v, want invalid", err)
	}
	var mu sync.Mutex
	var done, refused int
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			_, err := w.Sessions.Reset(t.Context(), token, "Forgotten-1")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				done++
			} else if fault.KindOf(err) == fault.NotFound {
				refused++
			}
		})
	}
	both.Wait()
	if done != 1 || refused != 1 {
		t.Errorf("of two at once %d were done and %d refused", done, refused)
	}
	identitytest.Eventually(t, 5*time.Second, "the session from before is over", func() bool {
		_, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
		return fault.KindOf(err) == fault.SignedOut
	})
	for password, want := range map[string]fault.Kind{identity.SeedPassword: fault.SignedOut, "Forgotten-1": fault.Internal} {
		_, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: email, Password: password}, session.Client{Address: "192.0.2.1"})
		if (err == nil) != (want == fault.Internal) || err != nil && fault.KindOf(err) != want {
			t.Errorf("sign in with %s = %v", password, err)
		}
	}
}

func TestReset_TellsNobodyWhoHasAnAccount(t *testing.T) {
	w := identitytest.Start(t)
	from := session.Client{Address: "192.0.2.9"}
	for _, email := range []string{"driver@alpha.test", "nobody@alpha.test"} {
		for n := range 5 {
			err := w.Sessions.RequestReset(t.Context(), email, from)
			limited, isLimited := errors.AsType[*session.TooMany](err)
			if wanted := n >= 3; isLimited != wanted || !wanted && err != nil || isLimited && limited.RetryAfter <= 0 {
				t.Errorf("request %d of %s = %v", n+1, email, err)
			}
		}
	}
	var mails int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.mail`).Scan(&mails); err != nil || mails != 3 {
		t.Errorf("%d mails, %v; want 3", mails, err)
	}
}

func TestReset_EndsWithItsTimeAndTheAccount(t *testing.T) {
	w := identitytest.Start(t)
	late := resetToken(t, w, "driver@alpha.test")
	w.Clock.Advance(session.ResetLife + time.Second)
	if _, err := w.Sessions.Reset(t.Context(), late, "Forgotten-1"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("after its time = %v, want not_found", err)
	}
	disabled := resetToken(t, w, "geotab_user@alpha.test")
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET disabled = true WHERE email = 'geotab_user@alpha.test'`); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Sessions.Reset(t.Context(), disabled, "Forgotten-1"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("of a disabled account = %v, want not_found", err)
	}
}
