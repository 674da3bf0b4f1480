package api

import (
	"context"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
)

// mostIDs is how many alerts of a search are named at once: what a person changes in one go.
const mostIDs = 10_000

type driversInput struct {
	OrgID string `path:"orgId"`
}

type driversOutput struct {
	Body struct {
		Drivers []postgres.Driver `json:"drivers" nullable:"false"`
	}
}

// drivers are those by whom alerts can be filtered.
func (a *API) drivers(ctx context.Context, _ *driversInput) (out *driversOutput, err error) {
	out = &driversOutput{}
	out.Body.Drivers, err = a.store.Drivers(ctx)
	return out, err
}

type idsInput struct {
	OrgID   string `path:"orgId"`
	OrderBy string `query:"order_by" default:"id" enum:"id,oldest,severity,type,speed_kmh" doc:"id: the newest first"`
	Body    searchBody
}

type idsOutput struct {
	Body struct {
		IDs  []string `json:"ids" nullable:"false"`
		More bool     `json:"more" doc:"There are more than these 10,000"`
	}
}

// ids are all alerts of a search, without their pages, for a change of all of them.
func (a *API) ids(ctx context.Context, in *idsInput) (*idsOutput, error) {
	q, err := a.query(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	if in.OrderBy != "id" {
		q.Order = in.OrderBy
	}
	ids, err := a.store.IDs(ctx, q, mostIDs+1)
	if err != nil {
		return nil, err
	}
	out := &idsOutput{}
	out.Body.IDs, out.Body.More = ids[:min(len(ids), mostIDs)], len(ids) > mostIDs
	return out, nil
}
