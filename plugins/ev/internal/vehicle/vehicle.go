// Package vehicle is what is known of an electric vehicle: its battery, how full it is, and how far it has to go.
package vehicle

import (
	"fmt"
	"math"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// LowAlert is the alert type of a vehicle whose charge is low.
const LowAlert = "ev_low_charge"

// recovered is by how many percent a charge must be above the threshold until the vehicle is not low any more.
const recovered = 3

// Battery is a vehicle's.
type Battery struct {
	ID         string
	Type       string
	BatteryKWh *float64 `gorm:"column:battery_kwh"` // as its readings say; nil: they do not
	NeedM      *float64
	NowPercent *float64
	NowMs      int64
	RangeM     *float64
	Charging   bool
	PowerKW    float64 `gorm:"column:power_kw"`
	Lat, Lng   *float64
	LowSince   int64
}

// KWh is what its battery holds.
func (b Battery) KWh() float64 {
	if b.BatteryKWh != nil {
		return *b.BatteryKWh
	}
	switch b.Type {
	case "truck":
		return 400
	case "bus", "schoolbus", "bintruck":
		return 300
	case "van":
		return 70
	case "motorbike":
		return 10
	case "bicycle":
		return 1
	default:
		return 60
	}
}

const columns = `SELECT id, type, battery_kwh, need_m, now_percent, now_ms, range_m, charging, power_kw, lat, lng, low_since FROM ev.vehicle WHERE org_id = ?`

// Find is a vehicle's battery; one that nobody has told of yet has nothing known.
func Find(tx *gorm.DB, orgID, id string) (Battery, error) {
	found, err := store.Rows[Battery](tx, columns+` AND id = ?`, orgID, id)
	if err != nil || len(found) == 0 {
		return Battery{ID: id}, err
	}
	return found[0], nil
}

// All are the batteries of an organisation by id.
func All(tx *gorm.DB, orgID string) (map[string]Battery, error) {
	found, err := store.Rows[Battery](tx, columns, orgID)
	if err != nil {
		return nil, fmt.Errorf("list batteries: %w", err)
	}
	all := make(map[string]Battery, len(found))
	for _, b := range found {
		all[b.ID] = b
	}
	return all, nil
}

// Changed notes what a vehicle is; see replica.OnVehicle.
func Changed(tx *gorm.DB, orgID string, v events.VehicleChanged) error {
	_, err := store.Exec(tx, `INSERT INTO ev.vehicle (org_id, id, type) VALUES (?, ?, ?) ON CONFLICT (org_id, id) DO UPDATE SET type = excluded.type`, orgID, v.ID, v.Type)
	return err
}

// SetNeed keeps how far a vehicle has to go in a day; nil: nobody says.
func SetNeed(tx *gorm.DB, orgID, id string, metres *float64) error {
	_, err := store.Exec(tx, `INSERT INTO ev.vehicle (org_id, id, need_m) VALUES (?, ?, ?) ON CONFLICT (org_id, id) DO UPDATE SET need_m = excluded.need_m`, orgID, id, metres)
	return err
}

// Now notes the newest of a vehicle, unless something newer is known, and raises or ends the alert of a low charge.
func Now(tx *gorm.DB, orgID string, before, now Battery, lowPercent float64) error {
	if now.NowPercent == nil {
		now.NowPercent = before.NowPercent // it does not say any more; what it says of charging counts
	}
	if now.NowMs <= before.NowMs || now.NowPercent == nil {
		return nil
	}
	now.LowSince = before.LowSince
	switch soc := *now.NowPercent; {
	case before.LowSince == 0 && soc < lowPercent && !now.Charging:
		now.LowSince = now.NowMs
	case before.LowSince != 0 && (now.Charging || soc >= lowPercent+recovered):
		now.LowSince = 0
	}
	_, err := store.Exec(tx, `INSERT INTO ev.vehicle AS v (org_id, id, battery_kwh, now_percent, now_ms, range_m, charging, power_kw, lat, lng, low_since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET battery_kwh = coalesce(excluded.battery_kwh, v.battery_kwh), now_percent = excluded.now_percent, now_ms = excluded.now_ms, range_m = excluded.range_m,
			charging = excluded.charging, power_kw = excluded.power_kw, lat = coalesce(excluded.lat, v.lat), lng = coalesce(excluded.lng, v.lng), low_since = excluded.low_since`,
		orgID, now.ID, now.BatteryKWh, now.NowPercent, now.NowMs, now.RangeM, now.Charging, now.PowerKW, now.Lat, now.Lng, now.LowSince)
	if err != nil {
		return fmt.Errorf("note the charge of vehicle %s: %w", now.ID, err)
	}
	if now.LowSince == before.LowSince {
		return nil
	}
	since := max(before.LowSince, now.LowSince)
	a := events.AlertRaised{
		ID: fmt.Sprintf("%s:low:%d", now.ID, since), Type: LowAlert, VehicleID: now.ID, TimeMs: since, StartMs: since, Lat: now.Lat, Lng: now.Lng,
		Values: map[string]any{"soc": math.Round(10**now.NowPercent) / 10},
	}
	if now.RangeM != nil {
		a.Values["range"] = *now.RangeM
	}
	if now.LowSince == 0 {
		a.EndMs = now.NowMs
	}
	return events.RaiseAlert(tx, orgID, "ev", a)
}
