package app

import (
	"io"
	"mime"
	"net/http"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/tenantdata"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// dataOperations let support take all data of an organisation along, and people what is kept of one of them; they begin to remove deleted organisations.
func (h *host) dataOperations() []edge.Own {
	data := tenantdata.New(tenantdata.Config{DB: h.database, Bucket: h.bucket, Log: h.Log, Now: time.Now, Committed: func() {
		h.tenants.Changed()
		h.identity.people.Committed()
	}})
	h.background.run("deleted organisations", data.Run)
	return append(h.personData(data), edge.Own{
		Method: http.MethodPost, Template: "/api/org/{orgId}/data", Summary: "All data of an organisation as a zip, for support roles; ?files=false leaves its files out",
		Lock: &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{"deleteOrg"}}, TakesLong: true,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			caller := edge.CallerOf(r.Context())
			if caller == nil || !access.IsSupport(caller.Role) {
				web.WriteProblem(w, r, fault.Forbidden())
				return
			}
			h.sendZip(w, caller.OrgID, func(to io.Writer) error {
				return data.Export(r.Context(), caller.OrgID, r.URL.Query().Get("files") != "false", to)
			})
		}),
	})
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
