package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/tenantdata"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// personData lets people take along what is kept of one of them, and erase it.
func (h *host) personData(data *tenantdata.Service) []edge.Own {
	kinds := map[string]string{"userId": "user"}
	return []edge.Own{
		{
			Method: http.MethodPost, Template: "/api/org/{orgId}/users/{userId}/data", Summary: "All that is kept of one person as a zip: of oneself, or with deleteUser of somebody below",
			Lock: signedIn("everybody may have what is kept of themselves; the permission is asked for about anybody else"), TakesLong: true, IDKinds: kinds,
			Handler: answering(func(w http.ResponseWriter, r *http.Request) error { return h.exportPerson(data, w, r) }),
		},
		{
			Method: http.MethodDelete, Template: "/api/org/{orgId}/users/{userId}", Summary: "Erase a person: the account, names, addresses, sessions and keys; what the fleet did stays, under a pseudonym",
			Lock: &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{"deleteUser"}}, TakesLong: true, IDKinds: kinds,
			Handler: answering(func(w http.ResponseWriter, r *http.Request) error { return h.erasePerson(data, w, r) }),
		},
	}
}

// answering writes what a handler returns as a problem.
func answering(handle func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := handle(w, r); err != nil {
			web.WriteProblem(w, r, err)
		}
	})
}

func (h *host) exportPerson(data *tenantdata.Service, w http.ResponseWriter, r *http.Request) error {
	who, id := personAsked(r)
	user, err := h.identity.people.PersonOf(r.Context(), who, id)
	if err != nil {
		return err
	}
	h.sendZip(w, "person-"+user.ID[:8], func(to io.Writer) error { return data.ExportPerson(r.Context(), user, to) })
	return nil
}

func (h *host) erasePerson(data *tenantdata.Service, w http.ResponseWriter, r *http.Request) error {
	who, id := personAsked(r)
	var done tenantdata.Erased
	_, _, err := h.identity.people.Erase(r.Context(), who, id, func(tx pgx.Tx, user identity.User, as audit.Person) (err error) {
		done, err = data.EraseFrom(r.Context(), tx, user, as)
		return err
	})
	if err != nil {
		return err
	}
	audit.Note(r.Context(), func(record *audit.Record) {
		record.ObjectID, record.Detail = done.ID, fmt.Sprintf("Erased as %s; %d records of this log have the pseudonym now", done.Pseudonym, done.Records)
	})
	body, err := json.Marshal(done)
	if err != nil {
		return fmt.Errorf("write what was erased: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client is gone: nobody is left to tell
	return nil
}

// personAsked is who asks, and about whom.
func personAsked(r *http.Request) (who identity.Actor, id string) {
	subject := edge.SubjectOf(r.Context())
	caller := edge.CallerOf(r.Context())
	id = strings.Split(r.URL.Path, "/")[5] // /api/org/{orgId}/users/{userId}
	return identity.Actor{UserID: caller.UserID, OrgID: caller.OrgID, SessionID: subject.SessionID}, id
}
