package edge

import (
	"context"
	"slices"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// Subject is who sent a request.
type Subject struct {
	UserID    string
	SessionID string
	Email     string
	Name      string
	HomeOrg   string
	ActingOrg string // where paths without {orgId} act; empty: HomeOrg
	Role      string
	Key       string  // id of the API key that it came with; empty: a session
	Viewer    *Viewer // who sees the portal as the subject, and changes nothing; nil: nobody
}

// Viewer is somebody who sees the portal as somebody else.
type Viewer struct{ UserID, Email, Name, Role string }

func (s Subject) org() string {
	if s.ActingOrg != "" {
		return s.ActingOrg
	}
	return s.HomeOrg
}

// Grant is what a subject may do in one organisation.
type Grant struct {
	Scope   web.Scope
	Allowed func(permission string) bool
	Known   func(permission string) bool // whether anybody has defined it; nil: all are
	Modules map[string]bool              // optional modules that the organisation has switched on
	Locale  string                       // "en-US"
	Units   string                       // "metric" or "imperial"
}

// Decider knows people and what they may do. Its errors are fault.Errors: SignedOut from Authenticate, NotFound from Decide for an
// organisation that the subject may not know of, Unavailable when nobody can tell at the moment.
type Decider interface {
	// Authenticate finds who an access token belongs to.
	Authenticate(ctx context.Context, token string) (Subject, error)
	// Decide says what the subject may do in organisation orgID.
	Decide(ctx context.Context, subject Subject, orgID string) (Grant, error)
}

// Absent decides for users who have no request under way, for whom plugins with the capability "onBehalf" act.
type Absent interface {
	// DecideAbsent says who a user is and may do in an organisation now. SignedOut for one who is disabled or gone, NotFound where the organisation is not the user's home.
	DecideAbsent(ctx context.Context, userID, orgID string) (Subject, Grant, error)
}

// Organisations knows which organisations there are. A plugin that acts as itself is held to it.
type Organisations interface {
	// Modules are the optional modules that an organisation has switched on; fault.NotFound if there is no such organisation.
	Modules(ctx context.Context, orgID string) (map[string]bool, error)
}

// Signer signs the capability with which a plugin reaches the rows of one organisation.
type Signer interface {
	// Capability is for plugin and organisation; it outlives any request.
	Capability(orgID, plugin string) string
}

// lacking are the permissions of a lock that are not held.
func lacking(lock *pluginv1.Lock, held []string) []string {
	return slices.DeleteFunc(slices.Clone(lock.GetPermissions()), func(permission string) bool { return slices.Contains(held, permission) })
}

// locked reports whether allowed opens lock, and which of its permissions are held.
func locked(lock *pluginv1.Lock, allowed func(string) bool) (held []string, open bool) {
	for _, permission := range lock.GetPermissions() {
		if allowed(permission) {
			held = append(held, permission)
		}
	}
	switch lock.GetKind() {
	case pluginv1.Lock_ALL_OF:
		return held, len(held) == len(lock.GetPermissions()) && len(held) > 0
	case pluginv1.Lock_ANY_OF, pluginv1.Lock_BY_BODY:
		return held, len(held) > 0
	case pluginv1.Lock_SIGNED_IN, pluginv1.Lock_PUBLIC:
		return held, true
	default:
		return nil, false
	}
}
