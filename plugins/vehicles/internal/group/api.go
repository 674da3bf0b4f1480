package api

import (
	"context"
	"strings"

	"outrider.dev/sdk/web"
)

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
	seen := scope(ctx)
	var out groupsOutput
	out.Body.Groups = []groupOutput{}
	for _, g := range all {
		if (web.Scope{All: seen.All, Path: seen.Path}).Sees(g.Path, "") {
			out.Body.Groups = append(out.Body.Groups, groupOutput{ID: g.ID, ParentID: g.ParentID, Label: g.Label, Depth: strings.Count(g.Path, "/") - 2})
		}
	}
	return &out, nil
}
