package run

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// mostListed is how many runs a list has: the newest.
const mostListed = 100

// OfSchedule are the newest runs of a schedule.
func (s *Store) OfSchedule(ctx context.Context, scheduleID string) ([]Run, error) {
	return s.list(ctx, `schedule_id = ?`, scheduleID)
}

// files are the page that q asks for of the files that the caller asked for.
func (s *Store) files(ctx context.Context, q *web.ListQuery) (runs []Run, total int64, err error) {
	err = s.inOrg(ctx, func(tx *gorm.DB, orgID string) error {
		var found []runRow
		page := tx.Table("reports.run").Where(`org_id = ? AND schedule_id = '' AND user_id = ?`, orgID, web.Caller(ctx).UserID).Select(columns)
		if total, err = store.FindPage(page, q, &found); err != nil {
			return err
		}
		runs, err = read(found)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list files: %w", err)
	}
	return runs, total, nil
}

// filesUnderWay is how many of the caller's files are not over.
func (s *Store) filesUnderWay(ctx context.Context) (count int64, err error) {
	err = s.inOrg(ctx, func(tx *gorm.DB, orgID string) error {
		return tx.Table("reports.run").Where(`org_id = ? AND schedule_id = '' AND user_id = ? AND next_ms IS NOT NULL`, orgID, web.Caller(ctx).UserID).Count(&count).Error
	})
	if err != nil {
		return 0, fmt.Errorf("count files that are made: %w", err)
	}
	return count, nil
}

// Last are the newest runs of schedules, by schedule.
func (s *Store) Last(ctx context.Context, scheduleIDs []string) (map[string]Run, error) {
	last := map[string]Run{}
	err := s.inOrg(ctx, func(tx *gorm.DB, orgID string) error {
		found, err := store.Rows[runRow](tx, `SELECT r.* FROM unnest(?::text[]) AS s(id) CROSS JOIN LATERAL (SELECT `+columns+` FROM reports.run WHERE org_id = ? AND schedule_id = s.id
			ORDER BY made_ms DESC LIMIT 1) r`, store.List(scheduleIDs), orgID)
		if err != nil {
			return err
		}
		runs, err := read(found)
		for _, r := range runs {
			last[r.ScheduleID] = r
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the last runs: %w", err)
	}
	return last, nil
}

// One is a run by its id; ErrNone.
func (s *Store) One(ctx context.Context, id string) (Run, error) {
	found, err := s.list(ctx, `id = ?`, id)
	if err == nil && len(found) == 0 {
		err = ErrNone
	}
	if err != nil {
		return Run{}, err
	}
	return found[0], nil
}

func (s *Store) list(ctx context.Context, where string, values ...any) (runs []Run, err error) {
	err = s.inOrg(ctx, func(tx *gorm.DB, orgID string) error {
		found, err := store.Rows[runRow](tx, `SELECT `+columns+` FROM reports.run WHERE org_id = ? AND `+where+` ORDER BY made_ms DESC LIMIT ?`, append(append([]any{orgID}, values...), mostListed)...)
		if err != nil {
			return err
		}
		runs, err = read(found)
		return err
	})
	if err != nil && fault.KindOf(err) == fault.Internal {
		return nil, fmt.Errorf("list runs: %w", err)
	}
	return runs, err
}

func (s *Store) inOrg(ctx context.Context, do func(tx *gorm.DB, orgID string) error) error {
	orgID := web.Caller(ctx).OrgID
	return s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return do(tx, orgID) })
}

// Cancel ends a run that is not over, and forgets one that is; ErrNone. The files are for the caller to remove.
func (s *Store) Cancel(ctx context.Context, r Run) error {
	return s.inOrg(ctx, func(tx *gorm.DB, orgID string) error {
		ended, err := store.Exec(tx, `UPDATE reports.run SET state = 'cancelled', next_ms = NULL, finished_ms = ? WHERE org_id = ? AND id = ? AND next_ms IS NOT NULL`, s.now().UnixMilli(), orgID, r.ID)
		if err != nil || ended > 0 {
			return err
		}
		if _, err := store.Exec(tx, `DELETE FROM reports.run WHERE org_id = ? AND id = ?`, orgID, r.ID); err != nil {
			return fmt.Errorf("forget run %s: %w", r.ID, err)
		}
		return nil
	})
}

// errMailsWait is a run whose mails a mail server has not taken yet: they leave by themselves, and would come twice.
var errMailsWait = fault.New(fault.Conflict, "Emails of this run are still on their way.")

// Again has the mails of a run sent once more, to those addresses alone; none: to all. A run that failed is made once more. Conflict while mails of it are on their way.
func (s *Store) Again(ctx context.Context, r Run, to []string) error {
	if r.State == Done && r.unsettled() {
		return errMailsWait
	}
	mails := append([]Mail{}, r.Mails...)
	chosen := map[string]bool{}
	for _, address := range to {
		chosen[address] = true
	}
	for i := range mails {
		if len(to) == 0 || chosen[mails[i].Email] {
			mails[i] = Mail{Name: mails[i].Name, Email: mails[i].Email, State: Waiting, Generation: r.Generation + 1}
		}
	}
	raw, err := json.Marshal(mails)
	if err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	return s.inOrg(ctx, func(tx *gorm.DB, orgID string) error {
		changed, err := store.Exec(tx, `UPDATE reports.run SET state = 'waiting', next_ms = ?, failures = 0, reason = '', generation = generation + 1, mails = ?::jsonb, check_ms = NULL
			WHERE org_id = ? AND id = ? AND generation = ? AND state IN ('done', 'failed')`, s.now().UnixMilli(), string(raw), orgID, r.ID, r.Generation)
		if err != nil {
			return fmt.Errorf("send run %s again: %w", r.ID, err)
		}
		if changed == 0 {
			return fault.New(fault.Conflict, "This run is still under way.")
		}
		store.AfterCommit(tx, s.Wake)
		return nil
	})
}

// Forget removes the runs of a schedule, and returns them: their files are for the caller to remove.
func (s *Store) Forget(tx *gorm.DB, orgID, scheduleID string) ([]Run, error) {
	found, err := store.Rows[runRow](tx, `DELETE FROM reports.run WHERE org_id = ? AND schedule_id = ? RETURNING `+columns, orgID, scheduleID)
	if err != nil {
		return nil, fmt.Errorf("forget the runs of schedule %s: %w", scheduleID, err)
	}
	return read(found)
}

// outlived forgets runs that are kept no longer, some at a time, and returns them.
func (s *Store) outlived(ctx context.Context, most int) (runs []Run, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[runRow](tx, `DELETE FROM reports.run WHERE (org_id, id) IN (SELECT org_id, id FROM reports.run WHERE made_ms < ? AND next_ms IS NULL ORDER BY made_ms LIMIT ?
			FOR UPDATE SKIP LOCKED) RETURNING `+columns, s.now().Add(-keptFor).UnixMilli(), most)
		if err != nil {
			return err
		}
		runs, err = read(found)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("forget old runs: %w", err)
	}
	return runs, nil
}

// unchecked takes runs of whose mails it is to be asked what became of them; nobody else asks for a while.
func (s *Store) unchecked(ctx context.Context, most int) (runs []Run, err error) {
	now := s.now()
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[runRow](tx, `UPDATE reports.run SET check_ms = ? + least(greatest((? - finished_ms) / 2, 5000), 600000) WHERE (org_id, id) IN (SELECT org_id, id FROM reports.run
			WHERE check_ms <= ? ORDER BY check_ms LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING `+columns, now.UnixMilli(), now.UnixMilli(), now.UnixMilli(), most)
		if err != nil {
			return err
		}
		runs, err = read(found)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find mails to ask about: %w", err)
	}
	return runs, nil
}

// keepMails notes what became of mails, unless they were sent again meanwhile.
func (s *Store) keepMails(ctx context.Context, r Run) error {
	raw, err := json.Marshal(r.Mails)
	if err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	return s.db.InOrg(ctx, r.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE reports.run SET mails = ?::jsonb, check_ms = CASE WHEN ? THEN check_ms END WHERE org_id = ? AND id = ? AND generation = ? AND state = 'done'`,
			string(raw), r.unsettled(), r.OrgID, r.ID, r.Generation)
		if err != nil {
			return fmt.Errorf("note what became of the mails of run %s: %w", r.ID, err)
		}
		return nil
	})
}

// firstCheck is when it is asked first what became of mails.
const firstCheck = 3 * time.Second
