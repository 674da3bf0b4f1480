package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
)

// Spread is how many alerts of a type there are in one of the times that were asked for.
type Spread struct {
	Day       int    `json:"day" doc:"From which of the starts on, 0 is the first"`
	AlertType string `json:"alert_type"`
	Alerts    int64  `json:"alerts"`
}

// Spread counts the alerts of a query that the caller of ctx sees between each of starts and the next one, in Unix milliseconds and in order; the query's
// own time is from the first to the last. Where there are none it says nothing.
func (s *Store) Spread(ctx context.Context, q Query, starts []int64) (counts []Spread, err error) {
	if len(q.Kinds) == 0 {
		q.Kinds = []string{alert.Driving, alert.Speeding, alert.Geofence} // their index has all that is asked
	}
	err = s.read(ctx, func(tx *gorm.DB) error {
		finder, err := s.newFinder(ctx, tx, q)
		if err != nil {
			return err
		}
		where := finder.where(q.FromMs, q.ToMs, false)
		rows, err := store.Rows[Spread](tx, `SELECT width_bucket(a.event_ms, ?::bigint[]) - 1 AS day, a.alert_type, count(*) AS alerts FROM alerts.alert a
			WHERE `+where.sql()+` GROUP BY 1, 2 ORDER BY 1, 2`, append([]any{&starts}, where.args...)...)
		counts = append([]Spread{}, rows...)
		return err
	})
	return counts, wrap(err, "count alerts by day")
}
