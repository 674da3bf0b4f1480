// Package api is the HTTP operations of the users plugin. Who may do what to whom is decided by the host, which keeps the people.
package api

import (
	"context"
	"errors"
	"strings"

	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	// Vehicles lists the vehicles that the caller sees, by name.
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
	// HasVehicles reports whether a group of the caller's organisation has vehicles.
	HasVehicles(ctx context.Context, groupID string) (bool, error)
}

// Host is the part of the host that lists groups.
type Host interface {
	Groups(ctx context.Context, orgID string) (groups []plugin.Group, sequence uint64, err error)
}

// API answers the operations.
type API struct {
	identity pluginv1.IdentityClient
	host     Host
	fleet    Fleet
	avatars  Avatars
}

// New answers from the host and from what this plugin keeps.
func New(identity pluginv1.IdentityClient, host Host, fleet Fleet, avatars Avatars) *API {
	return &API{identity: identity, host: host, fleet: fleet, avatars: avatars}
}

// maxAvatarBody has room for the largest picture in base64 and what is around it.
const maxAvatarBody = avatar.MaxBytes*4/3 + 1<<10

const (
	ownSession = "it is the caller's own session"
	ownPicture = "everybody changes their own picture and nobody else's"
	oneself    = "everybody may see and change themselves; the host asks for the permission about anybody else"
)

// Register lists every operation of the plugin. Read this first.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /session", web.SignedIn(ownSession), a.session, web.Summary("Who is signed in, and what they may do"))
	web.Handle(r, "GET /org/{orgId}", web.Needs("viewOrg"), a.organisation, web.Summary("An organisation"))
	web.Handle(r, "GET /org/{orgId}/users/verbose", web.Needs("listUsers"), a.listVerbose, web.Summary("Users with their profiles"))
	web.Handle(r, "GET /org/{orgId}/user", web.Needs("listUsers"), a.list, web.Summary("Users"))
	web.Handle(r, "GET /org/{orgId}/user/verbose", web.Needs("listUsers"), a.listVerbose, web.Summary("Users with their profiles"))
	web.Handle(r, "GET /user/{id}", web.SignedIn(oneself), a.user, web.IDs("id", "user"), web.Summary("A user by id or e-mail address"))
	web.Handle(r, "PUT /org/{orgId}/users/{userId}", web.SignedIn(oneself), a.update, web.IDs("userId", "user"), web.Summary("Change a user"))
	web.Handle(r, "PUT /org/{orgId}/ousers/{userId}/role", web.Needs("updateUserRole"), a.setRole, web.IDs("userId", "user"), web.Summary("Give a user another role"))
	web.Handle(r, "GET /role", web.NeedsAny("listUsers", "updateUserRole"), a.roles, web.Summary("The roles and what they may"))
	web.Handle(r, "GET /org/{orgId}/tree", web.Needs("listGroups"), a.tree, web.Summary("The tree of groups"))
	web.Handle(r, "PUT /org/{orgId}/tree", web.Needs("modifyGroup", "addGroup", "deleteGroup"), a.putTree, web.IDs("body.id", "group"), web.Summary("Replace the tree of groups"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes", web.Needs("addGroup"), a.addNode, web.IDs("body.parent_id", "group"), web.Summary("Add a group"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes/{nodeId}", web.Needs("modifyGroup"), a.updateNode, web.IDs("nodeId", "group"), web.IDs("body.parent_id", "group"), web.Summary("Rename or move a group"))
	web.Handle(r, "DELETE /org/{orgId}/tree/nodes/{nodeId}", web.Needs("deleteGroup"), a.deleteNode, web.IDs("nodeId", "group"), web.Summary("Delete an empty group"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes/{nodeId}/users", web.Needs("moveUserToGroup"), a.moveUser,
		web.IDs("nodeId", "group"), web.IDs("body.user_id", "user"), web.Summary("Move a user to a group"))
	web.Handle(r, "GET /user/{id}/avatar", web.SignedIn(oneself), a.avatar, web.IDs("id", "user"), web.Summary("The picture of a user"))
	web.Handle(r, "PUT /user/{id}/avatar", web.SignedIn(ownPicture), a.putAvatar, web.IDs("id", "user"), web.MaxBody(maxAvatarBody), web.Summary("Show a picture of oneself"))
	web.Handle(r, "DELETE /user/{id}/avatar", web.SignedIn(ownPicture), a.deleteAvatar, web.IDs("id", "user"), web.Summary("Show initials again"))
	web.Handle(r, "GET /user/{id}/preferences", web.SignedIn(oneself), a.preferences, web.IDs("id", "user"), web.Summary("Preferences of a user"))
	web.Handle(r, "POST /user/{id}/preferences", web.SignedIn(oneself), a.savePreferences, web.IDs("id", "user"), web.Summary("Merge into the preferences of a user"))
}

// output is an answer with a body.
type output[T any] struct{ Body T }

func actor(ctx context.Context) *pluginv1.Actor {
	c := web.Caller(ctx)
	return &pluginv1.Actor{UserId: c.UserID, OrgId: c.OrgID}
}

// told turns the host's refusal into a fault that names the field: the host writes "location, text, sentence" on lines of their own.
func told(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.Invalid {
		return err
	}
	parts := strings.SplitN(f.Message, "\n", 3)
	if len(parts) != 3 {
		return err
	}
	return fault.InvalidFields(parts[2], fault.Field{Location: parts[0], Message: parts[1]})
}
