package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
)

// Subject is the event that tells of a new alert.
const Subject = "event.alerts.alert"

// Vehicles finds the vehicle that a device was on at a time.
type Vehicles interface {
	VehicleAt(tx *gorm.DB, orgID, deviceID string, atMs int64) (replica.Vehicle, bool, error)
}

// Take keeps alerts of an organisation, each on the vehicle of its own time, and returns the ids of those that were not known yet. An alert of a device that the
// copy of the fleet does not know yet, or whose vehicle it does not, is an error: it is tried again.
func (s *Store) Take(ctx context.Context, orgID string, vehicles Vehicles, list []alert.Alert) (fresh []string, err error) {
	list = slices.Clone(list)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for i := range list {
			if err := place(tx, orgID, vehicles, &list[i]); err != nil {
				return err
			}
		}
		if fresh, err = s.insertAll(tx, orgID, list); err != nil {
			return err
		}
		return s.hold(tx, orgID, slices.DeleteFunc(list, func(a alert.Alert) bool { return a.VehicleID != "" || !slices.Contains(fresh, a.ID) }))
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
	return mustKnow(tx, orgID, *a)
}

// mustKnow is an error if the copy of the fleet does not know the device of an alert yet, which it finds on no vehicle at its time, or if that is on a
// vehicle of which nothing was heard yet: vehicles and devices are told of side by side, and what is on a vehicle must not become nobody's.
func mustKnow(tx *gorm.DB, orgID string, a alert.Alert) error {
	onUnknown, err := store.Rows[bool](tx, `SELECT EXISTS (SELECT FROM jsonb_array_elements(assignments) a WHERE (a->>'from_ms')::bigint <= ? AND coalesce((a->>'to_ms')::bigint, 0) = 0)
		FROM alerts.fleet_device WHERE org_id = ? AND id = ?`, a.EventMs, orgID, a.DeviceID)
	switch {
	case err != nil:
		return err
	case len(onUnknown) == 0:
		return fmt.Errorf("device %s is not known", a.DeviceID)
	case onUnknown[0]:
		return fmt.Errorf("the vehicle of device %s is not known", a.DeviceID)
	}
	return nil
}

// Unplaced are the newest alerts of an organisation whose zone and address were not found out yet.
func (s *Store) Unplaced(ctx context.Context, orgID string, limit int) (found []alert.Alert, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[alert.Alert](tx, `SELECT a.id::text AS id, a.lat, a.lng FROM alerts.alert a WHERE a.org_id = ? AND NOT a.placed AND a.lat IS NOT NULL ORDER BY a.event_ms DESC LIMIT ?`, orgID, limit)
		return err
	})
	return found, wrap(err, "find alerts without a place")
}

// Place writes zones and addresses.
func (s *Store) Place(ctx context.Context, orgID string, list []alert.Alert) error {
	type placed struct {
		ID      string `json:"id"`
		Zone    string `json:"zone"`
		Address string `json:"address"`
	}
	rows := make([]placed, len(list))
	for i, a := range list {
		rows[i] = placed{a.ID, a.Zone, a.Address}
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("write places: %w", err)
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `WITH found AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS f (id uuid, zone text, address text)),
				locked AS (SELECT a.id FROM alerts.alert a JOIN found f ON f.id = a.id WHERE a.org_id = ? ORDER BY a.id FOR UPDATE OF a)
			UPDATE alerts.alert a SET zone = f.zone, address = f.address, placed = true FROM found f, locked l
			WHERE a.org_id = ? AND a.id = l.id AND f.id = l.id`, string(raw), orgID, orgID)
		return err
	})
	return wrap(err, "write places")
}
