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

// ByID are the batteries of some vehicles, all of them; of one that nobody has told of yet nothing is known.
func ByID(tx *gorm.DB, orgID string, ids []string) (map[string]Battery, error) {
	found, err := store.Rows[Battery](tx, columns+` AND id = ANY(?)`, orgID, store.List(ids))
	if err != nil {
		return nil, fmt.Errorf("find batteries: %w", err)
	}
	byID := make(map[string]Battery, len(ids))
	for _, id := range ids {
		byID[id] = Battery{ID: id}
	}
	for _, b := range found {
		byID[b.ID] = b
	}
	return byID, nil
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

// Update is the newest of a vehicle beside what was known of it before.
type Update struct{ Before, Now Battery }

// Now notes the newest of vehicles, in their order, unless something newer is known, and raises or ends the alerts of a low charge.
func Now(tx *gorm.DB, orgID string, list []Update, lowPercent float64) error {
	var fresh []Update
	for _, n := range list {
		if n.Now.NowPercent == nil {
			n.Now.NowPercent = n.Before.NowPercent // it does not say any more; what it says of charging counts
		}
		if n.Now.NowMs <= n.Before.NowMs || n.Now.NowPercent == nil {
			continue
		}
		n.Now.LowSince = n.Before.LowSince
		switch soc := *n.Now.NowPercent; {
		case n.Before.LowSince == 0 && soc < lowPercent && !n.Now.Charging:
			n.Now.LowSince = n.Now.NowMs
		case n.Before.LowSince != 0 && (n.Now.Charging || soc >= lowPercent+recovered):
			n.Now.LowSince = 0
		}
		fresh = append(fresh, n)
	}
	if len(fresh) == 0 {
		return nil
	}
	if err := write(tx, orgID, fresh); err != nil {
		return fmt.Errorf("note the charge of %d vehicles: %w", len(fresh), err)
	}
	for _, n := range fresh {
		if n.Now.LowSince == n.Before.LowSince {
			continue
		}
		if err := events.RaiseAlert(tx, orgID, "ev", alertOf(n)); err != nil {
			return err
		}
	}
	return nil
}

func write(tx *gorm.DB, orgID string, list []Update) error {
	n, c := len(list), store.NewColumns(256*len(list))
	float := func(of func(b *Battery) *float64) store.Array {
		return c.Floats(n, func(i int) *float64 { return of(&list[i].Now) })
	}
	long := func(of func(b *Battery) int64) store.Array {
		return c.Longs(n, func(i int) int64 { return of(&list[i].Now) })
	}
	_, err := store.Exec(tx, `INSERT INTO ev.vehicle AS v (org_id, id, battery_kwh, now_percent, now_ms, range_m, charging, power_kw, lat, lng, low_since)
		SELECT ?, unnest(?::text[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[]), unnest(?::float8[]), unnest(?::boolean[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[])
		ON CONFLICT (org_id, id) DO UPDATE SET battery_kwh = coalesce(excluded.battery_kwh, v.battery_kwh), now_percent = excluded.now_percent, now_ms = excluded.now_ms, range_m = excluded.range_m,
			charging = excluded.charging, power_kw = excluded.power_kw, lat = coalesce(excluded.lat, v.lat), lng = coalesce(excluded.lng, v.lng), low_since = excluded.low_since`,
		orgID, c.Texts(n, func(i int) *string { return &list[i].Now.ID }), float(func(b *Battery) *float64 { return b.BatteryKWh }), float(func(b *Battery) *float64 { return b.NowPercent }),
		long(func(b *Battery) int64 { return b.NowMs }), float(func(b *Battery) *float64 { return b.RangeM }), c.Bools(n, func(i int) *bool { return &list[i].Now.Charging }),
		float(func(b *Battery) *float64 { return &b.PowerKW }), float(func(b *Battery) *float64 { return b.Lat }), float(func(b *Battery) *float64 { return b.Lng }),
		long(func(b *Battery) int64 { return b.LowSince }))
	return err
}

// alertOf is the alert of a vehicle whose charge has become low, or is not low any more.
func alertOf(n Update) events.AlertRaised {
	since := max(n.Before.LowSince, n.Now.LowSince)
	a := events.AlertRaised{
		ID: fmt.Sprintf("%s:low:%d", n.Now.ID, since), Type: LowAlert, VehicleID: n.Now.ID, TimeMs: since, StartMs: since, Lat: n.Now.Lat, Lng: n.Now.Lng,
		Values: map[string]any{"soc": math.Round(10**n.Now.NowPercent) / 10},
	}
	if n.Now.RangeM != nil {
		a.Values["range"] = *n.Now.RangeM
	}
	if n.Now.LowSince == 0 {
		a.EndMs = n.Now.NowMs
	}
	return a
}
