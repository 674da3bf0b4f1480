package schedule

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/store"
)

const (
	lookEvery = 5 * time.Second
	dueAtOnce = 100
	madeUpFor = 7 * 24 * time.Hour // a run that was missed for longer is not made up
)

// Due begins the runs of schedules whose time has come, until ctx ends. Several processes may do so: a time of a schedule is one run.
func (s *Store) Due(ctx context.Context, log *slog.Logger) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		more, err := s.look(ctx)
		if err != nil && ctx.Err() == nil {
			log.Warn("schedules wait", "error", err.Error())
		}
		if more && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		case <-s.wake:
		}
	}
}

// look begins some runs, and reports whether there may be more. What was missed while nothing ran is made up, a week of it at most.
func (s *Store) look(ctx context.Context) (more bool, err error) {
	now := s.now()
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[scheduleRow](tx, `SELECT `+columns+` FROM reports.schedule WHERE paused_ms = 0 AND next_ms <= ? ORDER BY next_ms LIMIT ? FOR UPDATE SKIP LOCKED`, now.UnixMilli(), dueAtOnce)
		if err != nil {
			return err
		}
		due, err := read(found)
		if err != nil {
			return err
		}
		more = len(due) == dueAtOnce
		for _, one := range due {
			if err := s.begin(tx, one, now); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("begin what is due: %w", err)
	}
	return more, nil
}

func (s *Store) begin(tx *gorm.DB, one Schedule, now time.Time) error {
	at := one.Next
	if now.Sub(at) <= madeUpFor {
		if _, err := s.runs.Add(tx, one.run(at, false)); err != nil {
			return err
		}
	}
	_, err := store.Exec(tx, `UPDATE reports.schedule SET next_ms = ? WHERE org_id = ? AND id = ?`, one.after(at, now).UnixMilli(), one.OrgID, one.ID)
	if err != nil {
		return fmt.Errorf("move schedule %s on: %w", one.ID, err)
	}
	return nil
}

// after is the time after one that was begun; what is too old to be made up is passed over.
func (s Schedule) after(at, now time.Time) time.Time {
	if oldest := now.Add(-madeUpFor); at.Before(oldest) {
		at = oldest
	}
	return s.Times.Next(at)
}

// run is the run of a schedule at a moment.
func (s Schedule) run(at time.Time, manual bool) run.Run {
	from, to := s.Times.Range(at)
	made := run.Run{
		OrgID: s.OrgID, ID: uuid.NewString(), ScheduleID: s.ID, UserID: s.CreatorID, Name: s.Name, Locale: s.Locale, Email: s.CreatorEmail, Spec: s.Spec,
		From: from, To: to, Zone: s.Zone, Due: at, Manual: manual, Recipients: s.told(),
	}
	if s.Compared == ComparedWithPrevious {
		before, end := s.Times.Earlier(from, to)
		made.Before = &report.Period{From: before, To: end}
	}
	return made
}

// pauseFor pauses a schedule, unless it is paused already.
func (s *Store) pauseFor(ctx context.Context, orgID, scheduleID, reason string) error {
	return s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE reports.schedule SET paused_ms = ?, pause_reason = ?, paused_by = '', version = version + 1 WHERE org_id = ? AND id = ? AND paused_ms = 0`,
			s.now().UnixMilli(), reason, orgID, scheduleID)
		if err != nil {
			return fmt.Errorf("pause schedule %s: %w", scheduleID, err)
		}
		return nil
	})
}
