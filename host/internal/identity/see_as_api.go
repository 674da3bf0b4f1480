package identity

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// viewLife is how long somebody sees the portal as somebody else.
const viewLife = 30 * time.Minute

func (s *Service) routeSeeAs(r *web.Router) {
	web.Handle(r, "POST /org/{orgId}/users/{userId}/see-as", web.Needs(access.PermissionSeeAs), s.postSeeAs, web.IDs("userId", "user"),
		web.Summary("See the portal as a user does for 30 minutes, without changing anything; POST /api/auth/refresh {see_as} gives the token"))
}

type seeAsInput struct {
	OrgID  string `path:"orgId"`
	UserID string `path:"userId"`
}

type seeAsAnswer struct {
	ID     string    `json:"id" doc:"For POST /api/auth/refresh, and POST /api/auth/leave to end it"`
	EndsAt time.Time `json:"ends_date"`
}

// postSeeAs begins a view of the portal as somebody else. It belongs to the session that asks.
func (s *Service) postSeeAs(ctx context.Context, in *seeAsInput) (*web.Created[seeAsAnswer], error) {
	a, user, err := s.person(ctx, caller(ctx), in.UserID, access.PermissionSeeAs)
	if err != nil {
		return nil, err
	}
	if user.Disabled {
		return nil, fault.New(fault.Conflict, "This account is disabled: nobody sees the portal so.")
	}
	seen, err := s.access.Decider.DecideFor(ctx, user.ID, a.OrgID)
	if err != nil {
		return nil, err
	}
	if err := s.access.Decider.MaySee(ctx, a.Grant, seen); err != nil {
		return nil, err
	}
	web.AuditValue(ctx, "user", user.shownName())
	view := seeAsAnswer{ID: uuid.NewString(), EndsAt: s.now().Add(viewLife).UTC()}
	audit.Note(ctx, func(r *audit.Record) {
		r.Detail = fmt.Sprintf("%s sees the portal as %s (%s) until %s", a.User.Name, strings.TrimSpace(user.FirstName+" "+user.LastName), user.Email, view.EndsAt.Format(time.RFC3339))
	})
	err = s.write(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.session (id, account_id, org_id, user_agent, address, created_at, seen_at, expires_at)
			SELECT $1, $2, $3, user_agent, address, $4, $4, $5 FROM outrider.session WHERE id = $6`, view.ID, user.ID, a.OrgID, s.now(), view.EndsAt, caller(ctx).SessionID); err != nil {
			return fmt.Errorf("begin a view as %s: %w", user.ID, err)
		}
		_, err := tx.Exec(ctx, `INSERT INTO outrider.see_as (id, org_id, actor_id, actor_session, user_id, began_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			view.ID, a.OrgID, a.User.ID, caller(ctx).SessionID, user.ID, s.now(), view.EndsAt)
		if err != nil {
			return fmt.Errorf("begin a view as %s: %w", user.ID, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return web.NewCreated(view), nil
}

// EndLostViews ends the views of those who may not look any more, for whatever reason: what has been opened in them ends with them.
func (s *Service) EndLostViews(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `SELECT v.id::text, v.user_id::text, v.org_id FROM outrider.see_as v JOIN outrider.session s ON s.id = v.id
		WHERE v.ended_at IS NULL AND v.ends_at > $1 AND s.revoked_at IS NULL`, s.now())
	if err != nil {
		return fmt.Errorf("look for views: %w", err)
	}
	open, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (who access.Subject, err error) {
		err = row.Scan(&who.SessionID, &who.UserID, &who.OrgID)
		return who, err
	})
	if err != nil {
		return fmt.Errorf("look for views: %w", err)
	}
	for _, view := range open {
		if _, err := s.access.Decider.Decide(ctx, view, view.OrgID); fault.KindOf(err) != fault.SignedOut {
			continue // an answer that nobody can give now ends nothing
		}
		err := s.write(ctx, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `UPDATE outrider.session SET revoked_at = $2, revoked_by = 'see-as lost' WHERE id = $1 AND revoked_at IS NULL`, view.SessionID, s.now()); err != nil {
				return fmt.Errorf("end view %s: %w", view.SessionID, err)
			}
			return access.Announce(ctx, tx, access.Change{UserID: view.UserID, SessionID: view.SessionID})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EndedView is a view of the portal as somebody else that is over.
type EndedView struct {
	ID, OrgID                              string
	ActorID, ActorEmail, ActorName, Role   string
	HomeOrgID, UserID, UserEmail, UserName string
	EndedAt                                time.Time
	Why                                    string // "see-as left", "see-as lost", "time", or why the session ended
}

// TellEndedViews calls tell once for each view that has ended since; one that it could not tell of comes again.
func (s *Service) TellEndedViews(ctx context.Context, tell func(EndedView) error) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `UPDATE outrider.see_as v SET ended_at = LEAST(v.ends_at, COALESCE(s.revoked_at, o.revoked_at, v.ends_at))
			FROM outrider.session s, outrider.session o, outrider.account a, outrider.account u
			WHERE s.id = v.id AND o.id = v.actor_session AND a.id = v.actor_id AND u.id = v.user_id AND v.ended_at IS NULL
				AND v.id IN (SELECT w.id FROM outrider.see_as w JOIN outrider.session ws ON ws.id = w.id JOIN outrider.session wo ON wo.id = w.actor_session
					WHERE w.ended_at IS NULL AND (w.ends_at <= $1 OR ws.revoked_at IS NOT NULL OR wo.revoked_at IS NOT NULL) FOR UPDATE OF w SKIP LOCKED)
			RETURNING v.id::text, v.org_id, a.id::text, a.email, a.name, a.role, a.org_id, u.id::text, u.email, u.name, v.ended_at,
				COALESCE(s.revoked_by, o.revoked_by, 'time')`, s.now())
		if err != nil {
			return fmt.Errorf("look for views that have ended: %w", err)
		}
		ended, err := pgx.CollectRows(rows, pgx.RowToStructByPos[EndedView])
		if err != nil {
			return fmt.Errorf("look for views that have ended: %w", err)
		}
		for _, view := range ended {
			if err := tell(view); err != nil {
				return err
			}
		}
		return nil
	})
}
