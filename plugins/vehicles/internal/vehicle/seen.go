package postgres

import (
	"context"

	"gorm.io/gorm"
)

// SeenVehicle reports whether there is, or ever was, a vehicle with an id.
func (s *Store) SeenVehicle(ctx context.Context, orgID, id string) (seen bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		seen, err = row[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.vehicle WHERE org_id = ? AND id = ?)`, orgID, id)
		return err
	})
	return seen, wrap(err, "look for vehicle %s", id)
}

// SeenDevice reports whether there is, or ever was, a device with an id, and whether it was ever fitted to a vehicle.
func (s *Store) SeenDevice(ctx context.Context, orgID, id string) (seen, fitted bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if seen, err = row[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.device WHERE org_id = ? AND device_id = ?)`, orgID, id); err != nil {
			return err
		}
		fitted, err = row[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.assignment WHERE org_id = ? AND device_id = ?)`, orgID, id)
		return err
	})
	return seen, fitted, wrap(err, "look for device %s", id)
}
