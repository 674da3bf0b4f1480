package place

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/store"
)

// Store keeps the names of map cells.
type Store struct{ db store.Transactor }

// NewStore keeps places in db.
func NewStore(db store.Transactor) *Store { return &Store{db} }

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
		cells, err = store.Rows[UnnamedCell](tx, `
			SELECT p.cell, min(p.org_id) AS org_id FROM vehicles.presence p
			WHERE p.cell IS NOT NULL AND NOT EXISTS (SELECT FROM vehicles.place WHERE place.cell = p.cell)
			GROUP BY p.cell LIMIT ?`, limit)
		return err
	})
	if err != nil {
		return cells, fmt.Errorf("list cells without a name: %w", err)
	}
	return cells, nil
}

// SavePlaces keeps the names of cells and returns the devices that are in them.
func (s *Store) SavePlaces(ctx context.Context, places []Place) (there []presence.DeviceRef, err error) {
	var cells []int64
	var labels, countries, zones []string
	for _, p := range places {
		cells, labels = append(cells, p.Cell), append(labels, p.Label)
		countries, zones = append(countries, p.Country), append(zones, p.Zone)
	}
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `
			INSERT INTO vehicles.place (cell, label, country, zone) SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[])
			ON CONFLICT (cell) DO UPDATE SET label = excluded.label, country = excluded.country, zone = excluded.zone, fetched_at = now()`,
			store.List(cells), store.List(labels), store.List(countries), store.List(zones))
		if err != nil {
			return err
		}
		there, err = store.Rows[presence.DeviceRef](tx, `SELECT org_id, device_id FROM vehicles.presence WHERE cell = ANY(?)`, store.List(cells))
		return err
	})
	if err != nil {
		return there, fmt.Errorf("keep the names of %d cells: %w", len(places), err)
	}
	return there, nil
}
