package postgres

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Change is what a person changes on alerts; nil leaves as it is.
type Change struct {
	Read, Archived *bool
	Quality        *string
}

// Apply changes those of the alerts that the caller of ctx sees and that are not so already, writes it into their logs, and returns the ids of the changed. Ids that
// the caller does not see are passed over.
func (s *Store) Apply(ctx context.Context, ids []string, change Change) (changed []string, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		changed, err = s.apply(tx, caller, ids, change)
		return err
	})
	return changed, wrap(err, "change alerts")
}

func (s *Store) apply(tx *gorm.DB, caller web.CallerInfo, ids []string, change Change) (changed []string, err error) {
	seen, seenArgs := s.seen(caller)
	args := append([]any{caller.OrgID, &ids}, seenArgs...)
	args = append(args, change.Read, change.Archived, change.Quality, change.Read, change.Archived, change.Quality)
	changed, err = store.Rows[string](tx, locked(seen+` AND (a.is_read IS DISTINCT FROM coalesce(?, a.is_read) OR a.archived IS DISTINCT FROM coalesce(?, a.archived)
			OR a.quality IS DISTINCT FROM coalesce(?, a.quality))`)+`
		UPDATE alerts.alert a SET is_read = coalesce(?, a.is_read), archived = coalesce(?, a.archived), quality = coalesce(?, a.quality)
		FROM locked l WHERE a.org_id = l.org_id AND a.id = l.id RETURNING a.id::text`, args...)
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	for _, done := range change.actions() {
		if err := s.log(tx, caller, changed, done.action, done.detail); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

// locked begins a statement that changes alerts: those of an organisation and a list that meet a condition, locked in the order of their ids, so
// that two lists with the same alerts never wait for each other in a circle.
func locked(condition string) string {
	return `WITH locked AS (SELECT a.org_id, a.id FROM alerts.alert a WHERE a.org_id = ? AND a.id = ANY(?::uuid[]) AND ` + condition + ` ORDER BY a.id FOR UPDATE)`
}

type done struct{ action, detail string }

// actions are the words of a change in the log.
func (c Change) actions() (list []done) {
	word := func(value *bool, yes, no string) {
		if value == nil {
			return
		}
		if *value {
			list = append(list, done{yes, ""})
		} else {
			list = append(list, done{no, ""})
		}
	}
	word(c.Read, "read", "unread")
	word(c.Archived, "archived", "restored")
	if c.Quality != nil {
		list = append(list, done{"rated", *c.Quality})
	}
	return list
}

// log writes what the caller did with alerts.
func (s *Store) log(tx *gorm.DB, caller web.CallerInfo, ids []string, action, detail string) error {
	_, err := store.Exec(tx, `INSERT INTO alerts.activity (org_id, alert_id, at_ms, user_id, user_name, action, detail) SELECT ?, id, ?, ?, ?, ?, ? FROM unnest(?::uuid[]) AS id`,
		caller.OrgID, s.now().UnixMilli(), caller.UserID, nameOf(caller), action, detail, &ids)
	return err
}

func nameOf(c web.CallerInfo) string {
	if c.Name != "" {
		return c.Name
	}
	return c.Email
}

// Alert finds an alert that the caller of ctx sees; fault.NotFound.
func (s *Store) Alert(ctx context.Context, id string) (alert.Alert, error) {
	caller := web.Caller(ctx)
	seen, args := s.seen(caller)
	var found []alert.Alert
	err := s.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[alert.Alert](tx, `SELECT `+columns+` FROM alerts.alert a`+joined+` WHERE a.org_id = ? AND a.id = ?::uuid AND `+seen, append([]any{caller.OrgID, id}, args...)...)
		return err
	})
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "There is no such alert.")
	}
	if err != nil {
		return alert.Alert{}, wrap(err, "find alert "+id)
	}
	s.declare(found)
	return found[0], nil
}

// ZoneOf is the IANA name of the zone in which a vehicle had its newest alert that the caller of ctx sees; empty for none.
func (s *Store) ZoneOf(ctx context.Context, vehicleID string) (zone string, err error) {
	caller := web.Caller(ctx)
	seen, args := s.seen(caller)
	var found []string
	err = s.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[string](tx, `SELECT a.zone FROM alerts.alert a WHERE a.org_id = ? AND a.vehicle_id = ? AND a.zone <> '' AND `+seen+` ORDER BY a.event_ms DESC, a.id DESC LIMIT 1`,
			append([]any{caller.OrgID, vehicleID}, args...)...)
		return err
	})
	if err != nil || len(found) == 0 {
		return "", wrap(err, "find the zone of vehicle "+vehicleID)
	}
	return found[0], nil
}

// Activity is one line of an alert's log; AtMs in Unix milliseconds.
type Activity struct {
	Action   string
	Detail   string
	UserID   string
	UserName string
	AtMs     int64
}

// Log lists what was done with an alert, the newest first.
func (s *Store) Log(ctx context.Context, id string) (found []Activity, err error) {
	err = s.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Activity](tx, `SELECT action, detail, user_id, user_name, at_ms FROM alerts.activity WHERE org_id = ? AND alert_id = ?::uuid ORDER BY seq DESC LIMIT 200`, web.Caller(ctx).OrgID, id)
		return err
	})
	return found, wrap(err, "read the log of alert "+id)
}

// Viewed writes that the caller of ctx looked at an alert, once in ten minutes.
func (s *Store) Viewed(ctx context.Context, id string) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		var recent []string
		since := s.now().UnixMilli() - 10*60*1000
		recent, err := store.Rows[string](tx, `SELECT action FROM alerts.activity WHERE org_id = ? AND alert_id = ?::uuid AND user_id = ? AND action = 'viewed' AND at_ms >= ? LIMIT 1`, caller.OrgID, id, caller.UserID, since)
		if err != nil || slices.Contains(recent, "viewed") {
			return err
		}
		return s.log(tx, caller, []string{id}, "viewed", "")
	})
	return wrap(err, "write the log of alert "+id)
}
