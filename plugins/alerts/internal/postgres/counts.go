package postgres

import (
	"context"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/plugin"
)

// foldEvery is how often changes of counts are added up.
const foldEvery = 5 * time.Second

const (
	addDays = `
		WITH gone AS (DELETE FROM alerts.rollup_change WHERE org_id = ? RETURNING *)
		INSERT INTO alerts.rollup AS r SELECT org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts) FROM gone
		GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(alerts) <> 0
		ON CONFLICT ON CONSTRAINT rollup_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts`

	// addGroups adds to the blocks, too; what one statement adds to both is seen at once.
	addGroups = `
		WITH gone AS (DELETE FROM alerts.rollup_group_change WHERE org_id = ? RETURNING *),
		added AS (
			INSERT INTO alerts.rollup_group AS r SELECT org_id, group_id, day, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts) FROM gone
			GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(alerts) <> 0
			ON CONFLICT ON CONSTRAINT rollup_group_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts)
		INSERT INTO alerts.rollup_group_block AS r SELECT org_id, group_id, day / 32, kind, alert_type, severity, quality, is_read, archived, flagged, sum(alerts) FROM gone
		GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(alerts) <> 0
		ON CONFLICT ON CONSTRAINT rollup_group_block_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts`
)

// FoldCounts adds up changes of the counts of days until ctx ends.
func (s *Store) FoldCounts(host plugin.Organisations) func(ctx context.Context) error {
	return func(ctx context.Context) error { return plugin.Sweep(ctx, host, foldEvery, s.Fold) }
}

// Fold adds the changes of an organisation's counts to them, unless another process is at it.
func (s *Store) Fold(ctx context.Context, orgID string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		var any, mine bool
		err := tx.Raw(`SELECT EXISTS (SELECT FROM alerts.rollup_change WHERE org_id = ?) OR EXISTS (SELECT FROM alerts.rollup_group_change WHERE org_id = ?)`, orgID, orgID).Scan(&any).Error
		if err != nil || !any {
			return err
		}
		if err := tx.Raw(`SELECT pg_try_advisory_xact_lock(hashtext('alerts.rollup'), hashtext(?))`, orgID).Scan(&mine).Error; err != nil || !mine {
			return err
		}
		for _, sql := range []string{addDays, addGroups} {
			if err := tx.Exec(sql, orgID).Error; err != nil {
				return err
			}
		}
		return nil
	})
	return wrap(err, "add up the counts of "+orgID)
}
