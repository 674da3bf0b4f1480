// Package vehicle is what is known of a vehicle that has a tank: what it burns, how much goes in, and how much is in now.
package vehicle

import (
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Tank is a vehicle's.
type Tank struct {
	ID         string
	Fuel       string // "diesel"; empty: nobody said
	Type       string
	TankL      *float64 // as a person entered it
	LearnedL   *float64 // by its readings
	NowPercent *float64
	NowMs      int64
}

// Litres is what its tank holds, and whether that is only assumed.
func (t Tank) Litres() (litres float64, assumed bool) {
	switch {
	case t.TankL != nil:
		return *t.TankL, false
	case t.LearnedL != nil:
		return *t.LearnedL, false
	}
	switch t.Type {
	case "truck":
		return 400, true
	case "bus", "schoolbus", "bintruck":
		return 250, true
	case "van":
		return 80, true
	case "motorbike":
		return 15, true
	default:
		return 55, true
	}
}

// IdleLph is how many litres an hour its engine takes while it stands, where no counter says it.
func (t Tank) IdleLph() float64 {
	switch t.Type {
	case "truck", "bus", "schoolbus", "bintruck":
		return 2.5
	default:
		return 0.9
	}
}

// CO2PerL is how many kilograms of carbon dioxide a litre of a fuel gives when it is burnt (IPCC 2006, volume 2, at usual densities). What is not sold by the litre gives none here.
func CO2PerL(fuel string) float64 {
	switch fuel {
	case "petrol", "hybrid":
		return 2.31
	case "lpg":
		return 1.61
	case "electric", "hydrogen", "cng":
		return 0
	default:
		return 2.68 // diesel, and what nobody said
	}
}

const columns = `SELECT id, fuel, type, tank_l, learned_l, now_percent, now_ms FROM fuel.vehicle WHERE org_id = ?`

// Find is a vehicle's tank; one that nobody has told of yet has nothing known.
func Find(tx *gorm.DB, orgID, id string) (Tank, error) {
	found, err := store.Rows[Tank](tx, columns+` AND id = ?`, orgID, id)
	if err != nil || len(found) == 0 {
		return Tank{ID: id}, err
	}
	return found[0], nil
}

// ByID are the tanks of some vehicles, all of them; of one that nobody has told of yet nothing is known.
func ByID(tx *gorm.DB, orgID string, ids []string) (map[string]Tank, error) {
	found, err := store.Rows[Tank](tx, columns+` AND id = ANY(?)`, orgID, store.List(ids))
	if err != nil {
		return nil, fmt.Errorf("find tanks: %w", err)
	}
	byID := make(map[string]Tank, len(ids))
	for _, id := range ids {
		byID[id] = Tank{ID: id}
	}
	for _, t := range found {
		byID[t.ID] = t
	}
	return byID, nil
}

// All are the tanks of an organisation by id.
func All(tx *gorm.DB, orgID string) (map[string]Tank, error) {
	found, err := store.Rows[Tank](tx, columns, orgID)
	if err != nil {
		return nil, fmt.Errorf("list tanks: %w", err)
	}
	all := make(map[string]Tank, len(found))
	for _, t := range found {
		all[t.ID] = t
	}
	return all, nil
}

// Changed notes what a vehicle is; see replica.OnVehicle.
func Changed(tx *gorm.DB, orgID string, v events.VehicleChanged) error {
	_, err := store.Exec(tx, `INSERT INTO fuel.vehicle (org_id, id, fuel, type) VALUES (?, ?, ?, ?) ON CONFLICT (org_id, id) DO UPDATE SET fuel = excluded.fuel, type = excluded.type`,
		orgID, v.ID, v.Fuel, v.Type)
	return err
}

// Level is how full a tank was at a time, in percent, and what its readings say about its size, in litres; nil: nothing.
type Level struct {
	VehicleID string
	Percent   float64
	AtMs      int64
	LearnedL  *float64
}

// Now notes how full tanks are, in the order of their vehicles, unless something newer is known. Where something newer is known nothing is written, and nobody waited for: the
// past of many vehicles is judged in one transaction.
func Now(tx *gorm.DB, orgID string, list []Level) error {
	if len(list) == 0 {
		return nil
	}
	n, c := len(list), store.NewColumns(128*len(list))
	_, err := store.Exec(tx, `INSERT INTO fuel.vehicle AS v (org_id, id, now_percent, now_ms, learned_l)
		SELECT ?, fresh.id, fresh.percent, fresh.at_ms, fresh.learned_l FROM unnest(?::text[], ?::float8[], ?::bigint[], ?::float8[]) AS fresh(id, percent, at_ms, learned_l)
		WHERE NOT EXISTS (SELECT FROM fuel.vehicle newer WHERE newer.org_id = ? AND newer.id = fresh.id AND newer.now_ms > fresh.at_ms) ON CONFLICT (org_id, id) DO UPDATE SET
		now_percent = excluded.now_percent, now_ms = excluded.now_ms, learned_l = coalesce(excluded.learned_l, v.learned_l) WHERE v.now_ms <= excluded.now_ms`, orgID,
		c.Texts(n, func(i int) *string { return &list[i].VehicleID }), c.Floats(n, func(i int) *float64 { return &list[i].Percent }),
		c.Longs(n, func(i int) int64 { return list[i].AtMs }), c.Floats(n, func(i int) *float64 { return list[i].LearnedL }), orgID)
	if err != nil {
		return fmt.Errorf("note how full tanks are: %w", err)
	}
	return nil
}

// SetTank keeps what a person entered, and says by what factor the tank has grown.
func SetTank(tx *gorm.DB, orgID, id string, litres float64) (factor float64, err error) {
	t, err := Find(tx, orgID, id)
	if err != nil {
		return 1, err
	}
	before, _ := t.Litres()
	_, err = store.Exec(tx, `INSERT INTO fuel.vehicle (org_id, id, tank_l) VALUES (?, ?, ?) ON CONFLICT (org_id, id) DO UPDATE SET tank_l = excluded.tank_l`, orgID, id, litres)
	return litres / before, err
}
