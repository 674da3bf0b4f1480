package group

import (
	"context"
	"strings"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web"
)

// API answers about groups.
type API struct{ store *Store }

// NewAPI answers from a store.
func NewAPI(store *Store) *API { return &API{store} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/groups", web.Needs("viewVehicle"), a.groups, web.Summary("Groups in scope"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type groupOutput struct {
	ID       string `json:"id"`
	ParentID string `json:"parent_id"`
	Label    string `json:"label"`
	Depth    int    `json:"depth" doc:"0 is the organisation's root"`
}

type groupsOutput struct {
	Body struct {
		Groups []groupOutput `json:"Groups" nullable:"false" doc:"In the order of the tree"`
	}
}

// groups lists the groups in scope, for those who put vehicles into them or look for those of one.
func (a *API) groups(ctx context.Context, in *orgInput) (*groupsOutput, error) {
	all, err := a.store.Groups(ctx, in.OrgID)
	if err != nil {
		return nil, err
	}
	visible := scope.Of(ctx)
	var out groupsOutput
	out.Body.Groups = []groupOutput{}
	for _, g := range all {
		if visible.Sees(g.Path) {
			out.Body.Groups = append(out.Body.Groups, groupOutput{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Depth: strings.Count(g.Path, "/") - 2})
		}
	}
	return &out, nil
}
