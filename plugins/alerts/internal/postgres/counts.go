package postgres

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

// foldEvery is how often changes of counts are added up.
const foldEvery = 5 * time.Second

// addDays adds what was noted to the days; a trigger adds it to the blocks.
const addDays = `
	WITH gone AS (DELETE FROM alerts.rollup_change WHERE org_id = ? RETURNING *)
	INSERT INTO alerts.rollup AS r SELECT org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts) FROM gone
	GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(alerts) <> 0
	ON CONFLICT ON CONSTRAINT rollup_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts`

// FoldCounts adds up changes of the counts of days until ctx ends.
func (s *Store) FoldCounts(host plugin.Organisations) func(ctx context.Context) error {
	return func(ctx context.Context) error { return plugin.Sweep(ctx, host, foldEvery, s.Fold) }
}

// Fold adds the changes of an organisation's counts to them, unless another process is at it.
func (s *Store) Fold(ctx context.Context, orgID string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		changed, err := store.One[bool](tx, `SELECT EXISTS (SELECT FROM alerts.rollup_change WHERE org_id = ?)`, orgID)
		if err != nil || !changed {
			return err
		}
		var mine bool
		mine, err = store.One[bool](tx, `SELECT outrider.try_lock('counts of ' || ?)`, orgID)
		if err != nil || !mine {
			return err
		}
		_, err = store.Exec(tx, addDays, orgID)
		return err
	})
	return wrap(err, "add up the counts of "+orgID)
}
