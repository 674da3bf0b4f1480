// Package postgres keeps alerts and what people do with them; one transaction an organisation.
package postgres

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/web"
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	Read(ctx context.Context, do func(tx *gorm.DB) error) error
}

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
}

// Store is the alerts of all organisations.
type Store struct {
	db    DB
	fleet Fleet
	now   func() time.Time
}

// New returns the store over a database and the copy of the fleet.
func New(db DB, fleet Fleet, now func() time.Time) *Store {
	return &Store{db: db, fleet: fleet, now: now}
}

const columns = `a.id::text AS id, a.kind, a.alert_type, a.alert_subtype, a.prediction_label, a.predictions, a.severity, a.pin, a.channel, a.device_id,
	a.vehicle_id, a.event_ms, a.duration_ms, a.lat, a.lng, a.zone, a.address, a.placed, a.speed_kmh, a.heading_deg, a.speed_limit_kmh, a.accel_g, a.details,
	a.is_read, a.archived, a.quality, a.flagged, a.flag_comment, a.fileset_request_id, a.evidence_status, coalesce(e.progress, 0) AS evidence_progress, a.received_ms,
	coalesce(v.name, '') AS vehicle_name, coalesce(g.path, '') AS group_path`

// joined is what an alert is shown with: its vehicle and group as they are now, and its evidence.
const joined = `
	LEFT JOIN alerts.evidence e ON e.org_id = a.org_id AND e.alert_id = a.id AND NOT e.deleted
	LEFT JOIN alerts.fleet_vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
	LEFT JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id`

// seen is the condition that the caller sees an alert. Who sees the whole organisation is spared the look at each vehicle.
func (s *Store) seen(c web.CallerInfo) (condition string, args []any) {
	if seesAll(c) {
		return "true", nil
	}
	return s.fleet.Seen("a.vehicle_id", c)
}

// seesAll reports whether the caller's scope is the whole organisation; the root group's id is the organisation's.
func seesAll(c web.CallerInfo) bool {
	return c.Scope.All || c.Plugin != "" || c.Scope.Path == "/"+c.OrgID+"/"
}

// ByID reads alerts of an organisation, as the plugin itself: whoever may see them is asked elsewhere.
func (s *Store) ByID(ctx context.Context, orgID string, ids []string) (found []alert.Alert, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT `+columns+` FROM alerts.alert a`+joined+` WHERE a.org_id = ? AND a.id = ANY(?::uuid[]) ORDER BY a.event_ms DESC, a.id DESC`, orgID, &ids).Scan(&found).Error
	})
	return found, wrap(err, "read alerts")
}

func wrap(err error, what string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
