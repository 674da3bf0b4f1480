package access

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Subject is the user and session that an access token speaks for.
type Subject struct {
	UserID    string
	OrgID     string // the organisation that the user acts in
	SessionID string
	ExpiresAt time.Time // of the access token
}

// Verifier checks access tokens. An error means that the token is not accepted.
type Verifier interface {
	Verify(ctx context.Context, token string) (Subject, error)
}

// Scope is the part of an organisation that a user sees.
type Scope struct {
	All        bool     // the whole organisation
	Path       string   // a group path with / at both ends, "/demo/north-west/"; empty: no groups
	VehicleIDs []string // a driver's own vehicles
}

// User is who a grant was made for.
type User struct {
	ID, Email, Name, Role string
	HomeOrgID             string
	GroupPath             string // where the user is in the tree of that organisation, "/demo/north-west/"
}

// Grant is what a user may do in one organisation. It is shared between requests: read it, never change it.
type Grant struct {
	User    User
	OrgID   string
	Ignore  int // the ignore flag of the session
	Scope   Scope
	Modules []string // ids of optional plugins that the organisation switched on
	Locale  string   // "en-GB"
	Units   string   // a fleet.Units
	Key     *Key     // the API key that this is the grant of; nil: the user's own
	Viewer  *Viewer  // who sees the portal as the user, and may change nothing; nil: nobody
	allowed map[string]struct{}
	known   []string // every permission that was defined when the grant was made
}

// Allowed reports whether the permission is granted.
func (g *Grant) Allowed(permission string) bool {
	_, ok := g.allowed[permission]
	return ok
}

// Known reports whether any installed plugin had defined the permission: while the host starts for the first time one may be yet to come.
func (g *Grant) Known(permission string) bool { return slices.Contains(g.known, permission) }

// Permissions lists the granted names in alphabetical order.
func (g *Grant) Permissions() []string { return slices.Sorted(maps.Keys(g.allowed)) }
