package sample

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// MakePartition makes the table of a day's samples, unless there is one.
func (s *Store) MakePartition(ctx context.Context, day time.Time) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `SELECT vehicles.ensure_partition(?::date)`, day.UTC().Format(time.DateOnly))
		return err
	})
	if err != nil {
		return fmt.Errorf("make the partition of %s: %w", day.UTC().Format(time.DateOnly), err)
	}
	return nil
}

// DropOld drops the samples of days before the last keepDays and returns how many days went. Of several processes that
// try at once one does it; the others return -1.
func (s *Store) DropOld(ctx context.Context, keepDays int) (dropped int, err error) {
	dropped = -1
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		mine, err := store.One[bool](tx, `SELECT outrider.try_lock('sample retention')`)
		if err != nil || !mine {
			return err
		}
		dropped, err = store.One[int](tx, `SELECT vehicles.drop_old_partitions(?::integer)`, keepDays)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("drop samples of more than %d days ago: %w", keepDays, err)
	}
	return dropped, nil
}

// DropDay drops what the devices of an organisation said on a day, packed or not, and answers how many rows went.
func DropDay(tx *gorm.DB, orgID string, day int64) (gone int64, err error) {
	for _, statement := range []string{
		`DELETE FROM vehicles.sample WHERE org_id = ? AND time_ms >= ? AND time_ms < ?`,
		`DELETE FROM vehicles.packed WHERE org_id = ? AND span_ms >= ? AND span_ms < ?`,
	} {
		n, err := store.Exec(tx, statement, orgID, history.Begins(day), history.Begins(day+1))
		if err != nil {
			return 0, err
		}
		gone += n
	}
	return gone, nil
}
