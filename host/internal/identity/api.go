package identity

import (
	"context"
	"encoding/json"
	"fmt"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

const (
	ownSession = "it is the caller's own session"
	oneself    = "everybody may see and change themselves; the permission is asked for about anybody else"
)

// Router lists the operations on organisations, users, roles and preferences, which answer whatever becomes of the plugins. Read this first.
func (s *Service) Router(version string) *web.Router {
	r := web.NewRouter("People", version)
	if s != nil {
		r.SetLog(s.log)
	}
	aUser := web.IDs("id", "user")
	web.Handle(r, "GET /session", web.SignedIn(ownSession), s.getSession, web.Summary("Who is signed in, and what they may do"))
	web.Handle(r, "GET /org/{orgId}", web.Needs("viewOrg"), s.getOrganisation, web.Summary("An organisation"))
	web.Handle(r, "GET /org/{orgId}/users/verbose", web.Needs("listUsers"), s.listUsersVerbose, web.Summary("Users with their profiles"))
	web.Handle(r, "GET /org/{orgId}/users", web.Needs("listUsers"), s.searchUsers, web.Lists(listedUsers), web.Summary("A page of users, filtered and sorted"))
	web.Handle(r, "GET /org/{orgId}/user", web.Needs("listUsers"), s.listUsers, web.Summary("Users"))
	web.Handle(r, "GET /org/{orgId}/user/verbose", web.Needs("listUsers"), s.listUsersVerbose, web.Summary("Users with their profiles"))
	web.Handle(r, "GET /user/{id}", web.SignedIn(oneself), s.getUser, aUser, web.Summary("A user by id or e-mail address"))
	web.Handle(r, "PUT /org/{orgId}/users/{userId}", web.SignedIn(oneself), s.putUser, web.IDs("userId", "user"), web.Summary("Change a user"))
	web.Handle(r, "PUT /org/{orgId}/ousers/{userId}/role", web.Needs("updateUserRole"), s.putRole, web.IDs("userId", "user"), web.Summary("Give a user another role"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes/{nodeId}/users", web.Needs("moveUserToGroup"), s.postGroupUser,
		web.IDs("nodeId", "group"), web.IDs("body.user_id", "user"), web.Summary("Move a user to a group"))
	web.Handle(r, "GET /org/{orgId}/tree/users", web.Needs("listGroups", "listUsers"), s.getGroupPeople, web.Summary("How many people each group has"))
	web.Handle(r, "POST /org/{orgId}/users/{userId}/sign-out", web.Needs("updateUserStatus"), s.postSignOut, web.IDs("userId", "user"), web.Summary("End all sessions of a user"))
	web.Handle(r, "GET /role", web.NeedsAny("listUsers", "updateUserRole"), s.getRoles, web.Summary("The roles and what they may"))
	web.Handle(r, "GET /user/{id}/preferences", web.SignedIn(oneself), s.getPreferences, aUser, web.Summary("Preferences of a user"))
	web.Handle(r, "POST /user/{id}/preferences", web.SignedIn(oneself), s.postPreferences, aUser, web.Summary("Merge into the preferences of a user"))
	web.Handle(r, "GET /user/{id}/sessions", web.SignedIn(oneself), s.listSessions, aUser, web.Summary("Where a user is signed in"))
	web.Handle(r, "DELETE /user/{id}/sessions", web.SignedIn(oneself), s.endOtherSessions, aUser, web.Summary("End the sessions of a user but the one that asks"))
	web.Handle(r, "DELETE /user/{id}/sessions/{sessionId}", web.SignedIn(oneself), s.endSession, aUser, web.IDs("sessionId", "session"), web.Summary("End one session of a user"))
	s.routeOrganisations(r)
	s.routeInvites(r)
	s.routePermissions(r)
	s.routeOwnRoles(r)
	s.routeTwoStep(r)
	s.routeSeeAs(r)
	s.routeProvisioning(r)
	return r
}

// output is an answer with a body.
type output[T any] struct{ Body T }

// answer is what a handler returns about a value that was read, or not.
func answer[T any](body T, err error) (*output[T], error) {
	if err != nil {
		return nil, err
	}
	return &output[T]{body}, nil
}

func caller(ctx context.Context) Actor {
	c := web.Caller(ctx)
	return Actor{UserID: c.UserID, OrgID: c.OrgID, SessionID: c.SessionID}
}

func (s *Service) getSession(ctx context.Context, _ *struct{}) (*output[Session], error) {
	return answer(s.Session(ctx, caller(ctx)))
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

// organisationDetail is an organisation with what is needed to change it.
type organisationDetail struct {
	OrganisationView
	Version int64 `json:"version" doc:"Counts the changes; send it back to be told of another's change in between"`
}

func (s *Service) getOrganisation(ctx context.Context, _ *inOrg) (*output[organisationDetail], error) {
	o, err := s.organisationOf(ctx)
	if err != nil {
		return nil, err
	}
	shown := organisationDetail{OrganisationView: *o}
	if err := s.pool.QueryRow(ctx, `SELECT version FROM outrider.organisation WHERE id = $1`, o.ID).Scan(&shown.Version); err != nil {
		return nil, fmt.Errorf("read the version of organisation %s: %w", o.ID, err)
	}
	return &output[organisationDetail]{shown}, nil
}

func (s *Service) listUsers(ctx context.Context, _ *inOrg) (*output[[]userView], error) {
	return s.list(ctx, false)
}

func (s *Service) listUsersVerbose(ctx context.Context, _ *inOrg) (*output[[]userView], error) {
	return s.list(ctx, true)
}

func (s *Service) list(ctx context.Context, verbose bool) (*output[[]userView], error) {
	o, err := s.organisationOf(ctx)
	if err != nil {
		return nil, err
	}
	users, err := s.Users(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	list := make([]userView, len(users))
	for i, u := range users {
		list[i] = viewOfUser(u, o, verbose)
	}
	return &output[[]userView]{list}, nil
}

type userInput struct {
	ID string `path:"id" doc:"Id or e-mail address"`
}

func (s *Service) getUser(ctx context.Context, in *userInput) (*output[userView], error) {
	u, err := s.User(ctx, caller(ctx), in.ID)
	return s.show(ctx, u, err)
}

// show is a user as the API shows one, with the organisation that the caller acts in.
func (s *Service) show(ctx context.Context, u User, err error) (*output[userView], error) {
	if err != nil {
		return nil, err
	}
	o, err := s.organisationOf(ctx)
	if err != nil {
		return nil, err
	}
	return &output[userView]{viewOfUser(u, o, true)}, nil
}

type updateInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
	Body   UserChange
}

func (s *Service) putUser(ctx context.Context, in *updateInput) (*output[userView], error) {
	u, err := s.UpdateUser(ctx, caller(ctx), in.UserID, in.Body)
	return s.show(ctx, u, err)
}

type roleInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
	Body   struct {
		Role    string `json:"role" minLength:"1"`
		Version *int64 `json:"version,omitempty" doc:"As it was read; a change of somebody else in between is a conflict"`
	}
}

func (s *Service) putRole(ctx context.Context, in *roleInput) (*output[userView], error) {
	u, err := s.SetUserRole(ctx, caller(ctx), in.UserID, in.Body.Role, in.Body.Version)
	return s.show(ctx, u, err)
}

type signOutInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
}

func (s *Service) postSignOut(ctx context.Context, in *signOutInput) (*struct{}, error) {
	return nil, s.SignOutUser(ctx, caller(ctx), in.UserID)
}

type moveUserInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
	Body   struct {
		Email   string `json:"email,omitempty"`
		UserID  string `json:"user_id,omitempty" doc:"Instead of the e-mail address"`
		Version *int64 `json:"version,omitempty" doc:"As it was read; a change of somebody else in between is a conflict"`
	}
}

func (s *Service) postGroupUser(ctx context.Context, in *moveUserInput) (*output[userView], error) {
	who := in.Body.Email
	if who == "" {
		who = in.Body.UserID
	}
	if who == "" {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.email", Message: "This field is required."})
	}
	u, err := s.MoveUser(ctx, caller(ctx), who, in.NodeID, in.Body.Version)
	return s.show(ctx, u, err)
}

func (s *Service) getRoles(ctx context.Context, _ *struct{}) (*output[[]Role], error) {
	return answer(s.Roles(ctx, caller(ctx)))
}

func (s *Service) getPreferences(ctx context.Context, in *userInput) (*output[json.RawMessage], error) {
	return answer(s.Preferences(ctx, caller(ctx), in.ID))
}

type preferencesInput struct {
	ID   string `path:"id" doc:"Id or e-mail address"`
	Body map[string]any
}

func (s *Service) postPreferences(ctx context.Context, in *preferencesInput) (*output[json.RawMessage], error) {
	return answer(s.MergePreferences(ctx, caller(ctx), in.ID, in.Body))
}
