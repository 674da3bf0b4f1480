// Package notice keeps what users are told in the portal by their rules, until they have read it or it is old.
package notice

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

const (
	// Kept is how many notices a user has at most; the newest stay.
	Kept = 200
	// KeptFor is how long they stay.
	KeptFor = 30 * 24 * time.Hour
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	Read(ctx context.Context, do func(tx *gorm.DB) error) error
}

// Alerts is where the alerts are.
type Alerts interface {
	ByID(ctx context.Context, orgID string, ids []string) ([]alert.Alert, error)
	// SeenBy is the condition that a caller sees an alert, of a query that has alerts as a.
	SeenBy(c web.CallerInfo) (condition string, args []any)
}

// Notice is one user's notice of an alert. Seq grows; AtMs in Unix milliseconds.
type Notice struct {
	Seq     int64
	UserID  string
	AlertID string
	RuleID  string
	Rule    string // its name
	AtMs    int64
	IsRead  bool
}

// Store keeps notices.
type Store struct {
	db     DB
	alerts Alerts
	now    func() time.Time
}

// NewStore keeps notices of alerts in db.
func NewStore(db DB, alerts Alerts, now func() time.Time) *Store { return &Store{db, alerts, now} }

// Write keeps notices of one alert, in the transaction that keeps it. It returns those that are new, with their Seq and time.
func (s *Store) Write(tx *gorm.DB, orgID string, list []Notice) (fresh []Notice, err error) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Notice) int { return strings.Compare(a.UserID, b.UserID) }) // no two transactions wait for each other in a circle
	for _, n := range list {
		n.AtMs = s.now().UnixMilli()
		seq, err := store.Rows[int64](tx, `INSERT INTO alerts.notice (org_id, user_id, alert_id, rule_id, rule, at_ms) VALUES (?, ?, ?::uuid, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING seq`,
			orgID, n.UserID, n.AlertID, n.RuleID, n.Rule, n.AtMs)
		if err != nil {
			return nil, fmt.Errorf("write a notice of alert %s: %w", n.AlertID, err)
		}
		if len(seq) == 1 {
			n.Seq = seq[0]
			fresh = append(fresh, n)
		}
	}
	return fresh, nil
}

// Page is a page of notices, the newest first.
type Page struct {
	Notices []Notice
	Alerts  map[string]alert.Alert // by id
	Unread  int                    // of all pages
	More    bool
}

// Query asks for a page: Size notices before Before (0: from the newest), the unread ones alone if OnlyUnread.
type Query struct {
	Before     int64
	Size       int
	OnlyUnread bool
}

// own begins a statement with the caller's notices, as mine: those that are kept and whose alerts the caller sees.
func (s *Store) own(c web.CallerInfo) (sql string, args []any) {
	seen, seenArgs := s.alerts.SeenBy(c)
	sql = `WITH newest AS (SELECT seq, user_id, alert_id, rule_id, rule, at_ms, is_read FROM alerts.notice WHERE org_id = ? AND user_id = ? AND at_ms > ? ORDER BY seq DESC LIMIT ?),
		mine AS (SELECT n.* FROM newest n JOIN alerts.alert a ON a.org_id = ? AND a.id = n.alert_id WHERE ` + seen + `) `
	return sql, append([]any{c.OrgID, c.UserID, s.now().Add(-KeptFor).UnixMilli(), Kept, c.OrgID}, seenArgs...)
}

// List is a page of the notices of the caller of ctx.
func (s *Store) List(ctx context.Context, q Query) (p Page, err error) {
	caller := web.Caller(ctx)
	own, args := s.own(caller)
	err = s.db.Read(ctx, func(tx *gorm.DB) error {
		p.Notices = nil
		p.Notices, err = store.Rows[Notice](tx, own+`SELECT seq, user_id, alert_id::text AS alert_id, rule_id, rule, at_ms, is_read FROM mine WHERE (? = 0 OR seq < ?) AND (NOT ? OR NOT is_read) ORDER BY seq DESC LIMIT ?`,
			append(slices.Clone(args), q.Before, q.Before, q.OnlyUnread, q.Size+1)...)
		if err != nil {
			return err
		}
		p.Unread, err = store.One[int](tx, own+`SELECT count(*) FROM mine WHERE NOT is_read`, args...)
		return err
	})
	if err != nil {
		return p, fmt.Errorf("list notices: %w", err)
	}
	if p.More = len(p.Notices) > q.Size; p.More {
		p.Notices = p.Notices[:q.Size]
	}
	ids := make([]string, len(p.Notices))
	for i, n := range p.Notices {
		ids[i] = n.AlertID
	}
	p.Alerts = map[string]alert.Alert{}
	found, err := s.alerts.ByID(ctx, caller.OrgID, ids)
	for _, a := range found {
		p.Alerts[a.ID] = a
	}
	return p, err
}

// Unread is how many notices the caller of ctx has not read.
func (s *Store) Unread(ctx context.Context) (n int, err error) {
	return ask[int](ctx, s, `SELECT count(*) FROM mine WHERE NOT is_read`)
}

// Has reports whether the caller of ctx has a notice.
func (s *Store) Has(ctx context.Context, seq int64) (has bool, err error) {
	return ask[bool](ctx, s, `SELECT EXISTS (SELECT FROM mine WHERE seq = ?)`, seq)
}

// ask reads one value about the notices of the caller of ctx.
func ask[T any](ctx context.Context, s *Store, question string, args ...any) (answer T, err error) {
	own, ownArgs := s.own(web.Caller(ctx))
	err = s.db.Read(ctx, func(tx *gorm.DB) (err error) {
		answer, err = store.One[T](tx, own+question, append(ownArgs, args...)...)
		return err
	})
	if err != nil {
		return answer, fmt.Errorf("look at notices: %w", err)
	}
	return answer, nil
}

// Mark notes whether the caller of ctx has read a notice, and returns it; fault.NotFound.
func (s *Store) Mark(ctx context.Context, seq int64, read bool) (n Notice, err error) {
	caller := web.Caller(ctx)
	own, args := s.own(caller)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		found, err := store.Rows[Notice](tx, own+`UPDATE alerts.notice n SET is_read = ? FROM mine WHERE n.org_id = ? AND n.user_id = ? AND n.seq = ? AND mine.seq = n.seq
			RETURNING n.seq, n.user_id, n.alert_id::text AS alert_id, n.rule_id, n.rule, n.at_ms, n.is_read`, append(args, read, caller.OrgID, caller.UserID, seq)...)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return noNotice()
		}
		n = found[0]
		return nil
	})
	if err != nil {
		return n, fmt.Errorf("mark notice %d: %w", seq, err)
	}
	return n, nil
}

// MarkAll notes that the caller of ctx has read every notice up to one, 0: all.
func (s *Store) MarkAll(ctx context.Context, upTo int64) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE alerts.notice SET is_read = true WHERE org_id = ? AND user_id = ? AND NOT is_read AND (? = 0 OR seq <= ?)`,
			caller.OrgID, caller.UserID, upTo, upTo)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark notices: %w", err)
	}
	return nil
}

// Forget removes an organisation's notices that are old or too many; what somebody is changing is left for the next time.
func (s *Store) Forget(ctx context.Context, orgID string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `DELETE FROM alerts.notice n USING (
				SELECT o.user_id, o.seq FROM alerts.notice o JOIN (
					SELECT user_id, seq, at_ms, row_number() OVER (PARTITION BY user_id ORDER BY seq DESC) AS place FROM alerts.notice WHERE org_id = ?
				) p ON p.user_id = o.user_id AND p.seq = o.seq
				WHERE o.org_id = ? AND (p.place > ? OR p.at_ms <= ?) FOR UPDATE OF o SKIP LOCKED
			) gone WHERE n.org_id = ? AND n.user_id = gone.user_id AND n.seq = gone.seq`, orgID, orgID, Kept, s.now().Add(-KeptFor).UnixMilli(), orgID)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget old notices: %w", err)
	}
	return nil
}
