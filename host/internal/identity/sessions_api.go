package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// openSession is a session of somebody that goes on.
type openSession struct {
	ID        string    `json:"id"`
	UserAgent string    `json:"user_agent" doc:"What the browser or program says it is"`
	Address   string    `json:"address" doc:"Where it began; of IPv6 the network"`
	CreatedAt time.Time `json:"created_date"`
	SeenAt    time.Time `json:"last_seen" doc:"When it was last renewed"`
	Current   bool      `json:"current" doc:"The one that asks"`
	Country   string    `json:"country,omitempty" db:"-" doc:"ISO code of the country that the address is registered in, as far as it is known"`
}

type sessionsAnswer struct {
	Sessions []openSession `json:"Sessions" nullable:"false" doc:"The one that was there last first"`
}

// listSessions shows one's own sessions, or those of somebody whom one may disable.
func (s *Service) listSessions(ctx context.Context, in *userInput) (*output[sessionsAnswer], error) {
	user, err := s.ofSessions(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, `SELECT id::text, user_agent, address, created_at, seen_at, id::text = $3 FROM outrider.session
		WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND NOT EXISTS (SELECT FROM outrider.api_key k WHERE k.id = session.id)
			AND NOT EXISTS (SELECT FROM outrider.see_as v WHERE v.id = session.id) ORDER BY seen_at DESC, id LIMIT 200`, user.ID, s.now(), web.Caller(ctx).SessionID)
	if err != nil {
		return nil, fmt.Errorf("list sessions of %s: %w", user.ID, err)
	}
	sessions, err := pgx.CollectRows(rows, pgx.RowToStructByPos[openSession])
	if err != nil {
		return nil, fmt.Errorf("list sessions of %s: %w", user.ID, err)
	}
	for i := range sessions {
		sessions[i].CreatedAt, sessions[i].SeenAt, sessions[i].Country = sessions[i].CreatedAt.UTC(), sessions[i].SeenAt.UTC(), countryOf(sessions[i].Address)
	}
	return &output[sessionsAnswer]{sessionsAnswer{orNone(sessions)}}, nil
}

// ofSessions finds whose sessions are meant, and refuses those of somebody above.
func (s *Service) ofSessions(ctx context.Context, idOrEmail string) (User, error) {
	a, user, err := s.person(ctx, caller(ctx), idOrEmail, "updateUserStatus")
	if err != nil {
		return User{}, err
	}
	if user.ID != a.User.ID {
		return user, a.over(user.Role)
	}
	return user, nil
}

// endOtherSessions ends every session of somebody but the one that asks, as after a phone was lost. API keys stay: each is revoked by itself.
func (s *Service) endOtherSessions(ctx context.Context, in *userInput) (*struct{}, error) {
	user, err := s.ofSessions(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	who := caller(ctx)
	return nil, s.write(ctx, func(tx pgx.Tx) error {
		if err := session.EndAll(ctx, tx, user.ID, uuidOrEmpty(who.SessionID), "others", s.now()); err != nil {
			return err
		}
		return note(ctx, tx, who.UserID, user.OrgID, "user.sessions-end", user.ID, nil)
	})
}

type endSessionInput struct {
	ID        string `path:"id" doc:"Id or e-mail address"`
	SessionID string `path:"sessionId"`
}

// endSession ends one session. Access with it ends on every host within 5 s.
func (s *Service) endSession(ctx context.Context, in *endSessionInput) (*struct{}, error) {
	user, err := s.ofSessions(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, s.write(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE outrider.session SET revoked_at = $3, revoked_by = 'one' WHERE account_id = $1 AND id = NULLIF($2, '')::uuid AND revoked_at IS NULL
			AND NOT EXISTS (SELECT FROM outrider.api_key k WHERE k.id = session.id)`,
			user.ID, uuidOrEmpty(in.SessionID), s.now())
		if err != nil {
			return fmt.Errorf("end a session of %s: %w", user.ID, err)
		}
		if tag.RowsAffected() == 0 {
			return fault.New(fault.NotFound, "There is no such session.")
		}
		if err := access.Announce(ctx, tx, access.Change{SessionID: uuidOrEmpty(in.SessionID), UserID: user.ID}); err != nil {
			return err
		}
		return note(ctx, tx, caller(ctx).UserID, user.OrgID, "user.session-end", user.ID, nil)
	})
}
