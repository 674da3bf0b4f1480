package scim_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/apikeys"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/scim"
	"outrider.dev/sdk/web"
)

// world is a directory that leads the users of alpha.
type world struct {
	*identitytest.World
	people *identity.Service
	keys   *apikeys.Service
	scim   *scim.Service
	as     identity.Actor
	issued bool // another site signs people in
}

func start(t *testing.T) *world {
	t.Helper()
	w := &world{World: identitytest.Start(t)}
	service := access.New(access.Config{
		Pool: w.DB.Pool(), Keto: w.Keto, NATS: w.NATS, Verifier: apikeys.Verifier{Pool: w.DB.Pool(), Tokens: w.Keys}, Log: w.Log,
		Metrics: prometheus.NewRegistry(), HostID: t.Name() + "scim", StaleAfter: 5 * time.Second,
	})
	identitytest.Run(t, service.Run)
	identitytest.Eventually(t, time.Minute, "access can be checked", service.Fresh)
	w.people = identity.New(identity.Config{
		Pool: w.DB.Pool(), Access: service, Hasher: w.Hasher, JetStream: w.Stream, Log: w.Log, PublicURL: func() string { return "https://portal.test" },
		Issued: func(string) bool { return w.issued },
	})
	w.keys = apikeys.New(apikeys.Config{Pool: w.DB.Pool(), Decider: service.Decider, Changed: service.Changed, Log: w.Log, Now: w.Clock.Now})
	w.scim = scim.New(scim.Config{People: w.people, Caller: func(context.Context) identity.Actor { return w.as }, Site: func() string { return "https://portal.test" }, Log: w.Log})
	w.keyOf(t, "org_admin@alpha.test", "")
	return w
}

// keyOf has requests sent with a new key of somebody.
func (w *world) keyOf(t *testing.T, email, group string) {
	t.Helper()
	who, _ := w.SignIn(t, email)
	c := w.Caller(t, email)
	c.SessionID = who.SessionID
	made, err := w.keys.Make(web.WithCaller(t.Context(), c), apikeys.Wanted{Name: "Directory", Permissions: []string{identity.PermissionProvision}, Group: group, ExpiresAt: w.Clock.Now().Add(24 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	w.as = identity.Actor{UserID: c.UserID, OrgID: c.OrgID, SessionID: made.ID}
}

// ask sends a request and returns its answer; a status that is not the wanted one ends the test.
func (w *world) ask(t *testing.T, request, body string, want int, headers ...string) (map[string]any, http.Header) {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, scim.Base+path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	w.scim.ServeHTTP(answer, r)
	if answer.Code != want {
		t.Fatalf("%s %s: %d instead of %d: %s", request, body, answer.Code, want, answer.Body)
	}
	if answer.Body.Len() > 0 && answer.Header().Get("Content-Type") != "application/scim+json" {
		t.Errorf("%s answers %s", request, answer.Header().Get("Content-Type"))
	}
	var document map[string]any
	if answer.Body.Len() > 0 {
		if err := json.Unmarshal(answer.Body.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
	}
	return document, answer.Header()
}

// patch is the body of a PATCH.
func patch(operations string) string {
	return `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[` + operations + `]}`
}

// value is one text from a database.
func (w *world) value(t *testing.T, sql string, values ...any) (text string) {
	t.Helper()
	if err := w.DB.Pool().QueryRow(t.Context(), sql, values...).Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}
