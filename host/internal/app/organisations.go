package app

import (
	"encoding/json"
	"net/http"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// organisationsAtOnce is how many a search finds; who looks for another types more of its name.
const organisationsAtOnce = 50

// organisationChoice lets support roles find the organisation to act in. The permission alone is not enough: an organisation may give it to
// whom it likes, and would show its people the names of all others.
func (h *host) organisationChoice() edge.Own {
	lock := &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: []string{"listOrgs"}}
	return edge.Own{Method: http.MethodGet, Template: "/api/orgs", Summary: "Organisations to act in, for support roles", Lock: lock, Handler: http.HandlerFunc(h.organisations), Shape: edge.Shape{Query: []string{"q"}, Answer: organisationsAnswer{}}}
}

// foundOrganisation is an organisation to act in.
type foundOrganisation struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Disabled bool   `json:"disabled"`
}

type organisationsAnswer []foundOrganisation

func (h *host) organisations(w http.ResponseWriter, r *http.Request) {
	if caller := edge.CallerOf(r.Context()); caller == nil || !access.IsSupport(caller.Role) {
		web.WriteProblem(w, r, fault.Forbidden())
		return
	}
	found, err := h.identity.people.SearchOrganisations(r.Context(), r.URL.Query().Get("q"), organisationsAtOnce)
	if err != nil {
		h.Log.Error("organisations cannot be searched", "error", err)
		web.WriteProblem(w, r, err)
		return
	}
	all := organisationsAnswer{}
	for _, o := range found {
		all = append(all, foundOrganisation{o.GetId(), o.GetName(), o.GetDisabled()})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(all) // the client is gone: nobody is left to tell
}
