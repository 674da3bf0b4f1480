// Package postgres keeps alerts and what people do with them; one transaction an organisation.
package postgres

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	InAll(ctx context.Context, do func(tx *gorm.DB) error) error
	Read(ctx context.Context, do func(tx *gorm.DB) error) error
}

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
	SeenIDs(caller web.CallerInfo) (query string, args []any)
}

// Store is the alerts of all organisations.
type Store struct {
	db    DB
	fleet Fleet
	now   func() time.Time
	types alert.Contributed // nil: no other plugin has any

	followers []Follower
}

// New returns the store over a database and the copy of the fleet.
func New(db DB, fleet Fleet, now func() time.Time) *Store {
	return &Store{db: db, fleet: fleet, now: now}
}

// KnowTypes sets who knows the alert types of other plugins; call it before the store is used.
func (s *Store) KnowTypes(types alert.Contributed) { s.types = types }

// declare writes down of which declared types alerts are.
func (s *Store) declare(list []alert.Alert) {
	if s.types == nil {
		return
	}
	for i := range list {
		list[i].Declared = s.types.Find(list[i].AlertType)
	}
}

const columns = `a.id::text AS id, a.kind, a.alert_type, a.alert_subtype, a.prediction_label, a.predictions, a.severity, a.pin, a.channel, a.device_id,
	a.vehicle_id, a.event_ms, a.duration_ms, a.lat, a.lng, a.zone, a.address, a.placed, a.speed_kmh, a.heading_deg, a.speed_limit_kmh, a.accel_g, a.details,
	a.is_read, a.archived, a.quality, a.flagged, a.flag_comment, a.fileset_request_id, a.evidence_status, coalesce(e.progress, 0) AS evidence_progress, a.received_ms,
	coalesce(v.name, '') AS vehicle_name, coalesce(g.path, '') AS group_path, coalesce(d.driver_id, '') AS driver_id, coalesce(d.driver_name, '') AS driver_name, coalesce(i.pin_name, '') AS pin_name`

// joined is what an alert is shown with: its vehicle and group as they are now, and its evidence.
const joined = `
	LEFT JOIN alerts.evidence e ON e.org_id = a.org_id AND e.alert_id = a.id AND NOT e.deleted
	LEFT JOIN alerts.fleet_vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
	LEFT JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
	LEFT JOIN alerts.vehicle_config i ON i.org_id = a.org_id AND i.vehicle_id = a.vehicle_id AND i.type = 'io' AND i.pin = a.pin` + ofDriver

// ofDriver finds who drove: the newest drive of the vehicle that began before, if it went on.
const ofDriver = `
	LEFT JOIN LATERAL (SELECT l.driver_id, l.driver_name, l.to_ms FROM alerts.drive l WHERE l.org_id = a.org_id AND l.vehicle_id = a.vehicle_id AND l.from_ms <= a.event_ms
		ORDER BY l.from_ms DESC LIMIT 1) d ON d.to_ms = 0 OR d.to_ms > a.event_ms`

// seen is the condition that the caller sees an alert. Who sees the whole organisation is spared the look at each vehicle. A driver sees what was flagged
// of the own driving, and of the own vehicle while nobody is known to have driven.
func (s *Store) seen(c web.CallerInfo) (condition string, args []any) {
	if seesAll(c) {
		return "true", nil
	}
	seen, args := s.fleet.Seen("a.vehicle_id", c)
	if !isDriver(c) {
		return seen, args
	}
	return `(a.flagged AND EXISTS (SELECT FROM (SELECT 1) one` + ofDriver + ` WHERE coalesce(d.driver_id, '') = ? OR d.driver_id IS NULL AND ` + seen + `))`, append([]any{c.UserID}, args...)
}

// seenAmongFew is seen, for a query that is thought to find few alerts: the database goes from vehicle to vehicle where there are few of them.
func (s *Store) seenAmongFew(c web.CallerInfo) (condition string, args []any) {
	if seesAll(c) || isDriver(c) {
		return s.seen(c)
	}
	ids, args := s.fleet.SeenIDs(c)
	return "a.vehicle_id IN (" + ids + ")", args
}

// SeenBy is the condition that a caller sees an alert, for queries of others that have alerts as a.
func (s *Store) SeenBy(c web.CallerInfo) (condition string, args []any) { return s.seen(c) }

// isDriver reports whether the caller has nothing but own vehicles.
func isDriver(c web.CallerInfo) bool { return !c.Scope.All && c.Plugin == "" && c.Scope.Path == "" }

// seesAll reports whether the caller's scope is the whole organisation; the root group's id is the organisation's.
func seesAll(c web.CallerInfo) bool {
	return c.Scope.All || c.Plugin != "" || c.Scope.Path == "/"+c.OrgID+"/"
}

// ByID reads alerts of an organisation, as the plugin itself: whoever may see them is asked elsewhere.
func (s *Store) ByID(ctx context.Context, orgID string, ids []string) (found []alert.Alert, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[alert.Alert](tx, `SELECT `+columns+` FROM alerts.alert a`+joined+` WHERE a.org_id = ? AND a.id = ANY(?::uuid[]) ORDER BY a.event_ms DESC, a.id DESC`, orgID, &ids)
		return err
	})
	s.declare(found)
	return found, wrap(err, "read alerts")
}

func wrap(err error, what string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
