package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
)

// Subject is the event that tells of a new alert.
const Subject = "event.alerts.alert"

// Raised is the data of Subject.
type Raised struct {
	ID        string   `json:"id"`
	AlertType string   `json:"alert_type"`
	Label     string   `json:"label,omitempty"`
	VehicleID string   `json:"vehicle_id"`
	DeviceID  string   `json:"device_id"`
	TimeMs    int64    `json:"time_ms"`
	Lat       *float64 `json:"lat"`
	Lng       *float64 `json:"lng"`
	Severity  int      `json:"severity"`
	Pin       int      `json:"pin,omitempty"`
}

// Vehicles finds the vehicle that a device was on at a time.
type Vehicles interface {
	VehicleAt(tx *gorm.DB, orgID, deviceID string, atMs int64) (replica.Vehicle, bool, error)
}

// Take keeps alerts of an organisation, each on the vehicle of its own time, and returns the ids of those that were not known yet. An alert of a device that the
// copy of the fleet does not know yet is an error: it is tried again.
func (s *Store) Take(ctx context.Context, orgID string, vehicles Vehicles, list []alert.Alert) (fresh []string, err error) {
	err = s.write(ctx, orgID, func(tx *gorm.DB) error {
		fresh = nil
		for _, a := range list {
			if err := place(tx, orgID, vehicles, &a); err != nil {
				return err
			}
			isNew, err := s.Insert(tx, orgID, a)
			if err != nil {
				return err
			}
			if isNew {
				fresh = append(fresh, a.ID)
			}
		}
		return nil
	})
	return fresh, wrap(err, "take alerts")
}

// place finds the vehicle of an alert, unless it has one.
func place(tx *gorm.DB, orgID string, vehicles Vehicles, a *alert.Alert) error {
	if a.VehicleID != "" {
		return nil
	}
	v, on, err := vehicles.VehicleAt(tx, orgID, a.DeviceID, a.EventMs)
	if err != nil {
		return err
	}
	if on {
		a.VehicleID = v.ID
		return nil
	}
	var known bool
	if err := tx.Raw(`SELECT EXISTS (SELECT FROM alerts.fleet_device WHERE org_id = ? AND id = ?)`, orgID, a.DeviceID).Scan(&known).Error; err != nil {
		return err
	}
	if !known {
		return fmt.Errorf("device %s is not known", a.DeviceID)
	}
	return nil
}

// Follower has its say about new alerts, within the transaction that keeps them.
type Follower interface {
	// Before completes an alert that may be new. wanted is false for one that nobody wants to have.
	Before(tx *gorm.DB, orgID string, a *alert.Alert) (wanted bool, err error)
	// After is told of an alert that was kept.
	After(tx *gorm.DB, orgID string, a alert.Alert) error
}

// Follow adds followers; call it before the store is used.
func (s *Store) Follow(followers ...Follower) { s.followers = append(s.followers, followers...) }

// Insert keeps an alert that is on its vehicle already, unless it is known, and publishes that it is new.
func (s *Store) Insert(tx *gorm.DB, orgID string, a alert.Alert) (isNew bool, err error) {
	for _, f := range s.followers {
		if wanted, err := f.Before(tx, orgID, &a); err != nil || !wanted {
			return false, err
		}
	}
	if isNew, err = insert(tx, orgID, a); err != nil || !isNew {
		return false, err
	}
	for _, f := range s.followers {
		if err := f.After(tx, orgID, a); err != nil {
			return false, err
		}
	}
	return true, nil
}

func insert(tx *gorm.DB, orgID string, a alert.Alert) (isNew bool, err error) {
	done := tx.Exec(`
		INSERT INTO alerts.alert (org_id, id, kind, alert_type, alert_subtype, prediction_label, predictions, severity, pin, channel, device_id, vehicle_id,
			event_ms, duration_ms, lat, lng, zone, address, placed, speed_kmh, heading_deg, speed_limit_kmh, accel_g, details, quality, received_ms,
			fileset_request_id, evidence_status)
		VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULLIF(?, '')::jsonb, ?::jsonb, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
		orgID, a.ID, a.Kind, a.AlertType, a.AlertSubtype, a.PredictionLabel, text(a.Predictions, "[]"), a.Severity, a.Pin, a.Channel, a.DeviceID, a.VehicleID,
		a.EventMs, a.DurationMs, a.Lat, a.Lng, a.Zone, a.Address, a.Placed, a.SpeedKmh, a.HeadingDeg, a.SpeedLimitKmh, text(a.AccelG, ""), text(a.Details, "{}"),
		a.Quality, a.ReceivedMs, a.FilesetRequestID, a.EvidenceStatus)
	if done.Error != nil || done.RowsAffected == 0 {
		return false, done.Error
	}
	return true, events.Publish(tx, orgID, Subject, Raised{
		ID: a.ID, AlertType: a.AlertType, Label: a.PredictionLabel, VehicleID: a.VehicleID, DeviceID: a.DeviceID, TimeMs: a.EventMs, Lat: a.Lat, Lng: a.Lng,
		Severity: a.Severity, Pin: a.Pin,
	})
}

func text(raw json.RawMessage, without string) string {
	if len(raw) == 0 {
		return without
	}
	return string(raw)
}

// Unplaced are the newest alerts of an organisation whose zone and address were not found out yet.
func (s *Store) Unplaced(ctx context.Context, orgID string, limit int) (found []alert.Alert, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT a.id::text AS id, a.lat, a.lng FROM alerts.alert a WHERE a.org_id = ? AND NOT a.placed AND a.lat IS NOT NULL ORDER BY a.event_ms DESC LIMIT ?`, orgID, limit).Scan(&found).Error
	})
	return found, wrap(err, "find alerts without a place")
}

// Place writes zones and addresses.
func (s *Store) Place(ctx context.Context, orgID string, list []alert.Alert) error {
	err := s.write(ctx, orgID, func(tx *gorm.DB) error {
		for _, a := range list {
			if err := tx.Exec(`UPDATE alerts.alert SET zone = ?, address = ?, placed = true WHERE org_id = ? AND id = ?`, a.Zone, a.Address, orgID, a.ID).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "write places")
}
