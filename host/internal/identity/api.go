package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
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

type organisation struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	CountryCode string   `json:"countryCode"`
	Zone        string   `json:"zone" doc:"IANA time zone"`
	ServiceList []string `json:"serviceList" nullable:"false"`
	Modules     []string `json:"modules" nullable:"false" doc:"Optional plugins that are switched on"`
}

type user struct {
	ID           string        `json:"id"`
	Email        string        `json:"email"`
	Telephone    string        `json:"telephone"`
	Mobile       string        `json:"mobile"`
	Organisation string        `json:"organisation"`
	UserGroup    string        `json:"user_group" doc:"Name of the group"`
	CreatedDate  time.Time     `json:"created_date"`
	Disabled     bool          `json:"disabled"`
	Role         named         `json:"Role"`
	Node         node          `json:"Node"`
	Org          *organisation `json:"Org,omitempty"`
	Profile      *profile      `json:"Profile,omitempty"`
	Services     string        `json:"services" doc:"Names with commas between"`
}

func organisationOf(o *pluginv1.Organisation) *organisation {
	return &organisation{
		ID: o.GetId(), Name: o.GetName(), CountryCode: o.GetCountryCode(), Zone: o.GetZone(),
		ServiceList: append([]string{}, o.GetServices()...), Modules: append([]string{}, o.GetModules()...),
	}
}

// userOf shows a user of an organisation; labels are the names of its groups by id.
func userOf(u *pluginv1.User, o *organisation, labels map[string]string, verbose bool) user {
	out := user{
		ID: u.GetId(), Email: u.GetEmail(), Telephone: u.GetTelephone(), Mobile: u.GetMobile(), Organisation: o.Name,
		UserGroup: labels[u.GetGroupId()], CreatedDate: time.UnixMilli(u.GetCreatedAtMs()).UTC(), Disabled: u.GetDisabled(),
		Role: named{u.GetRole()}, Node: node{u.GetGroupId()}, Services: strings.Join(o.ServiceList, ","),
	}
	if verbose {
		out.Org, out.Profile = o, &profile{u.GetFirstName(), u.GetLastName()}
	}
	return out
}

type permissions struct {
	Ignore  int32    `json:"ignore" doc:"0 look up by name, 1 no access, 2 everything allowed"`
	Granted []string `json:"granted" nullable:"false"`
}

type session struct {
	User        user            `json:"user"`
	Email       string          `json:"email"`
	Org         *organisation   `json:"Org"`
	Permissions permissions     `json:"permissions"`
	Modules     []string        `json:"modules" nullable:"false"`
	Services    []string        `json:"services" nullable:"false"`
	Preferences json.RawMessage `json:"preferences"`
}

// session tells the shell who is signed in.
func (a *API) session(ctx context.Context, _ *struct{}) (*output[session], error) {
	s, err := a.identity.Session(ctx, &pluginv1.SessionRequest{Actor: actor(ctx)})
	if err != nil {
		return nil, told(err)
	}
	o := organisationOf(s.GetOrganisation())
	return &output[session]{session{
		User: userOf(s.GetUser(), o, nil, true), Email: s.GetUser().GetEmail(), Org: o,
		Permissions: permissions{Ignore: s.GetIgnore(), Granted: append([]string{}, s.GetGranted()...)},
		Modules:     o.Modules, Services: o.ServiceList, Preferences: s.GetPreferences().GetJson(),
	}}, nil
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

func (a *API) organisation(ctx context.Context, _ *inOrg) (*output[*organisation], error) {
	o, err := a.currentOrganisation(ctx)
	if err != nil {
		return nil, err
	}
	return &output[*organisation]{o}, nil
}

func (a *API) currentOrganisation(ctx context.Context) (*organisation, error) {
	o, err := a.identity.GetOrganisation(ctx, &pluginv1.GetOrganisationRequest{Actor: actor(ctx)})
	if err != nil {
		return nil, told(err)
	}
	return organisationOf(o), nil
}

func (a *API) list(ctx context.Context, _ *inOrg) (*output[[]user], error) {
	return a.users(ctx, false)
}

func (a *API) listVerbose(ctx context.Context, _ *inOrg) (*output[[]user], error) {
	return a.users(ctx, true)
}

func (a *API) users(ctx context.Context, verbose bool) (*output[[]user], error) {
	o, labels, err := a.surroundings(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := a.identity.ListUsers(ctx, &pluginv1.ListUsersRequest{Actor: actor(ctx)})
	if err != nil {
		return nil, told(err)
	}
	out := make([]user, len(answer.GetUsers()))
	for i, u := range answer.GetUsers() {
		out[i] = userOf(u, o, labels, verbose)
	}
	return &output[[]user]{out}, nil
}

// surroundings are the organisation and the names of its groups.
func (a *API) surroundings(ctx context.Context) (*organisation, map[string]string, error) {
	o, err := a.currentOrganisation(ctx)
	if err != nil {
		return nil, nil, err
	}
	groups, _, err := a.host.Groups(ctx, web.Caller(ctx).OrgID)
	if err != nil {
		return nil, nil, fmt.Errorf("name groups: %w", err)
	}
	labels := make(map[string]string, len(groups))
	for _, g := range groups {
		labels[g.ID] = g.Label
	}
	return o, labels, nil
}

func (a *API) show(ctx context.Context, u *pluginv1.User, err error) (*output[user], error) {
	if err != nil {
		return nil, told(err)
	}
	o, labels, err := a.surroundings(ctx)
	if err != nil {
		return nil, err
	}
	return &output[user]{userOf(u, o, labels, true)}, nil
}

type userInput struct {
	ID string `path:"id" doc:"Id or e-mail address"`
}

func (a *API) user(ctx context.Context, in *userInput) (*output[user], error) {
	u, err := a.identity.GetUser(ctx, &pluginv1.GetUserRequest{Actor: actor(ctx), IdOrEmail: in.ID})
	return a.show(ctx, u, err)
}

type updateInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
	Body   struct {
		Profile *struct {
			FirstName *string `json:"firstname,omitempty" maxLength:"100"`
			LastName  *string `json:"lastname,omitempty" maxLength:"100"`
		} `json:"Profile,omitempty"`
		Telephone *string `json:"telephone,omitempty" maxLength:"40"`
		Mobile    *string `json:"mobile,omitempty" maxLength:"40"`
		Disabled  *bool   `json:"disabled,omitempty"`
	}
}

func (a *API) update(ctx context.Context, in *updateInput) (*output[user], error) {
	request := &pluginv1.UpdateUserRequest{
		Actor: actor(ctx), UserId: in.UserID, Telephone: in.Body.Telephone, Mobile: in.Body.Mobile, Disabled: in.Body.Disabled,
	}
	if p := in.Body.Profile; p != nil {
		request.FirstName, request.LastName = p.FirstName, p.LastName
	}
	u, err := a.identity.UpdateUser(ctx, request)
	return a.show(ctx, u, err)
}

type roleInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
	Body   struct {
		Role string `json:"role" minLength:"1"`
	}
}

func (a *API) setRole(ctx context.Context, in *roleInput) (*output[user], error) {
	u, err := a.identity.SetUserRole(ctx, &pluginv1.SetUserRoleRequest{Actor: actor(ctx), UserId: in.UserID, Role: in.Body.Role})
	return a.show(ctx, u, err)
}

type role struct {
	Name        string   `json:"name"`
	Permissions []string `json:"permissions" nullable:"false"`
}

func (a *API) roles(ctx context.Context, _ *struct{}) (*output[[]role], error) {
	answer, err := a.identity.ListRoles(ctx, &pluginv1.ListRolesRequest{Actor: actor(ctx)})
	if err != nil {
		return nil, told(err)
	}
	out := make([]role, len(answer.GetRoles()))
	for i, r := range answer.GetRoles() {
		out[i] = role{r.GetName(), append([]string{}, r.GetPermissions()...)}
	}
	return &output[[]role]{out}, nil
}

func (a *API) preferences(ctx context.Context, in *userInput) (*output[json.RawMessage], error) {
	p, err := a.identity.GetPreferences(ctx, &pluginv1.GetPreferencesRequest{Actor: actor(ctx), IdOrEmail: in.ID})
	if err != nil {
		return nil, told(err)
	}
	return &output[json.RawMessage]{p.GetJson()}, nil
}

type preferencesInput struct {
	ID   string `path:"id" doc:"Id or e-mail address"`
	Body map[string]any
}

func (a *API) savePreferences(ctx context.Context, in *preferencesInput) (*output[json.RawMessage], error) {
	patch, err := json.Marshal(in.Body)
	if err != nil {
		return nil, fmt.Errorf("write a patch of preferences: %w", err)
	}
	p, err := a.identity.MergePreferences(ctx, &pluginv1.MergePreferencesRequest{Actor: actor(ctx), IdOrEmail: in.ID, PatchJson: patch})
	if err != nil {
		return nil, told(err)
	}
	return &output[json.RawMessage]{p.GetJson()}, nil
}
