package letterhead

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/picture"
	"outrider.dev/sdk/web"
)

// maxBody has room for the largest picture in base64 and what is around it.
const maxBody = picture.MaxBytes*4/3 + 1<<10

// maxLine is how many characters a line of an address has.
const maxLine = 80

// API are the operations on an organisation's letterhead.
type API struct{ heads *Store }

// NewAPI serves letterheads.
func NewAPI(heads *Store) *API { return &API{heads} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/reports/logo", web.Needs("exportReports"), a.get, web.Summary("The logo of documents"))
	web.Handle(r, "PUT /org/{orgId}/reports/logo", web.Needs("changeLetterhead"), a.put, web.MaxBody(maxBody), web.Summary("Set the logo of documents"))
	web.Handle(r, "GET /org/{orgId}/reports/address", web.Needs("exportReports"), a.address, web.Summary("The address of documents"))
	web.Handle(r, "PUT /org/{orgId}/reports/address", web.Needs("changeLetterhead"), a.putAddress, web.Summary("Set the address of documents"))
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
	head, err := a.heads.Of(ctx, web.Caller(ctx).OrgID)
	out := &logoOutput{}
	out.Body.Image = head.Image
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
	return out, a.heads.putImage(ctx, web.Caller(ctx).OrgID, logo)
}

func (a *API) remove(ctx context.Context, _ *orgInput) (*struct{}, error) {
	return nil, a.heads.putImage(ctx, web.Caller(ctx).OrgID, nil)
}

type addressBody struct {
	Lines []string `json:"lines" maxItems:"4" nullable:"false" doc:"Of the address; none: documents have none"`
}

type addressOutput struct{ Body addressBody }

func (a *API) address(ctx context.Context, _ *orgInput) (*addressOutput, error) {
	head, err := a.heads.Of(ctx, web.Caller(ctx).OrgID)
	return &addressOutput{addressBody{append([]string{}, head.Address...)}}, err
}

type addressInput struct {
	orgInput
	Body addressBody
}

func (a *API) putAddress(ctx context.Context, in *addressInput) (*addressOutput, error) {
	lines := []string{}
	for _, line := range in.Body.Lines {
		switch {
		case strings.ContainsFunc(line, unicode.IsControl):
			return nil, wrongLine("A line of the address has a character that cannot be printed.")
		case utf8.RuneCountInString(line) > maxLine:
			return nil, wrongLine("A line of the address has at most 80 characters.")
		}
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return &addressOutput{addressBody{lines}}, a.heads.putAddress(ctx, web.Caller(ctx).OrgID, lines)
}

func wrongLine(message string) error {
	return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.lines", Message: message})
}
