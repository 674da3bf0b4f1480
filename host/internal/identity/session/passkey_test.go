package session_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/google/uuid"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

var portal = virtualwebauthn.RelyingParty{ID: "portal.test", Name: "Outrider", Origin: "https://portal.test"}

// key is an authenticator of somebody with one passkey.
type key struct {
	virtualwebauthn.Authenticator
	credential virtualwebauthn.Credential
}

// newKey makes a key whose two coordinates have 32 bytes each: the library writes one that begins with a zero without it, which no authenticator does.
func newKey() virtualwebauthn.Credential {
	const whole = 77 // bytes of such a key in CBOR
	for {
		if made := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(made.Key.AttestationData()) == whole {
			return made
		}
	}
}

// registerKey makes a passkey for the subject and returns the recovery codes that came with it.
func registerKey(t *testing.T, w *identitytest.World, who access.Subject) (k *key, recovery []string) {
	t.Helper()
	id := uuid.MustParse(who.UserID)
	k = &key{virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: id[:]}), newKey()}
	asked, err := w.Sessions.BeginRegistration(t.Context(), who, "Outrider1", browser)
	if err != nil {
		t.Fatal(err)
	}
	options, err := virtualwebauthn.ParseAttestationOptions(wrapped(asked.Options))
	if err != nil {
		t.Fatal(err)
	}
	answer := virtualwebauthn.CreateAttestationResponse(portal, k.Authenticator, k.credential, *options)
	if recovery, err = w.Sessions.Register(t.Context(), who, asked.Ticket, "Laptop", json.RawMessage(answer)); err != nil {
		t.Fatal(err)
	}
	k.AddCredential(k.credential)
	return k, recovery
}

// answer signs what was asked, for a site.
func (k *key) answer(t *testing.T, site virtualwebauthn.RelyingParty, asked session.Asked) json.RawMessage {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(wrapped(asked.Options))
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(site, k.Authenticator, k.credential, *options))
}

func wrapped(options json.RawMessage) string { return `{"publicKey":` + string(options) + `}` }

func begin(t *testing.T, w *identitytest.World, ticket string) session.Asked {
	t.Helper()
	asked, err := w.Sessions.BeginPasskey(t.Context(), ticket, browser)
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

func TestPasskey(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, admin)
	k, recovery := registerKey(t, w, who)
	if len(recovery) != 10 {
		t.Errorf("%d recovery codes came with the first passkey", len(recovery))
	}
	k.credential.Counter = 7

	asked := begin(t, w, "")
	good := k.answer(t, portal, asked)
	tokens, err := w.Sessions.SignInPasskey(t.Context(), asked.Ticket, good, browser)
	if err != nil || tokens.Access == "" {
		t.Fatalf("sign-in without a name: %v", err)
	}
	if _, err := w.Sessions.SignInPasskey(t.Context(), asked.Ticket, good, browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("an answer twice: %v", err)
	}
	next := passwordStep(t, w, admin)
	if strings.Join(next.Methods, " ") != "passkey recovery" {
		t.Errorf("asked for %v after the password", next.Methods)
	}
	k.credential.Counter = 8
	second := begin(t, w, next.Ticket)
	if _, err := w.Sessions.SignInPasskey(t.Context(), second.Ticket, k.answer(t, portal, second), browser); err != nil {
		t.Errorf("as a second step: %v", err)
	}

	for _, tc := range []struct {
		name   string
		answer func(asked session.Asked) json.RawMessage
	}{
		{"another origin", func(asked session.Asked) json.RawMessage {
			return k.answer(t, virtualwebauthn.RelyingParty{ID: "portal.test", Origin: "https://portal.test.evil.example"}, asked)
		}},
		{"another site", func(asked session.Asked) json.RawMessage {
			return k.answer(t, virtualwebauthn.RelyingParty{ID: "evil.example", Origin: "https://evil.example"}, asked)
		}},
		{"another challenge", func(session.Asked) json.RawMessage { return k.answer(t, portal, begin(t, w, "")) }},
		{"a counter that went back", func(asked session.Asked) json.RawMessage {
			k.credential.Counter = 3
			return k.answer(t, portal, asked)
		}},
		{"somebody else's key", func(asked session.Asked) json.RawMessage {
			k.credential.Counter = 20
			return (&key{k.Authenticator, newKey()}).answer(t, portal, asked)
		}},
		{"nothing of the kind", func(session.Asked) json.RawMessage { return json.RawMessage(`{"id":"x"}`) }},
	} {
		asked := begin(t, w, "")
		if _, err := w.Sessions.SignInPasskey(t.Context(), asked.Ticket, tc.answer(asked), browser); fault.KindOf(err) != fault.SignedOut {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	w.Clock.Advance(16 * time.Minute)
	k.Options.UserNotVerified, k.credential.Counter = true, 30
	asked = begin(t, w, "")
	if _, err := w.Sessions.SignInPasskey(t.Context(), asked.Ticket, k.answer(t, portal, asked), browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("without a password and without the authenticator's check of the person: %v", err)
	}
}

func TestPasskeysOfAnAccount(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, admin)
	registerKey(t, w, who)
	state, err := w.Sessions.TwoStep(t.Context(), who)
	if err != nil || len(state.Passkeys) != 1 || state.Passkeys[0].Name != "Laptop" {
		t.Fatalf("listed: %+v, %v", state, err)
	}
	id := state.Passkeys[0].ID
	driver, _ := w.SignIn(t, "driver@alpha.test")
	if err := w.Sessions.RemovePasskey(t.Context(), driver, id, "Outrider1", browser); fault.KindOf(err) != fault.NotFound {
		t.Errorf("somebody else's is removed: %v", err)
	}
	if err := w.Sessions.RenamePasskey(t.Context(), driver, id, "Mine"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("somebody else's is renamed: %v", err)
	}
	if err := w.Sessions.RenamePasskey(t.Context(), who, id, "Office"); err != nil {
		t.Error(err)
	}
	if err := w.Sessions.RemovePasskey(t.Context(), who, id, "Wrong1234", browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("removed with a wrong password: %v", err)
	}
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET two_step_roles = '{ORG_ADMIN}' WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	if err := w.Sessions.RemovePasskey(t.Context(), who, id, "Outrider1", browser); fault.KindOf(err) != fault.Conflict {
		t.Errorf("the last second step where one is required: %v", err)
	}
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET two_step_roles = '{}' WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	if err := w.Sessions.RemovePasskey(t.Context(), who, id, "Outrider1", browser); err != nil {
		t.Error(err)
	}
	if _, tokens := w.SignIn(t, admin); tokens.Access == "" {
		t.Error("the password alone is not enough afterwards")
	}
}
