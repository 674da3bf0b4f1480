package plugintest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// notOfUsers are the operations that change something and do not look at who is signed in: by two of them who sees the portal as somebody else goes on and ends it, by
// the third an issuer says, in a token that it signed, that somebody signed out there.
var notOfUsers = []string{"POST /api/auth/refresh", "POST /api/auth/leave", "POST /api/auth/handover/back-channel"}

// changes reports whether calls of the operation may change something.
func (o Operation) changes() bool {
	return o.Method != http.MethodGet && o.Method != http.MethodHead && !o.ReadsOnly
}

// seenAs sends every operation that changes something, those of the host among them, with the token of an administrator who sees the portal as somebody else.
func (s *suite) seenAs(t *testing.T) {
	operations := s.operations
	if s.fixtures.OfHost != nil {
		operations = s.host.Operations(func(string) bool { return true })
	}
	for _, o := range operations {
		signed := o.Lock.Kind == "PUBLIC" && !strings.HasPrefix(o.Template, "/api/auth/") // by the link itself
		if !o.changes() || signed || slices.Contains(notOfUsers, o.Key()) {
			continue
		}
		request, body := s.request(o, "alpha", nil)
		method, path, _ := strings.Cut(request, " ")
		path = strings.ReplaceAll(path+"/", "//", "/x/") // what the suite knows no thing for
		path = strings.TrimSuffix(path, "/")
		answer := s.host.send(method, path, s.host.view(As("alpha", "ORG_ADMIN"), As("alpha", "FLEET_MANAGER")), []byte(body))
		why := `"read_only"`
		if strings.HasPrefix(path, "/scim/") { // whose errors have no fields but those of RFC 7644
			why = "You see the portal as somebody else"
		}
		if answer.Status != http.StatusForbidden || !bytes.Contains(answer.Body, []byte(why)) {
			t.Errorf("%s by who sees the portal as somebody else = %d, want 403 read_only: %s", request, answer.Status, answer.Body)
		}
	}
}

// view returns the access token of an actor who sees the portal as another, which is good for some minutes.
func (h *Host) view(actor, as Actor) string {
	h.t.Helper()
	if time.Now().Before(h.seen.until) {
		return h.seen.text
	}
	asked := time.Now()
	credentials, err := json.Marshal(map[string]string{"email": actor.Email(), "password": password})
	if err != nil {
		h.t.Fatal(err)
	}
	var signedIn, seen struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   int    `json:"expires_in"` // seconds
	}
	answer := h.send(http.MethodPost, "/api/auth/sign-in", "", credentials)
	answer.Decode(h.t, &signedIn)
	var view struct {
		ID string `json:"id"`
	}
	begun := h.send(http.MethodPost, "/api/org/"+actor.Org+"/users/"+as.Email()+"/see-as", signedIn.AccessToken, nil)
	if begun.Status != http.StatusCreated {
		h.t.Fatalf("%s does not see the portal as %s: %d %s", actor.Email(), as.Email(), begun.Status, begun.Body)
	}
	begun.Decode(h.t, &view)
	h.refresh(answer, `{"see_as":"`+view.ID+`"}`).Decode(h.t, &seen)
	h.seen = token{seen.AccessToken, asked.Add(time.Duration(seen.ExpiresIn)*time.Second - renewBefore)}
	return seen.AccessToken
}

// refresh asks for a token with the cookies of an answer.
func (h *Host) refresh(signedIn Answer, body string) Answer {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.URL+"/api/auth/refresh", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	for _, cookie := range (&http.Response{Header: signedIn.Header}).Cookies() {
		request.AddCookie(cookie)
	}
	request.Header.Set("Content-Type", "application/json")
	return h.answer(request)
}
