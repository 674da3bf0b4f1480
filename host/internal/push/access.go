package push

import (
	"context"
	"time"
)

// Access answers who a token speaks for and what that user may do. The host's access package implements it.
type Access interface {
	// Authenticate verifies an access token. Any error means that it is not accepted.
	Authenticate(ctx context.Context, token string) (Subject, error)
	// Decide says what the subject may do in the organisation now. Its fault kind is signed_out when the account or the session
	// is over, not_found when the organisation is none of the subject's business, unavailable when no decision is fresh enough.
	Decide(ctx context.Context, who Subject, orgID string) (Grant, error)
}

// Subject is the user and session that an access token speaks for.
type Subject struct {
	UserID    string
	OrgID     string // the organisation that the user acts in
	SessionID string
	ExpiresAt time.Time // of the access token
}

// Grant is what a subject may do in one organisation.
type Grant interface {
	// Holds reports whether the permission is granted.
	Holds(permission string) bool
	// Scope is the part of the organisation that the subject sees.
	Scope() Scope
}

// Scope is the part of an organisation that a user sees.
type Scope struct {
	All        bool     // the whole organisation
	Path       string   // a group path with / at both ends, "/demo/north-west/"; empty: none
	VehicleIDs []string // single vehicles: a driver's own, and shared ones
}

// holdsAll reports whether g grants every permission.
func holdsAll(g Grant, permissions []string) bool {
	for _, p := range permissions {
		if !g.Holds(p) {
			return false
		}
	}
	return true
}
