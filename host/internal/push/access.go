package push

import (
	"context"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/web"
)

// Access answers who a token speaks for and what that user may do. Decisions of the host's access package implement it by From.
type Access interface {
	// Authenticate verifies an access token. Its fault kind is signed_out when it is not accepted, unavailable when nobody can tell.
	Authenticate(ctx context.Context, token string) (Subject, error)
	// Decide says what the subject may do in the organisation now. Its fault kind is signed_out when the account or the session
	// is over, not_found when the organisation is none of the subject's business, unavailable when no decision is fresh enough.
	Decide(ctx context.Context, who Subject, orgID string) (Grant, error)
}

// Subject is the user and session that an access token speaks for.
type Subject = access.Subject

// Scope is the part of an organisation that a user sees.
type Scope = web.Scope

// Change says whose access changed. Empty fields stand for everybody: only OrgID set is the whole organisation.
type Change = access.Change

// Grant is what a subject may do in one organisation.
type Grant struct {
	Scope   Scope
	Allowed func(permission string) bool
	Module  func(id string) bool // whether the organisation has a module switched on; nil: all
}

// has reports whether the organisation has the module that a topic is of; one that is of none is everybody's.
func (g Grant) has(module string) bool { return module == "" || g.Module == nil || g.Module(module) }

// holdsAll reports whether every permission is granted.
func (g Grant) holdsAll(permissions ...string) bool {
	for _, p := range permissions {
		if !g.Allowed(p) {
			return false
		}
	}
	return true
}

// From makes the host's decisions an Access. The hub must also be told of changes: decider.OnChange(hub.AccessChanged).
func From(decider *access.Decider) Access { return decisions{decider} }

type decisions struct{ *access.Decider }

// Decide implements Access.
func (d decisions) Decide(ctx context.Context, who Subject, orgID string) (Grant, error) {
	grant, err := d.Decider.Decide(ctx, who, orgID)
	if err != nil {
		return Grant{}, err
	}
	scope := Scope{All: grant.Scope.All, Path: grant.Scope.Path, VehicleIDs: grant.Scope.VehicleIDs}
	return Grant{Scope: scope, Allowed: grant.Allowed, Module: grant.HasModule}, nil
}
