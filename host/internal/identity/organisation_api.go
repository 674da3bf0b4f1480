package identity

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// routeOrganisations lists the operations on organisations as such. All but the change of one's own are support's alone: an organisation may give a
// permission to whom it likes, and would let its people among all others.
func (s *Service) routeOrganisations(r *web.Router) {
	web.Handle(r, "GET /org", web.Needs("listOrgs"), s.listOrganisations, web.Lists(listedOrganisations), web.Summary("A page of organisations, for support roles"))
	web.Handle(r, "POST /org", web.Needs("createOrg"), s.postOrganisation, web.Status(http.StatusCreated), web.Summary("Create an organisation and invite its first administrator"))
	web.Handle(r, "PUT /org/{orgId}", web.Needs("updateOrg"), s.putOrganisation, web.Summary("Change an organisation"))
	web.Handle(r, "POST /org/{orgId}/disable", web.Needs("disableOrg"), s.postDisable, web.Summary("Disable an organisation: its people are signed out, its devices refused"))
	web.Handle(r, "POST /org/{orgId}/enable", web.Needs("disableOrg"), s.postEnable, web.Summary("Enable a disabled organisation"))
	web.Handle(r, "DELETE /org/{orgId}", web.Needs("deleteOrg"), s.deleteOrganisation, web.Summary("Delete an organisation: disabled at once, removed after 30 days"))
	web.Handle(r, "POST /org/{orgId}/restore", web.Needs("deleteOrg"), s.postRestore, web.Summary("Restore a deleted organisation whose data is still there"))
}

// The states of an organisation.
const (
	organisationActive   = "active"
	organisationDisabled = "disabled"
	organisationDeleted  = "deleted"
)

const organisationState = `CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN disabled THEN 'disabled' ELSE 'active' END`

// listedOrganisations are the fields that the list of organisations is filtered, sorted and searched by.
var listedOrganisations = web.NewListFields("o.id", "name",
	web.ListField{Name: "name", Kind: web.Text, Column: "o.name", Order: `o.name COLLATE "und-x-icu"`, Search: true},
	web.ListField{Name: "id", Kind: web.Text, Column: "o.id", Search: true},
	web.ListField{Name: "countryCode", Kind: web.Text, Column: "o.country_code"},
	web.ListField{Name: "state", Kind: web.OneOf, Column: "o.state", Options: []string{organisationActive, organisationDisabled, organisationDeleted}},
	web.ListField{Name: "created_date", Kind: web.Time, Column: "o.created_at"},
)

// organisationRow is an organisation as support sees it in the list.
type organisationRow struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	CountryCode string     `json:"countryCode"`
	Zone        string     `json:"zone" doc:"IANA time zone"`
	ServiceList []string   `json:"serviceList" nullable:"false"`
	State       string     `json:"state" enum:"active,disabled,deleted"`
	Users       int64      `json:"users" doc:"How many accounts it has"`
	CreatedAt   time.Time  `json:"created_date"`
	DeletedAt   *time.Time `json:"deleted_date" doc:"When it was deleted; null: it was not"`
	PurgeAfter  *time.Time `json:"removed_after" doc:"Until when a deleted one can be restored"`
	Version     int64      `json:"version" doc:"Counts the changes; send it back to be told of another's change in between"`
}

type organisationPage struct {
	Orgs         []organisationRow `json:"Orgs" nullable:"false"`
	PageCount    int               `json:"page_count"`
	TotalRecords int64             `json:"total_records"`
}

const (
	fromOrganisations = ` FROM (SELECT *, ` + organisationState + ` AS state FROM outrider.organisation) o `
	rowOfOrganisation = `o.id, o.name, o.country_code, o.zone, o.services, o.state, (SELECT count(*) FROM outrider.account a WHERE a.org_id = o.id), o.created_at, o.deleted_at, o.purge_after, o.version`
)

type listOrganisationsInput struct{ web.ListQuery }

func (s *Service) listOrganisations(ctx context.Context, in *listOrganisationsInput) (*output[organisationPage], error) {
	if _, err := s.supporter(ctx); err != nil {
		return nil, err
	}
	matching, values := in.Where()
	where := `WHERE (` + numbered(matching, 0) + ")"
	page := organisationPage{}
	if err := s.pool.QueryRow(ctx, `SELECT count(*)`+fromOrganisations+where, values...).Scan(&page.TotalRecords); err != nil {
		return nil, fmt.Errorf("count organisations: %w", err)
	}
	rows, err := s.pool.Query(ctx, fmt.Sprintf(`SELECT %s%s%s ORDER BY %s LIMIT %d OFFSET %d`, rowOfOrganisation, fromOrganisations, where, in.OrderBy(), in.Size, in.Offset()), values...)
	if err != nil {
		return nil, fmt.Errorf("read a page of organisations: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[organisationRow])
	if err != nil {
		return nil, fmt.Errorf("read a page of organisations: %w", err)
	}
	page.Orgs, page.PageCount = orNone(found), in.PageCount(page.TotalRecords)
	return &output[organisationPage]{page}, nil
}

// organisationRowOf reads one as the list shows it.
func (s *Service) organisationRowOf(ctx context.Context, orgID string) (*output[organisationRow], error) {
	rows, err := s.pool.Query(ctx, `SELECT `+rowOfOrganisation+fromOrganisations+`WHERE o.id = $1`, orgID)
	if err != nil {
		return nil, fmt.Errorf("read organisation %s: %w", orgID, err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[organisationRow])
	if err != nil {
		return nil, fmt.Errorf("read organisation %s: %w", orgID, err)
	}
	return &output[organisationRow]{found}, nil
}

// supporter is the actor of a request that support roles alone may make.
func (s *Service) supporter(ctx context.Context) (actor, error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return actor{}, err
	}
	if !access.IsSupport(a.User.Role) {
		return actor{}, fault.Forbidden()
	}
	return a, nil
}
