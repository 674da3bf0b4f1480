package device

import (
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// mostTogether is how many devices one statement adds or tells of.
const mostTogether = 5000

// Fit is a device that goes onto a vehicle, as its default one.
type Fit struct {
	DeviceID  string `json:"device_id"`
	VehicleID string `json:"vehicle_id"`
}

// newRow is a device as a statement that adds many takes it.
type newRow struct {
	DeviceID  string `json:"device_id"`
	Model     string `json:"model"`
	KeySHA256 string `json:"key_sha256"`
}

// Fitted tells of those devices among ids that are there whether they are on a vehicle.
func Fitted(tx *gorm.DB, orgID string, ids []string) (map[string]bool, error) {
	found, err := store.Rows[struct {
		DeviceID string
		Fitted   bool
	}](tx, `
		SELECT d.device_id, EXISTS (SELECT FROM vehicles.assignment a WHERE a.org_id = d.org_id AND a.device_id = d.device_id AND a.to_ms IS NULL) AS fitted
		FROM vehicles.device d WHERE d.org_id = ? AND d.device_id = ANY(?) AND d.deleted_at IS NULL`, orgID, store.List(ids))
	fitted := map[string]bool{}
	for _, f := range found {
		fitted[f.DeviceID] = f.Fitted
	}
	return fitted, err
}

// AddAll adds devices that came by an import, and fits these and others to vehicles that have none. ErrTaken when one of them was added, ErrFitted when one was fitted
// meanwhile.
func AddAll(tx *gorm.DB, orgID, importID string, list []Device, fits []Fit, fromMs int64) error {
	for some := range slices.Chunk(list, mostTogether) {
		rows := make([]newRow, len(some))
		for i, d := range some {
			rows[i] = newRow{d.ID, d.Model, d.KeySHA256}
		}
		body, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		n, err := store.Exec(tx, `
			INSERT INTO vehicles.device AS d (org_id, device_id, model, key_sha256, import_id)
			SELECT ?, r.device_id, r.model, r.key_sha256, ? FROM jsonb_to_recordset(?::jsonb) AS r (device_id text, model text, key_sha256 text)
			ON CONFLICT (org_id, device_id) DO UPDATE
			SET model = excluded.model, key_sha256 = excluded.key_sha256, import_id = excluded.import_id, disabled = false, deleted_at = NULL
			WHERE d.deleted_at IS NOT NULL`, orgID, importID, string(body))
		if err != nil {
			return err
		}
		if int(n) != len(some) {
			return ErrTaken
		}
	}
	for some := range slices.Chunk(fits, mostTogether) {
		if err := fitAll(tx, orgID, some, fromMs); err != nil {
			return err
		}
	}
	return nil
}

func fitAll(tx *gorm.DB, orgID string, fits []Fit, fromMs int64) error {
	body, err := json.Marshal(fits)
	if err != nil {
		return err
	}
	n, err := store.Exec(tx, `
		INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms, is_default)
		SELECT d.org_id, d.device_id, d.number, r.vehicle_id, ?, true FROM jsonb_to_recordset(?::jsonb) AS r (device_id text, vehicle_id text)
		JOIN vehicles.device d ON d.org_id = ? AND d.device_id = r.device_id AND d.deleted_at IS NULL`, fromMs, string(body), orgID)
	if store.Violates(err, "assignment_one_vehicle") || store.Violates(err, "assignment_pkey") || store.Violates(err, "assignment_open") || err == nil && int(n) != len(fits) {
		return ErrFitted
	}
	if err != nil {
		return err
	}
	ids := make([]string, len(fits))
	for i, f := range fits {
		ids[i] = f.DeviceID
	}
	return tellDevices(tx, orgID, ids)
}

// RemoveImported takes devices off an import's vehicles, which are about to go, and removes those that an import made, unless they are on other vehicles by now. It
// returns those that are gone.
func RemoveImported(tx *gorm.DB, orgID, importID string, at time.Time) (gone []string, err error) {
	off, err := store.Rows[string](tx, `
		UPDATE vehicles.assignment SET to_ms = greatest(?, from_ms + 1), is_default = false
		WHERE org_id = ? AND to_ms IS NULL AND vehicle_id IN (SELECT v.id FROM vehicles.vehicle v WHERE v.org_id = ? AND v.import_id = ? AND v.deleted_at IS NULL)
		RETURNING device_id`, at.UnixMilli(), orgID, orgID, importID)
	if err != nil {
		return nil, err
	}
	gone, err = store.Rows[string](tx, `
		UPDATE vehicles.device d SET deleted_at = ? WHERE d.org_id = ? AND d.import_id = ? AND d.deleted_at IS NULL
			AND NOT EXISTS (SELECT FROM vehicles.assignment a WHERE a.org_id = d.org_id AND a.device_id = d.device_id AND a.to_ms IS NULL)
		RETURNING d.device_id`, at, orgID, importID)
	if err != nil {
		return nil, err
	}
	changed := slices.Concat(off, gone)
	slices.Sort(changed)
	return gone, tellDevices(tx, orgID, slices.Compact(changed))
}

// tellDevices is tellDevice for many.
func tellDevices(tx *gorm.DB, orgID string, ids []string) error {
	for some := range slices.Chunk(ids, mostTogether) {
		found, err := store.Rows[deviceRow](tx, selectDevice+`AND d.device_id = ANY(?) ORDER BY d.device_id`, orgID, store.List(some))
		if err != nil {
			return err
		}
		history, err := historiesOf(tx, orgID, `AND device_id = ANY(?)`, store.List(some))
		if err != nil {
			return err
		}
		told := make([]events.DeviceChanged, len(found))
		for i, r := range found {
			told[i] = events.DeviceChanged{
				ID: r.DeviceID, VehicleID: r.VehicleID, KeySHA256: r.KeySHA256, Model: r.Model, Disabled: r.Disabled, Deleted: r.Deleted, Assignments: history[r.DeviceID],
			}
		}
		if err := events.PublishAll(tx, orgID, subjectControl, told); err != nil {
			return err
		}
		if err := events.PublishAll(tx, orgID, subjectDevice, told); err != nil {
			return err
		}
	}
	return nil
}
