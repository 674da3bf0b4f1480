package app

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity"
)

// viewsEvery is how often views of the portal as somebody else are looked through: whether they may go on, and which the audit log has to be told have ended.
const viewsEvery = 3 * time.Second

// tellEndedViews records the end of each view of the portal as somebody else, whatever ended it.
func (h *host) tellEndedViews(ctx context.Context) error {
	ticker := time.NewTicker(viewsEvery)
	defer ticker.Stop()
	for {
		if err := h.identity.people.EndLostViews(ctx); err != nil && ctx.Err() == nil {
			h.Log.Warn("views as somebody else are not looked through", "error", err)
		}
		if err := h.identity.people.TellEndedViews(ctx, h.recordEndedView); err != nil && ctx.Err() == nil {
			h.Log.Warn("the ends of views as somebody else wait to be recorded", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// seesVehicle reports whether a user sees a vehicle, as the fleet answers them.
func (h *host) seesVehicle(ctx context.Context, userID, orgID, vehicleID string) (bool, error) {
	return h.edge.Sees(ctx, userID, orgID, "", "/api/org/"+url.PathEscape(orgID)+"/vehicles/"+url.PathEscape(vehicleID))
}

// recordEndedView writes one end. Its id follows from the view's: written twice it is still one record.
func (h *host) recordEndedView(v identity.EndedView) error {
	return h.journal.End(audit.Record{
		ID: uuid.NewSHA1(uuid.NameSpaceURL, []byte("end of "+v.ID)).String(), At: v.EndedAt, OrgID: v.OrgID, HomeOrgID: v.HomeOrgID,
		ActorID: v.ActorID, ActorEmail: v.ActorEmail, ActorName: v.ActorName, ActorRole: v.Role, SessionID: v.ID,
		Operation: audit.OperationSeenAs, ObjectKind: "user", ObjectID: v.UserID, Status: http.StatusOK,
		Detail: v.ActorName + " no longer sees the portal as " + v.UserName + " (" + v.UserEmail + "): " + v.Why,
	})
}
