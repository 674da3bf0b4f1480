package history

import (
	"database/sql"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Carrier is a vehicle and the devices that it carried in a time, the best first: the default one, then by their ids.
type Carrier struct {
	OrgID, VehicleID string
	Devices          []string
}

// CarrierOf says which devices a vehicle carried from a time to before another, in Unix milliseconds. Whether the caller may see the vehicle is asked before.
func CarrierOf(tx *gorm.DB, orgID, vehicleID string, fromMs, toMs int64) (Carrier, error) {
	fitted, err := FittedTo(tx, orgID, []string{vehicleID}, fromMs, toMs)
	return fitted.Carrier(orgID, vehicleID, fromMs, toMs), err
}

const selectOpen = `
SELECT s.device_id, s.time_ms, s.lat, s.lng, s.speed_kmh, s.heading_deg, s.altitude_m, s.ignition, s.speed_limit_kmh, s.odometer_m, s.signal, s.fuel_percent, s.battery_percent, s.can
FROM vehicles.sample s
WHERE s.org_id = ? AND s.device_id = ANY(?) AND s.vehicle_id = ? AND s.time_ms >= ? AND s.time_ms < ? ORDER BY s.time_ms, s.device_id`

// All are the readings of all devices on a vehicle from a time to before another, the oldest first, at most limit; 0: no limit.
func (c Carrier) All(tx *gorm.DB, fromMs, toMs int64, limit int) ([]Reading, error) {
	// The open ones first: what is packed in between is then read twice, and would otherwise not be read at all.
	open, err := c.open(tx, fromMs, toMs, limit)
	if err != nil {
		return nil, fmt.Errorf("read the history of vehicle %s: %w", c.VehicleID, err)
	}
	packed, err := c.packed(tx, fromMs, toMs, limit)
	if err != nil {
		return nil, fmt.Errorf("read the packed history of vehicle %s: %w", c.VehicleID, err)
	}
	list := Merge(packed, open)
	if limit > 0 {
		list = list[:min(len(list), limit)]
	}
	return list, nil
}

// open reads rows without the detour over gorm's names: a day has many thousands.
func (c Carrier) open(tx *gorm.DB, fromMs, toMs int64, limit int) (list []Reading, err error) {
	query, args := selectOpen, []any{c.OrgID, store.List(c.Devices), c.VehicleID, fromMs, toMs}
	if limit > 0 {
		query, args = query+` LIMIT ?`, append(args, limit)
	}
	err = store.Each(tx, func(found *sql.Rows) error {
		var deviceID string
		var timeMs int64
		var lat, lng, speed, heading, altitude, speedLimit, odometer, fuel, battery *float64
		var ignition *bool
		var signal *int
		var bus sql.RawBytes
		if err := found.Scan(&deviceID, &timeMs, &lat, &lng, &speed, &heading, &altitude, &ignition, &speedLimit, &odometer, &signal, &fuel, &battery, &bus); err != nil {
			return err
		}
		list = append(list, Reading{DeviceID: deviceID, TimeMs: timeMs})
		r := &list[len(list)-1]
		if lat != nil && lng != nil {
			r.Lat, r.Lng, r.Has = *lat, *lng, r.Has|HasPosition
		}
		r.put(HasSpeed, &r.SpeedKmh, speed)
		r.put(HasHeading, &r.HeadingDeg, heading)
		r.put(HasAltitude, &r.AltitudeM, altitude)
		r.put(HasLimit, &r.SpeedLimitKmh, speedLimit)
		r.put(HasOdometer, &r.OdometerM, odometer)
		r.put(HasFuel, &r.FuelPercent, fuel)
		r.put(HasBattery, &r.BatteryPercent, battery)
		if ignition != nil {
			r.Ignition, r.Has = *ignition, r.Has|HasIgnition
		}
		if signal != nil {
			r.Signal, r.Has = *signal, r.Has|HasSignal
		}
		r.CAN = string(bus)
		return nil
	}, query, args...)
	return list, err
}

func (r *Reading) put(what uint16, field, value *float64) {
	if value != nil {
		*field, r.Has = *value, r.Has|what
	}
}
