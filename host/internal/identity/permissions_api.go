package identity

import (
	"context"

	"outrider.dev/sdk/web"
)

// routePermissions lists the operations of the permission editor.
func (s *Service) routePermissions(r *web.Router) {
	may := web.Needs("updateUserPermissions")
	web.Handle(r, "POST /permissions/actions", may, s.postActions, web.ReadsOnly(), web.Summary("Every permission that there is, by area"))
	web.Handle(r, "POST /permissions/user", may, s.postPermissionsOf, web.ReadsOnly(), web.IDs("body.users", "user"), web.IDs("body.node", "group"),
		web.Summary("What users, the people of a group or a role may"))
	web.Handle(r, "PUT /permissions/user", may, s.putPermissions, web.IDs("body.users", "user"), web.IDs("body.node", "group"), web.Summary("Change what users, the people of a group or a role may"))
	web.Handle(r, "GET /permissions/why/{userId}", may, s.getWhy, web.IDs("userId", "user"), web.Summary("Why somebody may do something, or not"))
	web.Handle(r, "GET /permissions/reach/{nodeId}", may, s.getReach, web.IDs("nodeId", "group"), web.Summary("Who may do something with a vehicle"))
}

// PermissionTarget is whose permissions are read or changed: users, the people of a group and of those below it, or without both the role itself.
type PermissionTarget struct {
	Users []string `json:"users,omitempty" maxItems:"1000" nullable:"false" doc:"Ids or addresses"`
	Node  string   `json:"node,omitempty" maxLength:"63" doc:"The people of this group and of those below it"`
	Role  string   `json:"role,omitempty" maxLength:"40" doc:"Only people of this role; without users and node the role itself"`
}

// document is a permission document: names.
type document struct {
	Allowed []string `json:"allowed" nullable:"false"`
	Denied  []string `json:"denied" nullable:"false"`
}

// permissionsOf is one user or role with what they may.
type permissionsOf struct {
	ID     string   `json:"id" doc:"Empty for a role"`
	Name   string   `json:"name"`
	Email  string   `json:"email"`
	Role   roleView `json:"Role"`
	Node   node     `json:"Node"`
	OfUser document `json:"user_permission_document" doc:"Differences from the role"`
	OfRole document `json:"role_permission_document" doc:"What the role may, and what it may not"`
}

type permissionsAnswer struct {
	Users    []permissionsOf `json:"users" nullable:"false"`
	Excluded int             `json:"excluded" doc:"People of another role, who were left out"`
}

type permissionsInput struct{ Body PermissionTarget }

func (s *Service) postPermissionsOf(ctx context.Context, in *permissionsInput) (*output[permissionsAnswer], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return answer(s.readPermissions(ctx, a, in.Body))
}

type putPermissionsInput struct {
	Body struct {
		PermissionTarget
		Allowed []string `json:"allowed,omitempty" maxItems:"500" nullable:"false" doc:"Granted to the role; of users: no longer denied"`
		Denied  []string `json:"denied,omitempty" maxItems:"500" nullable:"false"`
	}
}

func (s *Service) putPermissions(ctx context.Context, in *putPermissionsInput) (*output[permissionsAnswer], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	var before permissionsAnswer
	if in.Body.isRole() || len(in.Body.Users) == 1 {
		if before, err = s.readPermissions(ctx, a, in.Body.PermissionTarget); err != nil {
			return nil, err
		}
	}
	excluded, err := s.changePermissions(ctx, a, in.Body.PermissionTarget, in.Body.Allowed, in.Body.Denied)
	if err != nil {
		return nil, err
	}
	now, err := s.readPermissions(ctx, a, in.Body.PermissionTarget)
	now.Excluded = excluded
	if err == nil {
		tellPermissions(ctx, in.Body.PermissionTarget, before.Users, now.Users)
	}
	return answer(now, err)
}

type action struct {
	Name         string   `json:"name"`
	Plugin       string   `json:"plugin"`
	Description  string   `json:"description" doc:"In the caller's language"`
	DefaultRoles []string `json:"default_roles" nullable:"false"`
}

type actionArea struct {
	Area    string   `json:"area"`
	Actions []action `json:"actions" nullable:"false"`
}

type actionsAnswer struct {
	Areas []actionArea `json:"areas" nullable:"false"`
}

func (s *Service) postActions(ctx context.Context, _ *struct{}) (*output[actionsAnswer], error) {
	a, err := s.act(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	areas, err := s.actions(ctx, a.OrgID, a.Locale)
	return answer(actionsAnswer{orNone(areas)}, err)
}
