package vehicle

import (
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// mostTogether is how many vehicles one statement adds.
const mostTogether = 5000

// newRow is a vehicle as a statement that adds many takes it.
type newRow struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Type         string `json:"type"`
	GroupID      string `json:"group_id"`
	Make         string `json:"make"`
	Model        string `json:"model"`
	Fuel         string `json:"fuel"`
	Displacement *int   `json:"displacement"`
	Year         *int   `json:"year"`
	VIN          string `json:"vin"`
	Notes        string `json:"notes"`
	Key          string `json:"key"`
}

// AddAll adds vehicles that came by an import; their ids are made, their groups are those of the caller's scope.
func AddAll(tx *gorm.DB, orgID, importID string, list []Vehicle) error {
	for some := range slices.Chunk(list, mostTogether) {
		rows := make([]newRow, len(some))
		told := make([]events.VehicleChanged, len(some))
		for i, v := range some {
			rows[i] = newRow{v.ID, v.Name, v.Type, v.GroupID, v.Make, v.Model, v.Fuel, v.Displacement, v.Year, v.VIN, v.Notes, v.Key}
			told[i] = events.VehicleChanged{ID: v.ID, Name: v.Name, Type: v.Type, GroupID: v.GroupID, Fuel: v.Fuel}
		}
		body, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		_, err = store.Exec(tx, `
			INSERT INTO vehicles.vehicle (org_id, id, name, type, group_id, make, model, fuel, displacement, year, vin, notes, key, import_id)
			SELECT ?, r.id, r.name, r.type, r.group_id, r.make, r.model, r.fuel, r.displacement, r.year, r.vin, r.notes, r.key, ?
			FROM jsonb_to_recordset(?::jsonb) AS r (id text, name text, type text, group_id text, make text, model text, fuel text, displacement integer, year integer, vin text, notes text, key text)`,
			orgID, importID, string(body))
		if err != nil {
			return keyTaken(err)
		}
		if err := events.PublishAll(tx, orgID, subjectVehicle, told); err != nil {
			return err
		}
	}
	return nil
}

// Imported are the ids of an import's vehicles that are there, held until the transaction ends. store.ErrNoRow if one of them is not in visible.
func Imported(tx *gorm.DB, orgID string, visible scope.Scope, importID string) ([]string, error) {
	condition, args := visible.Vehicles()
	found, err := store.Rows[struct {
		ID      string
		Visible bool
	}](tx, `
		SELECT v.id, `+condition+` AS visible FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
		WHERE v.org_id = ? AND v.import_id = ? AND v.deleted_at IS NULL ORDER BY v.id FOR UPDATE OF v`, append(args, orgID, importID)...)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, f := range found {
		if !f.Visible {
			return nil, store.ErrNoRow
		}
		ids[i] = f.ID
	}
	return ids, nil
}

// RemoveImported marks an import's vehicles as deleted; what hangs on them was taken off before.
func RemoveImported(tx *gorm.DB, orgID, importID string, at time.Time) error {
	removed, err := store.Rows[vehicleRow](tx, `
		UPDATE vehicles.vehicle SET deleted_at = ?, version = version + 1 WHERE org_id = ? AND import_id = ? AND deleted_at IS NULL
		RETURNING id, name, type, group_id`, at, orgID, importID)
	if err != nil {
		return err
	}
	told := make([]events.VehicleChanged, len(removed))
	for i, v := range removed {
		told[i] = events.VehicleChanged{ID: v.ID, Name: v.Name, Type: v.Type, GroupID: v.GroupID, Deleted: true}
	}
	return events.PublishAll(tx, orgID, subjectVehicle, told)
}
