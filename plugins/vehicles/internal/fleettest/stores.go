// Package fleettest is what tests of the plugin's packages share: all that keeps the fleet, and tests of how its nouns work together.
package fleettest

import (
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/place"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/replica"
	"outrider.dev/outrider/plugins/vehicles/internal/retention"
	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
)

// Stores are all that keep the fleet, joined as main.go joins them.
type Stores struct {
	*vehicles
	*groups
	*devices
	*drivers
	*presences
	*statuses
	*samples
	*trips
	*places
	*snapshots
}

// The stores by names of their own, so that a struct can hold all of them.
type (
	vehicles  = vehicle.Store
	groups    = group.Store
	devices   = device.Store
	drivers   = driver.Store
	presences = presence.Store
	statuses  = fleetstatus.Store
	samples   = sample.Store
	trips     = trip.Store
	places    = place.Store
	snapshots = replica.Store
)

// Drops are what is dropped of days that are not kept, as main.go has it.
var Drops = retention.Drops{Day: sample.DropDay, Before: []func(*gorm.DB, string, int64, int) (int64, error){trip.DropTripsBefore, trip.DropDaysBefore, fleetstatus.DropBefore}}

// NewStores keeps a fleet in db.
func NewStores(db store.Transactor, now func() time.Time) Stores {
	statuses := fleetstatus.NewStore(db, now)
	return Stores{
		vehicle.NewStore(db, now, device.TakeOff, driver.EndOn), group.NewStore(db, vehicle.Adopt), device.NewStore(db, now, presence.Forget), driver.NewStore(db),
		presence.NewStore(db), statuses, sample.NewStore(db, statuses, now), trip.NewStore(db, now), place.NewStore(db), replica.NewStore(db),
	}
}
