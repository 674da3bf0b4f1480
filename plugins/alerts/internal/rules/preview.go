package rules

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

const (
	// PreviewDays is how far back a rule is tried.
	PreviewDays = 30
	// Exactly is how many alerts of a preview are counted; of more it says so.
	Exactly   = 10_000
	dayMs     = 24 * 60 * 60 * 1000
	shownLast = 20
)

// Preview is what a rule would have told of.
type Preview struct {
	Total  int64 // up to Exactly + 1
	ByDay  []DayCount
	Newest []string // ids of alerts
}

// DayCount is how many alerts of one day there are, by the rule's zone.
type DayCount struct {
	Day    string // 2026-11-21
	Alerts int64
}

// Alerts is where the alerts are.
type Alerts interface {
	ByID(ctx context.Context, orgID string, ids []string) ([]alert.Alert, error)
}

// Try tells which alerts of the last 30 days a rule would have told the caller of ctx of.
func (s *Store) Try(ctx context.Context, r Rule, seen func(column string, c web.CallerInfo) (string, []any)) (p Preview, err error) {
	caller := web.Caller(ctx)
	condition, args := s.conditions(r, caller, seen)
	from := `WITH found AS (SELECT a.id, a.event_ms, to_char(to_timestamp(a.event_ms / 1000.0) AT TIME ZONE ?::text, 'YYYY-MM-DD') AS day FROM alerts.alert a
		WHERE ` + condition + ` ORDER BY a.event_ms DESC, a.id DESC LIMIT ?) `
	args = append(append([]any{r.Zone}, args...), Exactly+1)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) (err error) {
		p.ByDay, err = store.Rows[DayCount](tx, from+`SELECT day, count(*) AS alerts FROM found GROUP BY day ORDER BY day`, args...)
		if err != nil {
			return err
		}
		for _, day := range p.ByDay {
			p.Total += day.Alerts
		}
		p.Newest, err = store.Rows[string](tx, from+`SELECT id::text FROM found ORDER BY event_ms DESC, id DESC LIMIT ?`, append(args, shownLast)...)
		return err
	})
	if err != nil {
		return p, fmt.Errorf("try a rule: %w", err)
	}
	return p, nil
}

// conditions are those of the alerts that a rule tells of; SQL says the same as Rule.Covers.
func (s *Store) conditions(r Rule, caller web.CallerInfo, seen func(column string, c web.CallerInfo) (string, []any)) (sql string, args []any) {
	sql = `a.org_id = ? AND a.event_ms >= ? AND a.severity >= ?`
	args = []any{caller.OrgID, s.now().UnixMilli() - PreviewDays*dayMs, r.Severity}
	if len(r.AlertTypes) > 0 {
		sql, args = sql+` AND a.alert_type = ANY(?)`, append(args, &r.AlertTypes)
	}
	if len(r.Groups) > 0 {
		sql += ` AND a.vehicle_id IN (SELECT v.id FROM alerts.fleet_vehicle v JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			JOIN alerts.fleet_group top ON top.org_id = g.org_id AND top.id = ANY(?) AND starts_with(g.path, top.path) WHERE v.org_id = ?)`
		args = append(args, &r.Groups, caller.OrgID)
	}
	if len(r.Days) > 0 || r.FromMinute != 0 || r.ToMinute != dayMinutes {
		local := `(to_timestamp(a.event_ms / 1000.0) AT TIME ZONE ?::text)`
		minute := `(extract(hour FROM ` + local + `) * 60 + extract(minute FROM ` + local + `))`
		overnight := r.FromMinute >= r.ToMinute
		within := minute + ` >= ? AND ` + minute + ` < ?`
		if overnight {
			within = `(` + minute + ` >= ? OR ` + minute + ` < ?)`
		}
		sql, args = sql+` AND `+within, append(args, r.Zone, r.Zone, r.FromMinute, r.Zone, r.Zone, r.ToMinute)
		if len(r.Days) > 0 {
			// What is before the end of a night belongs to the day before.
			sql += ` AND extract(isodow FROM ` + local + ` - CASE WHEN ? AND ` + minute + ` < ? THEN interval '1 day' ELSE interval '0' END)::integer = ANY(?)`
			args = append(args, r.Zone, overnight, r.Zone, r.Zone, r.ToMinute, &r.Days)
		}
	}
	condition, more := seen("a.vehicle_id", caller)
	return sql + ` AND ` + condition, append(args, more...)
}
