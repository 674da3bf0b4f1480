package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

const (
	// fittedLater is how far back a device may be fitted for alerts of then to be raised.
	fittedLater = 31 * 24 * time.Hour
	// fittedAtOnce bounds the alerts that one transaction places.
	fittedAtOnce = 200
)

// hold keeps alerts whose device was on no vehicle until it is known to have been on one.
func (s *Store) hold(tx *gorm.DB, orgID string, list []alert.Alert) error {
	for _, a := range list {
		raw, err := json.Marshal(a)
		if err != nil {
			return fmt.Errorf("keep alert %s: %w", a.ID, err)
		}
		_, err = store.Exec(tx, `INSERT INTO alerts.unfitted (org_id, id, device_id, event_ms, alert) VALUES (?, ?::uuid, ?, ?, ?::jsonb)
			ON CONFLICT (org_id, id) DO UPDATE SET alert = excluded.alert, due = true`, orgID, a.ID, a.DeviceID, a.EventMs, string(raw))
		if err != nil {
			return err
		}
		_, err = store.Exec(tx, `DELETE FROM alerts.unfitted WHERE org_id = ? AND device_id = ? AND event_ms < ?`, orgID, a.DeviceID, s.now().Add(-fittedLater).UnixMilli())
		if err != nil {
			return err
		}
	}
	return nil
}

// DeviceTold implements replica.DeviceTold: alerts that a device raised while it was on no vehicle are looked at again.
func (s *Store) DeviceTold(tx *gorm.DB, orgID string, d events.DeviceChanged) error {
	_, err := store.Exec(tx, `UPDATE alerts.unfitted SET due = true WHERE org_id = ? AND device_id = ?`, orgID, d.ID)
	return err
}

// Fitted raises the alerts whose device is known by now to have been on a vehicle, and returns their ids by organisation.
func (s SpeedingStore) Fitted(ctx context.Context) (raised map[string][]string, err error) {
	var organisations []string
	err = s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		organisations, err = store.Rows[string](tx, `SELECT DISTINCT org_id FROM alerts.unfitted WHERE due ORDER BY org_id`)
		return err
	})
	raised = map[string][]string{}
	for _, orgID := range organisations {
		if err == nil {
			err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
				raised[orgID], err = s.fitted(tx, orgID)
				return err
			})
		}
	}
	return raised, wrap(err, "place alerts of devices that were fitted later")
}

func (s SpeedingStore) fitted(tx *gorm.DB, orgID string) (raised []string, err error) {
	var held []json.RawMessage
	held, err = store.Rows[json.RawMessage](tx, `SELECT alert FROM alerts.unfitted WHERE org_id = ? AND due ORDER BY event_ms, id LIMIT ? FOR UPDATE`, orgID, fittedAtOnce)
	if err != nil {
		return nil, err
	}
	for _, raw := range held {
		var a alert.Alert
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, fmt.Errorf("read an alert of a device on no vehicle: %w", err)
		}
		on, err := s.fit(tx, orgID, &a)
		if err != nil {
			return nil, err
		}
		if on {
			raised = append(raised, a.ID)
		}
	}
	return raised, nil
}

// fit finds the vehicle of an alert that is held; false if its device is still on none, or if it is no alert of that vehicle's.
func (s SpeedingStore) fit(tx *gorm.DB, orgID string, a *alert.Alert) (raised bool, err error) {
	v, on, err := s.Vehicles.VehicleAt(tx, orgID, a.DeviceID, a.EventMs)
	if err != nil {
		return false, err
	}
	if !on {
		if mustKnow(tx, orgID, *a) != nil {
			return false, nil // the vehicle is told of in a moment
		}
		_, err := store.Exec(tx, `UPDATE alerts.unfitted SET due = false WHERE org_id = ? AND id = ?::uuid`, orgID, a.ID)
		return false, err
	}
	a.VehicleID = v.ID
	if _, err := store.Exec(tx, `DELETE FROM alerts.unfitted WHERE org_id = ? AND id = ?::uuid`, orgID, a.ID); err != nil {
		return false, err
	}
	var kept bool
	kept, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM alerts.alert WHERE org_id = ? AND id = ?::uuid)`, orgID, a.ID)
	if err != nil {
		return false, err
	}
	if kept {
		return s.move(tx, orgID, a)
	}
	if covered, err := isCovered(tx, orgID, *a, nil); err != nil || covered {
		return false, err
	}
	return s.Insert(tx, orgID, *a)
}

// move gives an alert that is kept as no vehicle's to its vehicle, as if it were new there. One that is switched off on that vehicle stays nobody's.
func (s *Store) move(tx *gorm.DB, orgID string, a *alert.Alert) (moved bool, err error) {
	wanted, err := s.before(tx, orgID, a)
	if err != nil || !wanted {
		return false, err
	}
	changed, err := store.Exec(tx, `UPDATE alerts.alert SET vehicle_id = ?, fileset_request_id = ?, evidence_status = ? WHERE org_id = ? AND id = ?::uuid AND vehicle_id = ''`,
		a.VehicleID, a.FilesetRequestID, a.EvidenceStatus, orgID, a.ID)
	if err != nil || changed == 0 {
		return false, err
	}
	return true, s.kept(tx, orgID, *a)
}
