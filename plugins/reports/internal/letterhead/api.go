package letterhead

import (
	"context"

	"outrider.dev/sdk/picture"
	"outrider.dev/sdk/web"
)

// maxBody has room for the largest picture in base64 and what is around it.
const maxBody = picture.MaxBytes*4/3 + 1<<10

// API are the operations on an organisation's logo.
type API struct{ logos *Store }

// NewAPI serves logos.
func NewAPI(logos *Store) *API { return &API{logos} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/reports/logo", web.Needs("exportReports"), a.get, web.Summary("The logo of documents"))
	web.Handle(r, "PUT /org/{orgId}/reports/logo", web.Needs("changeLetterhead"), a.put, web.MaxBody(maxBody), web.Summary("Set the logo of documents"))
	web.Handle(r, "DELETE /org/{orgId}/reports/logo", web.Needs("changeLetterhead"), a.remove, web.Summary("Remove the logo of documents"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

type logoOutput struct {
	Body struct {
		Image []byte `json:"image" nullable:"true" doc:"PNG of at most 1080 by 360 pixels; null without a logo"`
	}
}

func (a *API) get(ctx context.Context, _ *orgInput) (*logoOutput, error) {
	logo, err := a.logos.Logo(ctx, web.Caller(ctx).OrgID)
	out := &logoOutput{}
	out.Body.Image = logo
	return out, err
}

type logoInput struct {
	orgInput
	Body struct {
		Image []byte `json:"image" doc:"PNG or JPEG of at most 2 MB, in base64"`
	}
}

func (a *API) put(ctx context.Context, in *logoInput) (*logoOutput, error) {
	logo, err := Logo(in.Body.Image)
	if err != nil {
		return nil, err
	}
	out := &logoOutput{}
	out.Body.Image = logo
	return out, a.logos.put(ctx, web.Caller(ctx).OrgID, logo)
}

func (a *API) remove(ctx context.Context, _ *orgInput) (*struct{}, error) {
	return nil, a.logos.put(ctx, web.Caller(ctx).OrgID, nil)
}
