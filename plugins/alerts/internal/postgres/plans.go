package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// read runs do in one read-only transaction in the caller's organisation, whose statements are planned for the values that they ask for. A plan that is kept
// for all values would look for three vehicles of a month as for a thousand of an hour: among ten million alerts that took sixty times as long.
func (s *Store) read(ctx context.Context, do func(tx *gorm.DB) error) error {
	return s.db.Read(ctx, func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `SET LOCAL plan_cache_mode = force_custom_plan`); err != nil {
			return err
		}
		return do(tx)
	})
}
