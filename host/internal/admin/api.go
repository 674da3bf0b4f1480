package admin

import (
	"net/http"
	"strings"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// The permissions, which the plugin admin defines.
const (
	viewOperations = "viewOperations"
	operateHost    = "operateHost"
	viewAuditLog   = "viewAuditLog"
)

// Router lists the operations. Read this first.
func (a *Admin) Router() *web.Router {
	r := web.NewRouter("Operations", a.Version)
	r.SetLog(a.Log)
	look, operate := web.Needs(viewOperations), web.Needs(viewOperations, operateHost)

	web.Handle(r, "GET /admin/plugins", look, a.listPlugins, web.Summary("All plugins of a host and how they are"))
	web.Handle(r, "GET /admin/plugins/{id}", look, a.onePlugin, web.Summary("One plugin: operations, releases, last error, the last half hour"))
	web.Handle(r, "GET /admin/plugins/{id}/log", look, a.pluginLog, web.Summary("The log of a plugin; waits for new lines"))
	web.Handle(r, "POST /admin/plugins/{id}/restart", operate, a.restart, web.Summary("Replace the process of a plugin"))
	web.Handle(r, "POST /admin/plugins/{id}/enable", operate, a.enable, web.Summary("Start a plugin that was disabled"))
	web.Handle(r, "POST /admin/plugins/{id}/disable", operate, a.disable, web.Summary("Stop a plugin until it is enabled"))
	web.Handle(r, "POST /admin/plugins/{id}/rollback", operate, a.rollback, web.Summary("Go back to the release before"))

	web.Handle(r, "GET /admin/streams", look, a.listStreams, web.Summary("Streams and their consumers"))
	web.Handle(r, "GET /admin/publishing", look, a.listPublishing, web.Summary("What plugins published into the streams, and who is refused"))
	web.Handle(r, "GET /admin/dead-letters", look, a.listLetters, web.Summary("Dead letters, the newest first"))
	web.Handle(r, "GET /admin/dead-letters/{sequence}", look, a.oneLetter, web.Summary("One dead letter with its content"))
	web.Handle(r, "POST /admin/dead-letters/replay", operate, a.replay, web.Summary("Send dead letters to their consumers again"))
	web.Handle(r, "POST /admin/dead-letters/discard", operate, a.discard, web.Summary("Remove dead letters for good"))

	web.Handle(r, "GET /admin/health", look, a.health, web.Summary("Whether a host is ready, and what does not work"))
	web.Handle(r, "GET /admin/parts", look, a.listParts, web.Summary("What the host runs on, and the hosts of the cluster"))
	web.Handle(r, "GET /admin/mails", look, a.listMails, web.Summary("The mails that a host without a mail server wrote into its folder"))
	web.Handle(r, "GET /admin/mails/{id}", operate, a.oneMail, web.Summary("One mail of the folder with its content, which may let its reader in somewhere"))
	web.Handle(r, "GET /admin/connections", look, a.listConnections, web.Summary("Who is connected by push, on all hosts"))
	web.Handle(r, "POST /admin/connections/{id}/end", operate, a.endConnection, web.Summary("End a push connection, or its whole session"))

	web.Handle(r, "GET /admin/audit", web.Needs(viewOperations, viewAuditLog), a.searchAll, web.Summary("The audit log of all organisations"))
	web.Handle(r, "GET /org/{orgId}/audit", web.NeedsAny(viewAuditLog, "runUserActivityReport", "createUserActivityReport"), a.searchOwn, web.Summary("The audit log of an organisation; for who may report user activity alone, what users of its groups did"))
	web.Handle(r, "GET /org/{orgId}/audit/chain", web.Needs(viewAuditLog), a.verifyOwn, web.Summary("Whether anything in the audit log of an organisation was changed, and how long it is kept"))
	web.Handle(r, "PUT /org/{orgId}/audit/retention", web.Needs(viewAuditLog, "updateOrg"), a.putRetention, web.Summary("Change how long the audit log of an organisation is kept"))
	return r
}

// Operations are the host's own, with their OpenAPI document.
func (a *Admin) Operations() ([]edge.Own, []byte, error) {
	own, document, err := edge.OwnOf(a.calls)
	handler := operatorsOnly(edge.AsCaller(http.HandlerFunc(a.serve)))
	for i := range own {
		own[i].Handler = handler
		own[i].TakesLong = own[i].Method == http.MethodPost || strings.HasSuffix(own[i].Template, "/log")
	}
	return own, document, err
}

// serve answers a request, or has the host answer that it names.
func (a *Admin) serve(w http.ResponseWriter, r *http.Request) {
	if id, ok := a.elsewhere(r); ok {
		a.pass(w, r, id)
		return
	}
	a.calls.ServeHTTP(w, r)
}

// operatorsOnly keeps what runs the host support's alone, whatever a permission says.
func operatorsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller := edge.CallerOf(r.Context())
		if caller != nil && strings.HasPrefix(r.URL.Path, "/api/admin/") && !access.IsSupport(caller.Role) {
			web.WriteProblem(w, r, fault.Forbidden())
			return
		}
		next.ServeHTTP(w, r)
	})
}
