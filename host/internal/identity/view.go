package identity

import (
	"context"
	"strings"

	"outrider.dev/sdk/fleet"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// named is a thing that has only a name.
type named struct {
	Name string `json:"name"`
}

// node names a group.
type node struct {
	ID string `json:"id"`
}

type profile struct {
	FirstName string `json:"firstname"`
	LastName  string `json:"lastname"`
}

// OrganisationView is an organisation as the API shows one.
type OrganisationView struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	CountryCode string   `json:"countryCode"`
	Locale      string   `json:"locale" doc:"Of people who chose none"`
	Zone        string   `json:"zone" doc:"IANA time zone"`
	ServiceList []string `json:"serviceList" nullable:"false"`
	Modules     []string `json:"modules" nullable:"false" doc:"Optional plugins that are switched on"`
}

// userView is a user as the API shows one.
type userView struct {
	User
	Organisation string            `json:"organisation"`
	UserGroup    string            `json:"user_group" doc:"Name of the group"`
	Role         roleView          `json:"Role"`
	Node         node              `json:"Node"`
	Org          *OrganisationView `json:"Org,omitempty"`
	Profile      *profile          `json:"Profile,omitempty"`
	Services     string            `json:"services" doc:"Names with commas between"`
}

func viewOfOrganisation(o *pluginv1.Organisation) *OrganisationView {
	return &OrganisationView{
		ID: o.GetId(), Name: o.GetName(), CountryCode: o.GetCountryCode(), Locale: fleet.LocaleOf(o.GetCountryCode()), Zone: o.GetZone(), ServiceList: orEmpty(o.GetServices()), Modules: orEmpty(o.GetModules()),
	}
}

// viewOfUser shows a user beside the organisation that the caller acts in.
func viewOfUser(u User, o *OrganisationView, verbose bool) userView {
	u.CreatedAt, u.TwoStep = u.CreatedAt.UTC(), "" // searchUsers shows it to who may see it
	if u.SeenAt != nil {
		seen := u.SeenAt.UTC()
		u.SeenAt = &seen
	}
	view := userView{
		User: u, Organisation: o.Name, UserGroup: u.GroupLabel, Role: u.held().view(), Node: node{u.GroupID}, Services: strings.Join(o.ServiceList, ","),
	}
	if verbose {
		view.Org, view.Profile = o, &profile{u.FirstName, u.LastName}
	}
	return view
}

// organisationOf is the organisation that a request acts in.
func (s *Service) organisationOf(ctx context.Context) (*OrganisationView, error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	o, err := findOrganisation(ctx, s.pool, a.OrgID)
	if err != nil {
		return nil, err
	}
	return viewOfOrganisation(o), nil
}
