// Package mailing tells people of alerts: it keeps who is to be mailed, gathers the alerts of each address into mails, and writes them in the reader's
// language, units and time.
package mailing

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
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

// entryRow is one address of a vehicle's list.
type entryRow struct {
	OrgID     string `gorm:"primaryKey"`
	VehicleID string `gorm:"primaryKey"`
	AlertType string `gorm:"primaryKey"`
	Pin       int    `gorm:"primaryKey"`
	Email     string `gorm:"primaryKey"`
}

// TableName is where gorm finds lists.
func (entryRow) TableName() string { return "alerts.email_list" }

// addTo adds entries to a vehicle's list.
func addTo(tx *gorm.DB, orgID, vehicleID string, entries []Entry) error {
	var rows []entryRow
	for _, e := range entries {
		for _, email := range e.Emails {
			rows = append(rows, entryRow{OrgID: orgID, VehicleID: vehicleID, AlertType: e.AlertType, Pin: e.Pin, Email: email})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error; err != nil {
		return fmt.Errorf("add to the e-mail list of vehicle %s: %w", vehicleID, err)
	}
	return nil
}

// clearList empties a vehicle's list.
func clearList(tx *gorm.DB, orgID, vehicleID string) error {
	if err := tx.Where("org_id = ? AND vehicle_id = ?", orgID, vehicleID).Delete(&entryRow{}).Error; err != nil {
		return fmt.Errorf("empty the e-mail list of vehicle %s: %w", vehicleID, err)
	}
	return nil
}

// listsOf reads the lists of vehicles.
func listsOf(tx *gorm.DB, orgID string, vehicles []string) (map[string][]Entry, error) {
	type row struct {
		VehicleID string
		AlertType string
		Pin       int
		Emails    json.RawMessage
	}
	rows, err := store.Rows[row](tx, `SELECT vehicle_id, alert_type, pin, json_agg(email ORDER BY email) AS emails FROM alerts.email_list
		WHERE org_id = ? AND vehicle_id = ANY(?) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`, orgID, &vehicles)
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

// notificationRow is how a configuration is kept. No list of it is nil.
type notificationRow struct {
	OrgID      string   `gorm:"primaryKey"`
	ID         string   `gorm:"primaryKey"`
	AlertTypes []string `gorm:"serializer:json"`
	Vehicles   []string `gorm:"serializer:json"`
	Nodes      []string `gorm:"serializer:json"`
	Recipients []string `gorm:"serializer:json"`
	Enabled    bool
}

// TableName is where gorm finds configurations.
func (notificationRow) TableName() string { return "alerts.notification" }

// saveNotification writes a configuration over the one with its id.
func saveNotification(tx *gorm.DB, orgID string, n Notification) error {
	row := notificationRow{
		OrgID: orgID, ID: n.ID, AlertTypes: orEmpty(n.AlertTypes), Vehicles: orEmpty(n.Vehicles), Nodes: orEmpty(n.Nodes), Recipients: orEmpty(n.Recipients), Enabled: n.Enabled,
	}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// notifications reads those of an organisation n of which a condition is true.
func notifications(tx *gorm.DB, orgID, where string, args ...any) ([]Notification, error) {
	var rows []notificationRow
	err := tx.Table("alerts.notification AS n").Where("n.org_id = ?", orgID).Where(where, args...).Order("n.id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read notification configurations: %w", err)
	}
	list := make([]Notification, len(rows))
	for i, r := range rows {
		list[i] = Notification{ID: r.ID, AlertTypes: r.AlertTypes, Vehicles: r.Vehicles, Nodes: r.Nodes, Recipients: r.Recipients, Enabled: r.Enabled}
	}
	return list, nil
}

// addresses finds who is mailed about an alert, by its vehicle's list and by configurations.
func addresses(tx *gorm.DB, orgID string, a alert.Alert) (found []string, err error) {
	kind := config.KindOf(a)
	found, err = store.Rows[string](tx, `SELECT email FROM alerts.email_list WHERE org_id = ? AND vehicle_id = ? AND alert_type = ? AND pin = ?
		UNION
		SELECT jsonb_array_elements_text(n.recipients) FROM alerts.notification n WHERE n.org_id = ? AND n.enabled AND n.alert_types @> to_jsonb(?::text)
			AND (n.vehicles @> to_jsonb(?::text) OR EXISTS (SELECT FROM alerts.fleet_vehicle v JOIN alerts.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
				JOIN alerts.fleet_group top ON top.org_id = g.org_id AND n.nodes @> to_jsonb(top.id) AND starts_with(g.path, top.path) WHERE v.org_id = n.org_id AND v.id = ?))`,
		orgID, a.VehicleID, kind, a.Pin, orgID, a.AlertType, a.VehicleID, a.VehicleID)
	if err != nil {
		return nil, fmt.Errorf("find who is mailed about alert %s: %w", a.ID, err)
	}
	return found, nil
}
