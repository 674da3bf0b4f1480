package session_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

const admin = "org_admin@alpha.test"

// setUp turns two-step sign-in of an account on and returns the app's secret and the recovery codes.
func setUp(t *testing.T, w *identitytest.World, email string) (secret string, recovery []string) {
	t.Helper()
	who, _ := w.SignIn(t, email)
	e, err := w.Sessions.BeginApp(t.Context(), who, "Outrider1", browser)
	if err != nil {
		t.Fatal(err)
	}
	if recovery, err = w.Sessions.ConfirmApp(t.Context(), who, codeAt(t, e.Secret, w.Clock.Now()), browser); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(30 * time.Second)
	return e.Secret, recovery
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// passwordStep shows the password and returns what is asked for next.
func passwordStep(t *testing.T, w *identitytest.World, email string) *session.NextStep {
	t.Helper()
	_, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: email, Password: "Outrider1"}, browser)
	next, ok := errors.AsType[*session.NextStep](err)
	if !ok {
		t.Fatalf("sign-in of %s with two steps: %v", email, err)
	}
	return next
}

func TestSecondStep(t *testing.T) {
	w := identitytest.Start(t)
	who, before := w.SignIn(t, admin)
	secret, recovery := setUp(t, w, admin)
	if len(recovery) != 10 || who.UserID == "" {
		t.Fatalf("%d recovery codes", len(recovery))
	}
	if _, err := w.Sessions.Refresh(t.Context(), before.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a session of before goes on: %v", err)
	}
	next := passwordStep(t, w, admin)
	if next.Next != "code" || strings.Join(next.Methods, " ") != "app recovery" {
		t.Fatalf("asked for %+v", next)
	}
	in := session.SecondStep{Ticket: next.Ticket, Code: "000000"}
	if _, err := w.Sessions.SignInSecond(t.Context(), in, browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a wrong code: %v", err)
	}
	in.Code = codeAt(t, secret, w.Clock.Now())
	tokens, err := w.Sessions.SignInSecond(t.Context(), in, browser)
	if err != nil || tokens.Access == "" {
		t.Fatalf("the right code: %v", err)
	}
	if _, err := w.Sessions.SignInSecond(t.Context(), in, browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a ticket twice: %v", err)
	}
	again := session.SecondStep{Ticket: passwordStep(t, w, admin).Ticket, Code: in.Code}
	if _, err := w.Sessions.SignInSecond(t.Context(), again, browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a code twice: %v", err)
	}
	again.Code, again.Recovery = "", strings.ToUpper(recovery[3])
	if _, err := w.Sessions.SignInSecond(t.Context(), again, browser); err != nil {
		t.Errorf("a recovery code: %v", err)
	}
	again.Ticket = passwordStep(t, w, admin).Ticket
	if _, err := w.Sessions.SignInSecond(t.Context(), again, browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a recovery code twice: %v", err)
	}
	again.Recovery, again.Code = "", recovery[5]
	if _, err := w.Sessions.SignInSecond(t.Context(), again, browser); err != nil {
		t.Errorf("a recovery code typed where the app's code goes: %v", err)
	}
	again.Ticket = passwordStep(t, w, admin).Ticket
	if _, err := w.Sessions.SignInSecond(t.Context(), again, browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("the same one twice: %v", err)
	}
	w.Clock.Advance(session.TicketLife + time.Second)
	again.Recovery, again.Code = recovery[4], ""
	if _, err := w.Sessions.SignInSecond(t.Context(), again, browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a ticket of before: %v", err)
	}
	var stored []byte
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT secret FROM outrider.two_step`).Scan(&stored); err != nil || strings.Contains(string(stored), secret) {
		t.Errorf("the secret lies open in the database: %q, %v", stored, err)
	}
	var mails int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.mail WHERE recipient = $1`, admin).Scan(&mails); err != nil || mails != 3 {
		t.Errorf("%d mails tell of it, want 3 (turned on, two recovery codes): %v", mails, err)
	}
}

// Twenty browsers guess at once with tickets of their own: five guesses are looked at, then the account is shut for a while, for the right code, too.
func TestSecondStepGuessing(t *testing.T) {
	w := identitytest.Start(t)
	secret, _ := setUp(t, w, admin)
	var wrong, limited atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		ticket := passwordStep(t, w, admin).Ticket
		all.Go(func() {
			_, err := w.Sessions.SignInSecond(t.Context(), session.SecondStep{Ticket: ticket, Code: "123456"}, browser)
			if _, ok := errors.AsType[*session.TooMany](err); ok {
				limited.Add(1)
			} else if fault.KindOf(err) == fault.Invalid {
				wrong.Add(1)
			}
		})
	}
	all.Wait()
	if wrong.Load() != session.MaxSecondSteps || limited.Load() != 20-session.MaxSecondSteps {
		t.Errorf("%d guesses were looked at and %d refused", wrong.Load(), limited.Load())
	}
	in := session.SecondStep{Ticket: passwordStep(t, w, admin).Ticket, Code: codeAt(t, secret, w.Clock.Now())}
	if _, err := w.Sessions.SignInSecond(t.Context(), in, browser); err == nil {
		t.Error("the account is open right after five wrong codes")
	}
	w.Clock.Advance(16 * time.Minute)
	in = session.SecondStep{Ticket: passwordStep(t, w, admin).Ticket, Code: codeAt(t, secret, w.Clock.Now())}
	if _, err := w.Sessions.SignInSecond(t.Context(), in, browser); err != nil {
		t.Errorf("a quarter of an hour later: %v", err)
	}
}

// Of many who use one code at once, each with a ticket of their own, one is signed in.
func TestOneCodeAtOnce(t *testing.T) {
	w := identitytest.Start(t)
	secret, _ := setUp(t, w, admin)
	code := codeAt(t, secret, w.Clock.Now())
	var in atomic.Int32
	var all sync.WaitGroup
	for range session.MaxSecondSteps {
		ticket := passwordStep(t, w, admin).Ticket
		all.Go(func() {
			if _, err := w.Sessions.SignInSecond(t.Context(), session.SecondStep{Ticket: ticket, Code: code}, browser); err == nil {
				in.Add(1)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("one code signed %d in", in.Load())
	}
}

func TestRequiredSecondStep(t *testing.T) {
	w := identitytest.Start(t)
	_, open := w.SignIn(t, "fleet_manager@alpha.test")
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET two_step_roles = '{FLEET_MANAGER}' WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Sessions.Refresh(t.Context(), open.Refresh, "", browser); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a session without the step that is required now goes on: %v", err)
	}
	api := newAPI(w, true)
	answer := send(t, api, "sign-in", `{"email":"fleet_manager@alpha.test","password":"Outrider1"}`, "", "")
	var next session.NextStep
	if err := json.Unmarshal(answer.Body.Bytes(), &next); err != nil || next.Next != "enrol" || len(answer.Result().Cookies()) != 0 {
		t.Fatalf("sign-in: %d %s", answer.Code, answer.Body)
	}
	if strings.Contains(answer.Body.String(), "access_token") {
		t.Error("who must set up a second step has a token before")
	}
	if refused := send(t, api, "second-step", `{"ticket":"`+next.Ticket+`","code":"123456"}`, "", ""); refused.Code != http.StatusUnauthorized {
		t.Errorf("the ticket opens another door: %d", refused.Code)
	}
	answer = send(t, api, "second-step/enrol", `{"ticket":"`+next.Ticket+`"}`, "", "")
	var e struct {
		Secret string `json:"secret"`
		QR     struct {
			Path string `json:"path"`
		} `json:"qr"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &e); err != nil || e.Secret == "" || !strings.HasPrefix(e.QR.Path, "M") {
		t.Fatalf("enrol: %d %s", answer.Code, answer.Body)
	}
	answer = send(t, api, "second-step/enrol/confirm", `{"ticket":"`+next.Ticket+`","code":"`+codeAt(t, e.Secret, w.Clock.Now())+`"}`, "", "")
	if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), "recovery_codes") || !strings.Contains(answer.Body.String(), "access_token") {
		t.Fatalf("confirm: %d %s", answer.Code, answer.Body)
	}
	who, err := w.Keys.Verify(t.Context(), strings.Split(answer.Body.String(), `"`)[3])
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Sessions.RemoveApp(t.Context(), who, "Outrider1", browser); fault.KindOf(err) != fault.Conflict {
		t.Errorf("what is required is turned off: %v", err)
	}
}

func TestTwoStepAsksForThePassword(t *testing.T) {
	w := identitytest.Start(t)
	who, _ := w.SignIn(t, "driver@alpha.test")
	if _, err := w.Sessions.BeginApp(t.Context(), who, "Wrong1234", browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("set up with a wrong password: %v", err)
	}
	e, err := w.Sessions.BeginApp(t.Context(), who, "Outrider1", browser)
	if err != nil {
		t.Fatal(err)
	}
	if state, err := w.Sessions.TwoStep(t.Context(), who); err != nil || state.On() {
		t.Errorf("an app that was never confirmed counts: %+v, %v", state, err)
	}
	if _, err := w.Sessions.ConfirmApp(t.Context(), who, codeAt(t, e.Secret, w.Clock.Now()), browser); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Sessions.BeginApp(t.Context(), who, "Outrider1", browser); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a second app in the place of the first: %v", err)
	}
	if err := w.Sessions.RemoveApp(t.Context(), who, "Wrong1234", browser); fault.KindOf(err) != fault.Invalid {
		t.Errorf("turned off with a wrong password: %v", err)
	}
	if err := w.Sessions.RemoveApp(t.Context(), who, "Outrider1", browser); err != nil {
		t.Error(err)
	}
	if _, tokens := w.SignIn(t, "driver@alpha.test"); tokens.Access == "" {
		t.Error("no sign-in with the password alone afterwards")
	}
}
