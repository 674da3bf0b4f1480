package session_test

import (
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

// A session has one good refresh token at any time, however often an older one is repeated.
func TestRefresh_OneLineage(t *testing.T) {
	w := identitytest.Start(t)
	refresh := func(token string) session.Tokens {
		t.Helper()
		next, err := w.Sessions.Refresh(t.Context(), token, "", browser)
		if err != nil {
			t.Fatalf("refresh: %v", err)
		}
		return next
	}
	first := signIn(t, w)

	var tabs sync.WaitGroup
	got := make([]session.Tokens, 8)
	for i := range got {
		tabs.Go(func() { got[i], _ = w.Sessions.Refresh(t.Context(), first.Refresh, "", browser) })
	}
	tabs.Wait()
	for i := range got {
		if got[i].Refresh == "" || got[i].Refresh != got[0].Refresh {
			t.Fatalf("tab %d of eight has another successor than the first", i)
		}
	}
	third := refresh(got[0].Refresh)
	if late := refresh(first.Refresh); late.Refresh != third.Refresh {
		t.Error("a repetition that comes after the successor was used begins a second lineage")
	}
	if n := unused(t, w); n != 1 {
		t.Errorf("%d refresh tokens are good, want 1", n)
	}
	w.Clock.Advance(31 * time.Second)
	if _, err := w.Sessions.Refresh(t.Context(), got[0].Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a repetition beyond the grace gets %v", err)
	}
	if _, err := w.Sessions.Refresh(t.Context(), third.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("its family lives: %v", err)
	}
}

// unused is how many tokens of live sessions were not used yet.
func unused(t *testing.T, w *identitytest.World) (n int) {
	t.Helper()
	err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.refresh_token r JOIN outrider.session s ON s.id = r.session_id
		WHERE r.used_at IS NULL AND s.revoked_at IS NULL`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRefresh_EndsWithTheLifetime(t *testing.T) {
	w := identitytest.Start(t)
	tokens := signIn(t, w)
	for range int(session.DefaultLifetime/(24*time.Hour)) - 1 {
		w.Clock.Advance(24 * time.Hour)
		var err error
		if tokens, err = w.Sessions.Refresh(t.Context(), tokens.Refresh, "", browser); err != nil {
			t.Fatalf("a session in use ends before its lifetime: %v", err)
		}
	}
	w.Clock.Advance(24*time.Hour + time.Second)
	if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a session that was renewed every day lives beyond its lifetime: %v", err)
	}
}

func TestSignOutEverywhere(t *testing.T) {
	w := identitytest.Start(t)
	mine, phone := signIn(t, w), signIn(t, w)
	who, err := w.Keys.Verify(t.Context(), mine.Access)
	if err != nil {
		t.Fatal(err)
	}
	_, other := w.SignIn(t, "org_admin@alpha.test")
	if _, err := w.Sessions.SignOutEverywhere(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	for name, tokens := range map[string]session.Tokens{"this browser": mine, "the phone": phone} {
		if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%s gets %v, want signed_out", name, err)
		}
	}
	if _, err := w.Sessions.Refresh(t.Context(), other.Refresh, "", browser); err != nil {
		t.Errorf("somebody else gets %v", err)
	}
	identitytest.Eventually(t, 5*time.Second, "the access token is refused", func() bool {
		_, err := w.Access.Decider.Decide(t.Context(), who, who.OrgID)
		return fault.KindOf(err) == fault.SignedOut
	})
}
