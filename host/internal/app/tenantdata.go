package app

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/outrider/host/internal/tenantdata"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// dataOperations let support take all data of an organisation along, and people what is kept of one of them; they begin to remove deleted organisations.
func (h *host) dataOperations() []edge.Own {
	data := tenantdata.New(tenantdata.Config{DB: h.database, Bucket: h.bucket, Log: h.Log, Now: time.Now, Committed: func() {
		h.tenants.Changed()
		h.identity.people.Committed()
	}})
	h.background.run("deleted organisations", data.Run)
	may := &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{mayTakeData}}
	return append(h.personData(data),
		edge.Own{
			Method: http.MethodPost, Template: "/api/org/{orgId}/data", Summary: "All data of an organisation as a zip, for support roles; ?files=false leaves its files out",
			Lock: may, TakesLong: true,
			Handler: answering(func(w http.ResponseWriter, r *http.Request) error {
				caller := edge.CallerOf(r.Context())
				if !access.IsSupport(caller.Role) {
					return fault.Forbidden()
				}
				h.sendZip(w, caller.OrgID, func(to io.Writer) error {
					return data.Export(r.Context(), caller.OrgID, r.URL.Query().Get("files") != "false", to)
				})
				return nil
			}),
		},
		edge.Own{
			Method: http.MethodPost, Template: "/api/org/{orgId}/data/link", Summary: "A link by which the caller's browser downloads all data of an organisation, files included, within two minutes",
			Lock: may, Handler: answering(h.linkToData),
		},
		edge.Own{
			Method: http.MethodGet, Template: dataPath + "{token}", Summary: "All data of an organisation by a link that was just made", TakesLong: true,
			Lock:    public("the link itself is signed, ends after two minutes and with its session, and who it was made for is asked for again"),
			Handler: answering(func(w http.ResponseWriter, r *http.Request) error { return h.followDataLink(data, w, r) }),
		},
	)
}

const (
	mayTakeData = "deleteOrg"
	dataPath    = "/api/organisation-data/"
	// dataLinkLife is how long a download of an organisation's data may take to begin.
	dataLinkLife = 2 * time.Minute
)

// linkToData answers a link instead of the data: browsers save what a link leads to as it comes, and keep what a script fetches in memory.
func (h *host) linkToData(w http.ResponseWriter, r *http.Request) error {
	caller, subject := edge.CallerOf(r.Context()), edge.SubjectOf(r.Context())
	if !access.IsSupport(caller.Role) {
		return fault.Forbidden()
	}
	until := time.Now().Add(dataLinkLife)
	token, err := h.links.Sign(media.Link{Verb: media.Archive, OrgID: caller.OrgID, Key: "organisation", UserID: caller.UserID, SessionID: subject.SessionID, Expires: until})
	if err != nil {
		return err
	}
	body, err := json.Marshal(map[string]any{"location": dataPath + token, "expires_at": until.UTC().Truncate(time.Second)})
	if err != nil {
		return fmt.Errorf("write a link: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	_, _ = w.Write(body) // the client is gone: nobody is left to tell
	return nil
}

// followDataLink sends the data that a link leads to, if who asked for it may have it still.
func (h *host) followDataLink(data *tenantdata.Service, w http.ResponseWriter, r *http.Request) error {
	link, err := h.links.Verify(strings.TrimPrefix(r.URL.Path, dataPath))
	if err != nil || link.Verb != media.Archive {
		return fault.New(fault.Denied, "This link is not valid or has expired.")
	}
	grant, err := h.identity.access.Decider.Decide(r.Context(), access.Subject{UserID: link.UserID, SessionID: link.SessionID, OrgID: link.OrgID}, link.OrgID)
	if kind := fault.KindOf(err); kind == fault.SignedOut || kind == fault.NotFound || err == nil && !(access.IsSupport(grant.User.Role) && grant.Allowed(mayTakeData)) {
		return fault.New(fault.Denied, "This link is not valid or has expired.")
	}
	if err != nil {
		return err
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
	h.sendZip(w, link.OrgID, func(to io.Writer) error { return data.Export(r.Context(), link.OrgID, true, to) })
	return nil
}

// sendZip sends what write writes as a zip to be saved. Where it fails the connection breaks off: it is too late for a status.
func (h *host) sendZip(w http.ResponseWriter, name string, write func(io.Writer) error) {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name + ".zip"}))
	if err := write(w); err != nil {
		h.Log.Error("an export is not whole", "name", name, "error", err)
		panic(http.ErrAbortHandler)
	}
}
