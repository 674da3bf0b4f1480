package postgres

import (
	"context"

	"gorm.io/gorm"
)

// Place is what a map cell is called and which time it keeps; an empty label is no place.
type Place struct {
	Cell    int64
	Label   string
	Country string
	Zone    string
}

// UnnamedCell is a map cell that nobody has named, and an organisation that has a device in it.
type UnnamedCell struct {
	Cell  int64
	OrgID string
}

// UnnamedCells returns up to limit map cells that devices of all organisations are in and nobody has named.
func (s *Store) UnnamedCells(ctx context.Context, limit int) (cells []UnnamedCell, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		cells, err = rows[UnnamedCell](tx, `
			SELECT p.cell, min(p.org_id) AS org_id FROM vehicles.presence p
			WHERE p.cell IS NOT NULL AND NOT EXISTS (SELECT FROM vehicles.place WHERE place.cell = p.cell)
			GROUP BY p.cell LIMIT ?`, limit)
		return err
	})
	return cells, wrap(err, "list cells without a name")
}

// SavePlaces keeps the names of cells and returns the devices that are in them.
func (s *Store) SavePlaces(ctx context.Context, places []Place) (there []DeviceRef, err error) {
	var cells []int64
	var labels, countries, zones []string
	for _, p := range places {
		cells, labels = append(cells, p.Cell), append(labels, p.Label)
		countries, zones = append(countries, p.Country), append(zones, p.Zone)
	}
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := exec(tx, `
			INSERT INTO vehicles.place (cell, label, country, zone) SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[])
			ON CONFLICT (cell) DO UPDATE SET label = excluded.label, country = excluded.country, zone = excluded.zone, fetched_at = now()`,
			pointer(cells), pointer(labels), pointer(countries), pointer(zones))
		if err != nil {
			return err
		}
		there, err = rows[DeviceRef](tx, `SELECT org_id, device_id FROM vehicles.presence WHERE cell = ANY(?)`, pointer(cells))
		return err
	})
	return there, wrap(err, "keep the names of %d cells", len(places))
}
