// Package mailing tells people of alerts: it keeps who is to be mailed, gathers the alerts of each address into mails, and writes them in the reader's
// language, units and time.
package mailing

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	InAll(ctx context.Context, do func(tx *gorm.DB) error) error
}

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
	Vehicle(ctx context.Context, id string) (replica.Vehicle, error)
}

// Store keeps lists, configurations and the queue.
type Store struct {
	db   DB
	now  func() time.Time
	wake chan struct{} // a line was queued
}

// NewStore keeps them in db.
func NewStore(db DB, now func() time.Time) *Store {
	return &Store{db: db, now: now, wake: make(chan struct{}, 1)}
}

// Entry is who is mailed about one kind of alert of a vehicle; Pin is of inputs.
type Entry struct {
	AlertType string
	Pin       int
	Emails    []string
}

// addTo adds entries to a vehicle's list.
func addTo(tx *gorm.DB, orgID, vehicleID string, entries []Entry) error {
	for _, e := range entries {
		for _, email := range e.Emails {
			err := tx.Exec(`INSERT INTO alerts.email_list (org_id, vehicle_id, alert_type, pin, email) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				orgID, vehicleID, e.AlertType, e.Pin, email).Error
			if err != nil {
				return fmt.Errorf("add to the e-mail list of vehicle %s: %w", vehicleID, err)
			}
		}
	}
	return nil
}

// clear empties a vehicle's list.
func clearList(tx *gorm.DB, orgID, vehicleID string) error {
	if err := tx.Exec(`DELETE FROM alerts.email_list WHERE org_id = ? AND vehicle_id = ?`, orgID, vehicleID).Error; err != nil {
		return fmt.Errorf("empty the e-mail list of vehicle %s: %w", vehicleID, err)
	}
	return nil
}

// listsOf reads the lists of vehicles.
func listsOf(tx *gorm.DB, orgID string, vehicles []string) (map[string][]Entry, error) {
	var rows []struct {
		VehicleID string
		AlertType string
		Pin       int
		Emails    json.RawMessage
	}
	err := tx.Raw(`SELECT vehicle_id, alert_type, pin, json_agg(email ORDER BY email) AS emails FROM alerts.email_list
		WHERE org_id = ? AND vehicle_id = ANY(?) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`, orgID, &vehicles).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read e-mail lists: %w", err)
	}
	found := map[string][]Entry{}
	for _, r := range rows {
		e := Entry{AlertType: r.AlertType, Pin: r.Pin}
		if err := json.Unmarshal(r.Emails, &e.Emails); err != nil {
			return nil, fmt.Errorf("read e-mail lists: %w", err)
		}
		found[r.VehicleID] = append(found[r.VehicleID], e)
	}
	return found, nil
}

// Notification is who is mailed about alert types of vehicles, or of groups with those below.
type Notification struct {
	ID         string   `json:"id"`
	AlertTypes []string `json:"alert_types"`
	Vehicles   []string `json:"vehicles"`
	Nodes      []string `json:"nodes"`
	Recipients []string `json:"recipients"`
	Enabled    bool     `json:"enabled"`
}

// saveNotification writes a configuration over the one with its id.
func saveNotification(tx *gorm.DB, orgID string, n Notification) error {
	return tx.Exec(`INSERT INTO alerts.notification (org_id, id, alert_types, vehicles, nodes, recipients, enabled) VALUES (?, ?::uuid, ?::jsonb, ?::jsonb, ?::jsonb, ?::jsonb, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET alert_types = excluded.alert_types, vehicles = excluded.vehicles, nodes = excluded.nodes, recipients = excluded.recipients,
			enabled = excluded.enabled`,
		orgID, n.ID, jsonOf(n.AlertTypes), jsonOf(n.Vehicles), jsonOf(n.Nodes), jsonOf(n.Recipients), n.Enabled).Error
}

func jsonOf(list []string) string {
	if list == nil {
		list = []string{}
	}
	raw, _ := json.Marshal(list) // texts
	return string(raw)
}

func notifications(tx *gorm.DB, orgID, where string, args ...any) ([]Notification, error) {
	var rows []struct {
		ID                                      string
		AlertTypes, Vehicles, Nodes, Recipients json.RawMessage
		Enabled                                 bool
	}
	err := tx.Raw(`SELECT n.id::text AS id, n.alert_types, n.vehicles, n.nodes, n.recipients, n.enabled FROM alerts.notification n WHERE n.org_id = ? AND `+where+` ORDER BY n.id`,
		append([]any{orgID}, args...)...).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read notification configurations: %w", err)
	}
	list := make([]Notification, len(rows))
	for i, r := range rows {
		list[i] = Notification{ID: r.ID, Enabled: r.Enabled}
		n := &list[i]
		for raw, into := range map[*json.RawMessage]*[]string{&r.AlertTypes: &n.AlertTypes, &r.Vehicles: &n.Vehicles, &r.Nodes: &n.Nodes, &r.Recipients: &n.Recipients} {
			if err := json.Unmarshal(*raw, into); err != nil {
				return nil, fmt.Errorf("read notification configuration %s: %w", r.ID, err)
			}
		}
	}
	return list, nil
}

// addresses finds who is mailed about an alert, by its vehicle's list and by configurations.
func addresses(tx *gorm.DB, orgID string, a alert.Alert) (found []string, err error) {
	kind := config.KindOf(a)
	err = tx.Raw(`SELECT email FROM alerts.email_list WHERE org_id = ? AND vehicle_id = ? AND alert_type = ? AND pin = ?
		UNION
		SELECT jsonb_array_elements_text(n.recipients) FROM alerts.notification n WHERE n.org_id = ? AND n.enabled AND n.alert_types @> to_jsonb(?::text)
			AND (n.vehicles @> to_jsonb(?::text) OR EXISTS (SELECT FROM alerts.fleet_vehicle v JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
				JOIN alerts.fleet_group top ON top.org_id = g.org_id AND n.nodes @> to_jsonb(top.id) AND starts_with(g.path, top.path) WHERE v.org_id = n.org_id AND v.id = ?))`,
		orgID, a.VehicleID, kind, a.Pin, orgID, a.AlertType, a.VehicleID, a.VehicleID).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("find who is mailed about alert %s: %w", a.ID, err)
	}
	return found, nil
}
