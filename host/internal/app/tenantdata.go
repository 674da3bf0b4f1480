package app

import (
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

// organisationData lets support take all data of an organisation along, and begins to remove deleted ones.
func (h *host) organisationData() edge.Own {
	data := tenantdata.New(tenantdata.Config{DB: h.database, Bucket: h.bucket, Log: h.Log, Now: time.Now, Committed: func() {
		h.tenants.Changed()
		h.identity.people.Committed()
	}})
	h.background.run("deleted organisations", data.Run)
	return edge.Own{
		Method: http.MethodPost, Template: "/api/org/{orgId}/data", Summary: "All data of an organisation as a zip, for support roles; ?files=false leaves its files out",
		Lock: &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{"deleteOrg"}}, TakesLong: true,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			caller := edge.CallerOf(r.Context())
			if caller == nil || !access.IsSupport(caller.Role) {
				web.WriteProblem(w, fault.Forbidden())
				return
			}
			w.Header().Set("Content-Type", "application/zip")
			w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": caller.OrgID + ".zip"}))
			if err := data.Export(r.Context(), caller.OrgID, r.URL.Query().Get("files") != "false", w); err != nil {
				h.Log.Error("the data of an organisation is not exported whole", "organisation", caller.OrgID, "error", err)
				panic(http.ErrAbortHandler) // too late for a status: the client sees the connection break off
			}
		}),
	}
}
