package history

import (
	"cmp"
	"maps"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Fitting is a time in which a device was on a vehicle, in Unix milliseconds.
type Fitting struct {
	VehicleID, DeviceID string
	FromMs              int64
	ToMs                *int64 // nil: it still is
	Best                bool   // it is the vehicle's default device now
}

// Fitted are the fittings of vehicles, by vehicle.
type Fitted map[string][]Fitting

// FittedTo says which devices vehicles carried from a time to before another.
func FittedTo(tx *gorm.DB, orgID string, vehicleIDs []string, fromMs, toMs int64) (Fitted, error) {
	found, err := store.Rows[Fitting](tx, `
		SELECT a.vehicle_id, a.device_id, a.from_ms, a.to_ms, a.is_default AND a.to_ms IS NULL AS best FROM vehicles.assignment a
		WHERE a.org_id = ? AND a.vehicle_id = ANY(?) AND a.from_ms < ? AND (a.to_ms IS NULL OR a.to_ms > ?)`, orgID, store.List(vehicleIDs), toMs, fromMs)
	fitted := Fitted{}
	for _, f := range found {
		fitted[f.VehicleID] = append(fitted[f.VehicleID], f)
	}
	return fitted, err
}

// Carrier is a vehicle with the devices that it carried in a part of the time that was asked for.
func (f Fitted) Carrier(orgID, vehicleID string, fromMs, toMs int64) Carrier {
	var then []Fitting
	for _, one := range f[vehicleID] {
		if one.FromMs < toMs && (one.ToMs == nil || *one.ToMs > fromMs) {
			then = append(then, one)
		}
	}
	slices.SortFunc(then, func(a, b Fitting) int {
		if a.Best != b.Best && a.Best {
			return -1
		}
		if a.Best != b.Best {
			return 1
		}
		return cmp.Compare(a.DeviceID, b.DeviceID)
	})
	var devices []string
	for _, one := range then {
		if !slices.Contains(devices, one.DeviceID) {
			devices = append(devices, one.DeviceID)
		}
	}
	return Carrier{orgID, vehicleID, devices}
}

// Devices are those of all the vehicles, each once, in their order.
func (f Fitted) Devices() []string {
	seen := map[string]bool{}
	for _, list := range f {
		for _, one := range list {
			seen[one.DeviceID] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
