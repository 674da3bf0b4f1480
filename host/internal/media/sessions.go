package media

import (
	"context"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// Sessions knows which sign-ins are still good.
type Sessions interface {
	// Alive reports whether the user's session is neither signed out nor revoked, and the user may still act in the organisation.
	Alive(ctx context.Context, userID, sessionID, orgID string) (bool, error)
}

// From makes the host's decisions Sessions.
func From(decider *access.Decider) Sessions { return decisions{decider} }

type decisions struct{ decider *access.Decider }

// Alive implements Sessions.
func (d decisions) Alive(ctx context.Context, userID, sessionID, orgID string) (bool, error) {
	_, err := d.decider.Decide(ctx, access.Subject{UserID: userID, SessionID: sessionID, OrgID: orgID}, orgID)
	switch fault.KindOf(err) {
	case "":
		return true, nil
	case fault.SignedOut, fault.NotFound:
		return false, nil
	default:
		return false, err
	}
}
