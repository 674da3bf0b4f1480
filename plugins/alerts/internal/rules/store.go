package rules

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
}

// Store keeps rules and those whose they are.
type Store struct {
	db  DB
	now func() time.Time
}

// NewStore keeps rules in db.
func NewStore(db DB, now func() time.Time) *Store { return &Store{db, now} }

type ruleRow struct {
	ID, UserID, Name               string
	AlertTypes, Groups, Days       json.RawMessage
	Severity, FromMinute, ToMinute int
	Zone                           string
	ByMail, InPortal, Enabled      bool
	Version                        int
	ChangedMs                      int64
	Email                          string // where people are read along
}

const ruleColumns = `r.id::text AS id, r.user_id, r.name, r.alert_types, r.severity, r.groups, r.days, r.from_minute, r.to_minute, r.zone, r.by_mail, r.in_portal, r.enabled,
	r.version, r.changed_ms`

func (r ruleRow) rule() (Rule, error) {
	rule := Rule{
		ID: r.ID, UserID: r.UserID, Name: r.Name, Severity: r.Severity, FromMinute: r.FromMinute, ToMinute: r.ToMinute, Zone: r.Zone, ByMail: r.ByMail, InPortal: r.InPortal,
		Enabled: r.Enabled, Version: r.Version, ChangedMs: r.ChangedMs,
	}
	err := errors.Join(json.Unmarshal(r.AlertTypes, &rule.AlertTypes), json.Unmarshal(r.Groups, &rule.Groups), json.Unmarshal(r.Days, &rule.Days))
	if err != nil {
		return rule, fmt.Errorf("read rule %s: %w", r.ID, err)
	}
	return rule, nil
}

func rulesOf(rows []ruleRow) ([]Rule, error) {
	list := make([]Rule, len(rows))
	for i, row := range rows {
		var err error
		if list[i], err = row.rule(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// List is the rules of the caller of ctx, by name.
func (s *Store) List(ctx context.Context) (list []Rule, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		var rows []ruleRow
		err := tx.Raw(`SELECT `+ruleColumns+` FROM alerts.rule r WHERE r.org_id = ? AND r.user_id = ? ORDER BY r.name, r.id`, caller.OrgID, caller.UserID).Scan(&rows).Error
		if err != nil {
			return err
		}
		list, err = rulesOf(rows)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list rules: %w", err)
	}
	return list, nil
}

// Save writes a rule of the caller of ctx, a new one if it is not there and isNew; else fault.NotFound. What the caller sees is noted with it.
func (s *Store) Save(ctx context.Context, r Rule, isNew bool) (saved Rule, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		if err := remember(tx, caller); err != nil {
			return err
		}
		if isNew {
			if err := room(tx, caller); err != nil {
				return err
			}
			return insertRule(tx, caller, r, s.now().UnixMilli())
		}
		return updateRule(tx, caller, r, s.now().UnixMilli())
	})
	if err != nil {
		return Rule{}, fmt.Errorf("save rule %s: %w", r.ID, err)
	}
	return s.find(ctx, r.ID)
}

func (s *Store) find(ctx context.Context, id string) (Rule, error) {
	list, err := s.List(ctx)
	if err != nil {
		return Rule{}, err
	}
	for _, r := range list {
		if r.ID == id {
			return r, nil
		}
	}
	return Rule{}, noRule()
}

func noRule() error { return fault.New(fault.NotFound, "There is no such rule.") }

// mostRules bounds the rules of one user.
const mostRules = 50

func room(tx *gorm.DB, caller web.CallerInfo) error {
	var n int
	if err := tx.Raw(`SELECT count(*) FROM alerts.rule WHERE org_id = ? AND user_id = ?`, caller.OrgID, caller.UserID).Scan(&n).Error; err != nil {
		return err
	}
	if n >= mostRules {
		return fault.New(fault.Conflict, "You have %d rules already; delete one first.", mostRules)
	}
	return nil
}

func insertRule(tx *gorm.DB, caller web.CallerInfo, r Rule, nowMs int64) error {
	types, groups, days := jsonOf(r.AlertTypes), jsonOf(r.Groups), jsonOf(r.Days)
	return tx.Exec(`INSERT INTO alerts.rule (org_id, id, user_id, name, alert_types, severity, groups, days, from_minute, to_minute, zone, by_mail, in_portal, enabled, changed_ms)
		VALUES (?, ?::uuid, ?, ?, ?::jsonb, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?)`,
		caller.OrgID, r.ID, caller.UserID, r.Name, types, r.Severity, groups, days, r.FromMinute, r.ToMinute, r.Zone, r.ByMail, r.InPortal, r.Enabled, nowMs).Error
}

func updateRule(tx *gorm.DB, caller web.CallerInfo, r Rule, nowMs int64) error {
	types, groups, days := jsonOf(r.AlertTypes), jsonOf(r.Groups), jsonOf(r.Days)
	done := tx.Exec(`UPDATE alerts.rule SET name = ?, alert_types = ?::jsonb, severity = ?, groups = ?::jsonb, days = ?::jsonb, from_minute = ?, to_minute = ?, zone = ?,
		by_mail = ?, in_portal = ?, enabled = ?, changed_ms = ?, version = version + 1 WHERE org_id = ? AND id = ?::uuid AND user_id = ?`,
		r.Name, types, r.Severity, groups, days, r.FromMinute, r.ToMinute, r.Zone, r.ByMail, r.InPortal, r.Enabled, nowMs, caller.OrgID, r.ID, caller.UserID)
	if done.Error == nil && done.RowsAffected == 0 {
		return noRule()
	}
	return done.Error
}

// jsonOf writes a list; an empty one is [].
func jsonOf[T any](list []T) string {
	if list == nil {
		list = []T{}
	}
	raw, _ := json.Marshal(list) // texts and numbers
	return string(raw)
}

// Delete removes a rule of the caller of ctx; fault.NotFound.
func (s *Store) Delete(ctx context.Context, id string) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		done := tx.Exec(`DELETE FROM alerts.rule WHERE org_id = ? AND id = ?::uuid AND user_id = ?`, caller.OrgID, id, caller.UserID)
		if done.Error == nil && done.RowsAffected == 0 {
			return noRule()
		}
		return done.Error
	})
	if err != nil {
		return fmt.Errorf("delete rule %s: %w", id, err)
	}
	return nil
}

// remember notes who the caller is, what they see, and how they read.
func remember(tx *gorm.DB, c web.CallerInfo) error {
	group := ""
	if c.Scope.Path != "" {
		group = path.Base(c.Scope.Path)
	}
	return tx.Exec(`INSERT INTO alerts.person (org_id, user_id, email, name, group_id, sees_all, locale, units) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, user_id) DO UPDATE SET email = excluded.email, name = excluded.name, group_id = excluded.group_id, sees_all = excluded.sees_all, locale = excluded.locale, units = excluded.units`,
		c.OrgID, c.UserID, c.Email, c.Name, group, c.Scope.All, c.Locale, c.Units).Error
}

// UserChanged takes the new state of a user.
func (s *Store) UserChanged(ctx context.Context, e events.Event[events.UserChanged]) error {
	u := e.Data
	err := s.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO alerts.person AS old (org_id, user_id, email, name, group_id, sees_all, disabled, sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, user_id) DO UPDATE SET email = excluded.email, name = excluded.name, disabled = excluded.disabled, sequence = excluded.sequence,
				group_id = excluded.group_id, sees_all = excluded.sees_all WHERE old.sequence < excluded.sequence`,
			e.OrgID, u.ID, u.Email, u.Name, groupOf(u), seesAll(u), u.Disabled, int64(e.Sequence)).Error // a place in a stream
	})
	if err != nil {
		return fmt.Errorf("apply user %s: %w", u.ID, err)
	}
	return nil
}

// groupOf is the group whose vehicles a user sees; a driver sees their own alone.
func groupOf(u events.UserChanged) string {
	if u.Role == "DRIVER" {
		return ""
	}
	return u.GroupID
}

// seesAll reports whether a user sees the whole organisation, wherever in it they are.
func seesAll(u events.UserChanged) bool {
	return slices.Contains([]string{"ORG_ADMIN", "SYS_ADMIN", "SYSTEM_ADMIN", "SUPPORT_ADMIN", "SUPPORT_LEAD"}, u.Role)
}

// Match is a rule that an alert fits, and whose it is.
type Match struct {
	Rule  Rule
	Email string
}

// Matching finds the rules that an alert fits, in a transaction of its organisation: of users who see its vehicle.
func (s *Store) Matching(tx *gorm.DB, orgID string, a alert.Alert) (found []Match, err error) {
	var rows []ruleRow
	err = tx.Raw(`WITH at AS (SELECT coalesce(g.path, '') AS path FROM alerts.fleet_vehicle v LEFT JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.id = ?)
		SELECT `+ruleColumns+`, p.email FROM alerts.rule r JOIN alerts.person p ON p.org_id = r.org_id AND p.user_id = r.user_id
		LEFT JOIN alerts.fleet_group own ON own.org_id = p.org_id AND own.id = p.group_id AND NOT own.deleted
		CROSS JOIN at
		WHERE r.org_id = ? AND r.enabled AND NOT p.disabled AND (p.sees_all OR starts_with(at.path, own.path))
			AND (r.groups = '[]' OR EXISTS (SELECT FROM alerts.fleet_group w WHERE w.org_id = r.org_id AND r.groups @> to_jsonb(w.id) AND starts_with(at.path, w.path)))
		ORDER BY r.name, r.id`, orgID, a.VehicleID, orgID).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("find the rules that alert %s fits: %w", a.ID, err)
	}
	for _, row := range rows {
		rule, err := row.rule()
		if err != nil {
			return nil, err
		}
		if rule.Covers(a) {
			found = append(found, Match{Rule: rule, Email: row.Email})
		}
	}
	return found, nil
}
