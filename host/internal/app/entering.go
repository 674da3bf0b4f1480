package app

import (
	"context"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/sdk/fault"
)

// pushAccess records who listens to another organisation than his own; the edge does the same for requests.
type pushAccess struct {
	push.Access
	decider *access.Decider
	host    *host
}

// Decide implements push.Access.
func (a pushAccess) Decide(ctx context.Context, who push.Subject, orgID string) (push.Grant, error) {
	grant, err := a.Access.Decide(ctx, who, orgID)
	if err != nil {
		return push.Grant{}, err
	}
	if full, err := a.decider.Decide(ctx, who, orgID); err == nil && full.User.HomeOrgID != orgID {
		u := full.User
		err := a.host.entrances.Enter(audit.Record{
			At: time.Now(), OrgID: orgID, ActorID: u.ID, ActorEmail: u.Email, ActorName: u.Name, ActorRole: u.Role, HomeOrgID: u.HomeOrgID,
			SessionID: who.SessionID, Operation: "GET /api/ws",
		})
		if err != nil {
			return push.Grant{}, fault.Wrap(fault.Unavailable, err, "Your visit cannot be recorded at the moment. Please try again.")
		}
	}
	return grant, nil
}
