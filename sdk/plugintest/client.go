package plugintest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

const (
	// password of every test user.
	password = "Outrider1"
	// renewBefore is how long before its end an access token is not used any more: suites may take longer than one lasts.
	renewBefore = 5 * time.Minute
)

// token is an access token, and until when it is used.
type token struct {
	text  string
	until time.Time
}

// Roles are the roles that every test organisation has a user of.
var Roles = []string{
	"SYS_ADMIN", "SUPPORT_ADMIN", "SUPPORT_LEAD", "ORG_ADMIN", "GROUP_ADMIN", "FLEET_MANAGER", "GEOTAB_USER", "THIRD_PARTY_USER", "DRIVER",
}

// Actor is a user of the test organisations. The zero Actor is nobody.
type Actor struct{ Org, Role string }

// As is the user of a role in an organisation: As("alpha", "ORG_ADMIN").
func As(org, role string) Actor { return Actor{org, role} }

// Email is how the actor signs in.
func (a Actor) Email() string { return strings.ToLower(a.Role) + "@" + a.Org + ".test" }

// Answer is what came back.
type Answer struct {
	Status int
	Body   []byte
	Header http.Header
}

// Decode reads the body as JSON.
func (a Answer) Decode(t testing.TB, into any) {
	t.Helper()
	if err := json.Unmarshal(a.Body, into); err != nil {
		t.Fatalf("the answer is not JSON: %v: %s", err, a.Body)
	}
}

// Token returns an access token of actor that is good for some minutes.
func (h *Host) Token(actor Actor) string {
	h.t.Helper()
	if known := h.tokens[actor]; time.Now().Before(known.until) {
		return known.text
	}
	asked := time.Now()
	credentials, err := json.Marshal(map[string]string{"email": actor.Email(), "password": password})
	if err != nil {
		h.t.Fatal(err)
	}
	answer := h.send(http.MethodPost, "/api/auth/sign-in", "", credentials)
	if answer.Status != http.StatusOK {
		h.t.Fatalf("sign in as %s: %d %s", actor.Email(), answer.Status, answer.Body)
	}
	var signedIn struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"` // seconds
	}
	answer.Decode(h.t, &signedIn)
	h.tokens[actor] = token{signedIn.AccessToken, asked.Add(time.Duration(signedIn.ExpiresIn)*time.Second - renewBefore)}
	return signedIn.AccessToken
}

// Do sends a request as actor: "GET /api/org/alpha/vehicles". The body is JSON text, a value to be written as JSON, or nil.
func (h *Host) Do(actor Actor, request string, body any) Answer {
	h.t.Helper()
	method, path, ok := strings.Cut(request, " ")
	if !ok {
		h.t.Fatalf("%q is not a request such as \"GET /api/org/alpha/vehicles\"", request)
	}
	var raw []byte
	switch body := body.(type) {
	case nil:
	case string:
		raw = []byte(body)
	default:
		var err error
		if raw, err = json.Marshal(body); err != nil {
			h.t.Fatalf("%s: %v", request, err)
		}
	}
	token := ""
	if actor != (Actor{}) {
		token = h.Token(actor)
	}
	return h.send(method, path, token, raw)
}

func (h *Host) send(method, path, token string, body []byte) Answer {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+path, bytes.NewReader(body))
	if err != nil {
		h.t.Fatalf("%s %s: %v", method, path, err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	return h.answer(request)
}

// answer sends a request and reads what comes back.
func (h *Host) answer(request *http.Request) Answer {
	h.t.Helper()
	answer, err := h.client.Do(request)
	if err != nil {
		h.t.Fatalf("%s %s: %v", request.Method, request.URL.Path, err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatalf("%s %s: read the answer: %v", request.Method, request.URL.Path, err)
	}
	return Answer{answer.StatusCode, raw, answer.Header}
}

// permissions are those that actor holds; all: every one.
func (h *Host) permissions(actor Actor) (granted map[string]bool, all bool) {
	h.t.Helper()
	if known, ok := h.grants[actor]; ok {
		return known.names, known.all
	}
	var shell struct {
		Session struct {
			Permissions struct {
				Ignore  int      `json:"ignore"`
				Granted []string `json:"granted"`
			} `json:"permissions"`
		} `json:"session"`
	}
	h.Do(actor, "GET /api/shell", nil).Decode(h.t, &shell)
	granted = map[string]bool{}
	for _, name := range shell.Session.Permissions.Granted {
		granted[name] = true
	}
	h.grants[actor] = grant{granted, shell.Session.Permissions.Ignore == 2}
	return granted, shell.Session.Permissions.Ignore == 2
}

type grant struct {
	names map[string]bool
	all   bool
}
