package trip

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// JudgeEvery is how often days are judged ahead.
const JudgeEvery = 10 * time.Minute

// JudgeLater notes the days in which a span of samples of vehicles has a say: they are judged in the background.
func JudgeLater(tx *gorm.DB, orgID string, spanMs int64, vehicleIDs []string) error {
	days := []int64{history.Day(spanMs)}
	switch spanMs {
	case history.Begins(days[0]):
		days = append(days, days[0]-1)
	case history.Begins(days[0]+1) - history.SpanMs:
		days = append(days, days[0]+1)
	}
	_, err := store.Exec(tx, `
		INSERT INTO vehicles.day_to_judge (org_id, vehicle_id, day) SELECT ?, v.id, d.day FROM unnest(?::text[]) v (id), unnest(?::bigint[]) d (day)
		WHERE v.id <> '' ORDER BY d.day, v.id ON CONFLICT DO NOTHING`, orgID, store.List(vehicleIDs), store.List(days))
	return err
}

// JudgeAhead judges the days of an organisation that were noted and are over, with a pause after each that is as long as it took. Of several processes that try at once each takes others.
func (s *Store) JudgeAhead(ctx context.Context, orgID string) error {
	for {
		began := time.Now()
		more, err := s.judgeNext(ctx, orgID)
		if err != nil {
			return fmt.Errorf("judge days of %s: %w", orgID, err)
		}
		if !more {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
}

// atOnce is how many vehicles a transaction judges a day of.
const atOnce = 25

// judgeNext judges some vehicles' next day that is over; false: there is none.
func (s *Store) judgeNext(ctx context.Context, orgID string) (more bool, err error) {
	over := Number(s.now().Add(-lookAhead).UnixMilli())
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		noted, err := store.Rows[struct {
			Day       int64
			VehicleID string
		}](tx, `SELECT day, vehicle_id FROM vehicles.day_to_judge WHERE org_id = ? AND day < ? ORDER BY day DESC, vehicle_id LIMIT ? FOR UPDATE SKIP LOCKED`, orgID, over, atOnce)
		if more = len(noted) > 0; err != nil || !more {
			return err
		}
		number, ids := noted[0].Day, []string{}
		for _, n := range noted {
			if n.Day == number {
				ids = append(ids, n.VehicleID)
			}
		}
		k, err := readKnown(tx, orgID, ids, number, number, true)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, there := s.judgedDay(k, id, number); there {
				continue
			}
			if _, err := s.judgeDay(tx, k, id, number); err != nil {
				return fmt.Errorf("vehicle %s: %w", id, err)
			}
		}
		_, err = store.Exec(tx, `DELETE FROM vehicles.day_to_judge WHERE org_id = ? AND day = ? AND vehicle_id = ANY(?)`, orgID, number, store.List(ids))
		return err
	})
	return more, err
}
