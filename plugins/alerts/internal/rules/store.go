package rules

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
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

// ruleRow is how a rule is kept. No list of it is nil: a NULL of JSON is not what queries take for "all".
type ruleRow struct {
	OrgID      string `gorm:"primaryKey"`
	ID         string `gorm:"primaryKey"`
	UserID     string
	Name       string
	AlertTypes []string `gorm:"serializer:json"`
	Severity   int
	Groups     []string `gorm:"serializer:json"`
	Days       []int    `gorm:"serializer:json"`
	FromMinute int
	ToMinute   int
	Zone       string
	ByMail     bool
	InPortal   bool
	Enabled    bool
	Version    int
	ChangedMs  int64
}

// TableName is where gorm finds rules.
func (ruleRow) TableName() string { return "alerts.rule" }

func (r ruleRow) rule() Rule {
	return Rule{
		ID: r.ID, UserID: r.UserID, Name: r.Name, AlertTypes: r.AlertTypes, Severity: r.Severity, Groups: r.Groups, Days: r.Days, FromMinute: r.FromMinute,
		ToMinute: r.ToMinute, Zone: r.Zone, ByMail: r.ByMail, InPortal: r.InPortal, Enabled: r.Enabled, Version: r.Version, ChangedMs: r.ChangedMs,
	}
}

// take writes what somebody chose into a row.
func (r *ruleRow) take(chosen Rule, nowMs int64) {
	r.Name, r.Severity, r.Zone, r.ChangedMs = chosen.Name, chosen.Severity, chosen.Zone, nowMs
	r.AlertTypes, r.Groups, r.Days = orEmpty(chosen.AlertTypes), orEmpty(chosen.Groups), orEmpty(chosen.Days)
	r.FromMinute, r.ToMinute, r.ByMail, r.InPortal, r.Enabled = chosen.FromMinute, chosen.ToMinute, chosen.ByMail, chosen.InPortal, chosen.Enabled
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// own are the rules of a caller.
func own(c web.CallerInfo) func(*gorm.DB) *gorm.DB {
	return func(tx *gorm.DB) *gorm.DB { return tx.Where("org_id = ? AND user_id = ?", c.OrgID, c.UserID) }
}

// List is the rules of the caller of ctx, by name.
func (s *Store) List(ctx context.Context) (list []Rule, err error) {
	caller := web.Caller(ctx)
	var rows []ruleRow
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error { return tx.Scopes(own(caller)).Order("name, id").Find(&rows).Error })
	if err != nil {
		return nil, fmt.Errorf("list rules: %w", err)
	}
	list = make([]Rule, len(rows))
	for i, r := range rows {
		list[i] = r.rule()
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
	var n int64
	if err := tx.Model(&ruleRow{}).Scopes(own(caller)).Count(&n).Error; err != nil {
		return err
	}
	if n >= mostRules {
		return fault.New(fault.Conflict, "You have %d rules already; delete one first.", mostRules)
	}
	return nil
}

func insertRule(tx *gorm.DB, caller web.CallerInfo, r Rule, nowMs int64) error {
	row := ruleRow{OrgID: caller.OrgID, ID: r.ID, UserID: caller.UserID, Version: 1}
	row.take(r, nowMs)
	return tx.Create(&row).Error
}

func updateRule(tx *gorm.DB, caller web.CallerInfo, r Rule, nowMs int64) error {
	var row ruleRow
	err := tx.Scopes(own(caller)).Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Take(&row, "id = ?", r.ID).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return noRule()
	}
	if err != nil {
		return err
	}
	row.take(r, nowMs)
	row.Version++
	return tx.Save(&row).Error
}

// Delete removes a rule of the caller of ctx; fault.NotFound.
func (s *Store) Delete(ctx context.Context, id string) error {
	caller := web.Caller(ctx)
	err := s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		done := tx.Scopes(own(caller)).Where("id = ?", id).Delete(&ruleRow{})
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
	_, err := store.Exec(tx, `INSERT INTO alerts.person (org_id, user_id, email, name, group_id, sees_all, locale, units) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, user_id) DO UPDATE SET email = excluded.email, name = excluded.name, group_id = excluded.group_id, sees_all = excluded.sees_all, locale = excluded.locale, units = excluded.units`,
		c.OrgID, c.UserID, c.Email, c.Name, group, c.Scope.All, c.Locale, c.Units)
	return err
}

// UserChanged takes the new state of a user.
func (s *Store) UserChanged(ctx context.Context, e events.Event[events.UserChanged]) error {
	u := e.Data
	err := s.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		if u.Erased {
			return forget(tx, e.OrgID, u.ID)
		}
		_, err := store.Exec(tx, `INSERT INTO alerts.person AS old (org_id, user_id, email, name, group_id, sees_all, disabled, sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, user_id) DO UPDATE SET email = excluded.email, name = excluded.name, disabled = excluded.disabled, sequence = excluded.sequence,
				group_id = excluded.group_id, sees_all = excluded.sees_all WHERE old.sequence < excluded.sequence`,
			e.OrgID, u.ID, u.Email, u.Name, groupOf(u), seesAll(u), u.Disabled, int64(e.Sequence))
		return err // a place in a stream
	})
	if err != nil {
		return fmt.Errorf("apply user %s: %w", u.ID, err)
	}
	return nil
}

// forget removes what belongs to a user who was erased alone: their rules, and what they were told.
func forget(tx *gorm.DB, orgID, userID string) error {
	for _, table := range []string{"alerts.notice", "alerts.rule", "alerts.person"} {
		if _, err := store.Exec(tx, `DELETE FROM `+table+` WHERE org_id = ? AND user_id = ?`, orgID, userID); err != nil {
			return err
		}
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

// ruleMatch is a rule beside the address of the user whose it is.
type ruleMatch struct {
	Rule  ruleRow `gorm:"embedded"`
	Email string
}

// Matching finds the rules that an alert fits, in a transaction of its organisation: of users who see its vehicle.
func (s *Store) Matching(tx *gorm.DB, orgID string, a alert.Alert) (found []Match, err error) {
	rows, err := store.Rows[ruleMatch](tx, `WITH at AS (SELECT coalesce(g.path, '') AS path FROM alerts.fleet_vehicle v LEFT JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.id = ?)
		SELECT r.*, p.email FROM alerts.rule r JOIN alerts.person p ON p.org_id = r.org_id AND p.user_id = r.user_id
		LEFT JOIN alerts.fleet_group own ON own.org_id = p.org_id AND own.id = p.group_id AND NOT own.deleted
		CROSS JOIN at
		WHERE r.org_id = ? AND r.enabled AND NOT p.disabled AND (p.sees_all OR starts_with(at.path, own.path))
			AND (r.groups = '[]' OR EXISTS (SELECT FROM alerts.fleet_group w WHERE w.org_id = r.org_id AND r.groups @> to_jsonb(w.id) AND starts_with(at.path, w.path)))
		ORDER BY r.name, r.id`, orgID, a.VehicleID, orgID)
	if err != nil {
		return nil, fmt.Errorf("find the rules that alert %s fits: %w", a.ID, err)
	}
	for _, row := range rows {
		rule := row.Rule.rule()
		if rule.Covers(a) {
			found = append(found, Match{Rule: rule, Email: row.Email})
		}
	}
	return found, nil
}
