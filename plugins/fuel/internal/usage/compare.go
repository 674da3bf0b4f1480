package usage

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Times compare where the vehicles that drove most of the later one were known since the earlier one began, or nearly so.
const (
	knownShare = 0.8
	lateShare  = 10 // a tenth of the time
)

// compares reports whether the time of the same length before a range is known as well as the range itself.
func (s *Store) compares(ctx context.Context, rows []Row, r Range) (bool, error) {
	took := r.To.Sub(r.From)
	since := r.From.Add(-took + took/lateShare).Add(slot - 1).Truncate(slot)
	ids := make([]string, len(rows))
	for i, row := range rows {
		ids[i] = row.VehicleID
	}
	var known []string
	err := s.db.Read(ctx, func(tx *gorm.DB) (err error) {
		known, err = knownSince(tx, web.Caller(ctx).OrgID, ids, since)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("find since when fuel is known: %w", err)
	}
	return mostAre(rows, known), nil
}

// knownSince are those of some vehicles whose use is known of a time that begins before a moment.
func knownSince(tx *gorm.DB, orgID string, ids []string, since time.Time) ([]string, error) {
	found, err := store.Rows[struct{ ID string }](tx, `SELECT asked.id FROM unnest(?::text[]) AS asked (id)
		WHERE EXISTS (SELECT FROM fuel.usage u WHERE u.org_id = ? AND u.vehicle_id = asked.id AND u.start_ms < ? AND u.used_l IS NOT NULL)`, store.List(ids), orgID, since.UnixMilli())
	list := make([]string, len(found))
	for i, one := range found {
		list[i] = one.ID
	}
	return list, err
}

// mostAre reports whether vehicles are those that drove most of what is known.
func mostAre(rows []Row, ids []string) bool {
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	all, part := 0.0, 0.0
	for _, r := range rows {
		if r.UsedL == nil {
			continue
		}
		if all += r.DistanceM; known[r.VehicleID] {
			part += r.DistanceM
		}
	}
	return all > 0 && part >= knownShare*all
}
