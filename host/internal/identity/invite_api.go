package identity

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/web"
)

// routeInvites lists the operations on invites.
func (s *Service) routeInvites(r *web.Router) {
	may, anInvite := web.Needs("createUser"), web.IDs("id", "invite")
	web.Handle(r, "GET /org/{orgId}/invite", may, s.listInvites, web.Lists(listedInvites), web.Summary("The invites of an organisation"))
	web.Handle(r, "POST /invite", may, s.postInvite, web.IDs("body.node", "group"), web.Status(http.StatusCreated), web.Summary("Invite somebody by mail"))
	web.Handle(r, "DELETE /invite/{id}", may, s.deleteInvite, anInvite, web.Summary("Cancel an invite"))
	web.Handle(r, "POST /invite/{id}/resend", may, s.resendInvite, anInvite, web.Summary("Mail the link of an invite anew"))
	web.Handle(r, "POST /org/{orgId}/invite/import", may, s.importInvites, web.Summary("Invite many, or see what would become of each"))
}

// listedInvites are the fields that the list of invites is filtered, sorted and searched by.
var listedInvites = web.NewListFields("i.id", "-created_date",
	web.ListField{Name: "email", Kind: web.Text, Column: "i.email", Search: true},
	web.ListField{Name: "first_name", Kind: web.Text, Column: "i.first_name", Search: true},
	web.ListField{Name: "last_name", Kind: web.Text, Column: "i.last_name", Search: true},
	web.ListField{Name: "role", Kind: web.OneOf, Column: "COALESCE(i.own_role, i.role)"},
	web.ListField{Name: "user_group", Kind: web.Text, Column: "g.label"},
	web.ListField{Name: "state", Kind: web.OneOf, Column: "i.state", Options: []string{invitePending, inviteExpired, inviteCancelled, inviteAccepted}},
	web.ListField{Name: "created_date", Kind: web.Time, Column: "i.created_at"},
	web.ListField{Name: "expires", Kind: web.Time, Column: "i.expires_at"},
)

type listInvitesInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type invitePage struct {
	Invites      []Invite `json:"Invites" nullable:"false"`
	PageCount    int      `json:"page_count"`
	TotalRecords int64    `json:"total_records"`
}

func (s *Service) listInvites(ctx context.Context, in *listInvitesInput) (*output[invitePage], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	from, to := a.pathRange()
	matching, values := in.Where()
	where := `WHERE i.org_id = $1 AND COALESCE(g.path, '/') >= $2 AND COALESCE(g.path, '/') < $3 AND (` + numbered(matching, 3) + ")"
	arguments := append([]any{a.OrgID, from, to}, values...)
	page := invitePage{}
	if err := s.pool.QueryRow(ctx, `SELECT count(*)`+fromInvites+where, arguments...).Scan(&page.TotalRecords); err != nil {
		return nil, fmt.Errorf("count invites of %s: %w", a.OrgID, err)
	}
	rows, err := s.pool.Query(ctx, fmt.Sprintf(`SELECT %s%s%s ORDER BY %s LIMIT %d OFFSET %d`, inviteColumns, fromInvites, where, in.OrderBy(), in.Size, in.Offset()), arguments...)
	if err != nil {
		return nil, fmt.Errorf("list invites of %s: %w", a.OrgID, err)
	}
	if page.Invites, err = pgx.CollectRows(rows, pgx.RowToStructByName[Invite]); err != nil {
		return nil, fmt.Errorf("list invites of %s: %w", a.OrgID, err)
	}
	page.Invites, page.PageCount = orNone(page.Invites), in.PageCount(page.TotalRecords)
	return &output[invitePage]{page}, nil
}

// orNone is the list, or an empty one in place of null.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

type postInviteInput struct{ Body Invitation }

func (s *Service) postInvite(ctx context.Context, in *postInviteInput) (*output[Invite], error) {
	return answer(s.Invite(ctx, caller(ctx), in.Body))
}

type inviteInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) deleteInvite(ctx context.Context, in *inviteInput) (*struct{}, error) {
	return nil, s.CancelInvite(ctx, caller(ctx), in.ID)
}

func (s *Service) resendInvite(ctx context.Context, in *inviteInput) (*output[Invite], error) {
	return answer(s.ResendInvite(ctx, caller(ctx), in.ID))
}
