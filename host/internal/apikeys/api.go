package apikeys

import (
	"context"

	"outrider.dev/sdk/web"
)

// Router lists the operations on an organisation's API keys. Read this first.
func (s *Service) Router(version string) *web.Router {
	r := web.NewRouter("API keys", version)
	manages := web.Needs("manageApiKeys")
	web.Handle(r, "GET /org/{orgId}/api-keys", manages, s.list, web.Summary("The API keys of an organisation"))
	web.Handle(r, "POST /org/{orgId}/api-keys", manages, s.make, web.Summary("Make an API key, which is shown this once"))
	web.Handle(r, "DELETE /org/{orgId}/api-keys/{keyId}", manages, s.revoke, web.IDs("keyId", "api key"), web.Summary("Revoke an API key at once"))
	return r
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type listOutput struct {
	Body struct {
		Keys []Key `json:"Keys" nullable:"false"`
	}
}

func (s *Service) list(ctx context.Context, _ *inOrg) (*listOutput, error) {
	keys, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	out := &listOutput{}
	out.Body.Keys = keys
	return out, nil
}

type makeInput struct {
	OrgID string `path:"orgId"`
	Body  Wanted
}

func (s *Service) make(ctx context.Context, in *makeInput) (*web.Created[Made], error) {
	made, err := s.Make(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	return web.NewCreated(made), nil
}

type revokeInput struct {
	OrgID string `path:"orgId"`
	KeyID string `path:"keyId"`
}

func (s *Service) revoke(ctx context.Context, in *revokeInput) (*struct{}, error) {
	return nil, s.Revoke(ctx, in.KeyID)
}
