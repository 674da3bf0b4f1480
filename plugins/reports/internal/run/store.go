package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/eventdata"
	"outrider.dev/outrider/plugins/reports/internal/report"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

const (
	lease   = 20 * time.Second // who claimed a run and was not heard of for so long has died
	keptFor = 90 * 24 * time.Hour
)

// ErrNone is a run that is not there, or that the caller does not see.
var ErrNone = fault.New(fault.NotFound, "There is no such run.")

// errLost means that somebody else has the run now, or that it was cancelled.
var errLost = errors.New("the run was cancelled or taken over")

// Store keeps runs.
type Store struct {
	db   store.Transactor
	now  func() time.Time
	wake chan struct{}
}

// NewStore keeps runs in db.
func NewStore(db store.Transactor, now func() time.Time) *Store {
	return &Store{db: db, now: now, wake: make(chan struct{}, 1)}
}

// runRow is a run as the table has it.
type runRow struct {
	OrgID, ID, ScheduleID, UserID, Name, Locale, Email, Zone, State, Reason string
	Spec, Recipients, Files, Mails                                          json.RawMessage
	FromMs, ToMs, DueMs, RowCount, Bytes, MadeMs, StartedMs, FinishedMs     int64
	Manual                                                                  bool
	Failures, Generation, Claim                                             int
}

// kept is what the column spec has.
type kept struct {
	Spec
	Before *report.Period `json:"compared_with,omitempty"`
}

const columns = `org_id, id, schedule_id, user_id, name, locale, email, spec, from_ms, to_ms, zone, due_ms, manual, recipients, state, reason, failures, row_count, bytes, files,
	mails, generation, claim, made_ms, started_ms, finished_ms`

func (r runRow) run() (Run, error) {
	run := Run{
		made:  &atomic.Int64{},
		OrgID: r.OrgID, ID: r.ID, ScheduleID: r.ScheduleID, UserID: r.UserID, Name: r.Name, Locale: r.Locale, Email: r.Email, Zone: r.Zone, State: r.State, Reason: r.Reason,
		From: time.UnixMilli(r.FromMs), To: time.UnixMilli(r.ToMs), Due: time.UnixMilli(r.DueMs), Rows: r.RowCount, Bytes: r.Bytes, Manual: r.Manual, Failures: r.Failures,
		Generation: r.Generation, Claim: r.Claim, Made: time.UnixMilli(r.MadeMs), Started: time.UnixMilli(r.StartedMs), Finished: time.UnixMilli(r.FinishedMs),
	}
	var spec kept
	for raw, into := range map[*json.RawMessage]any{&r.Spec: &spec, &r.Recipients: &run.Recipients, &r.Files: &run.Files, &r.Mails: &run.Mails} {
		if err := json.Unmarshal(*raw, into); err != nil {
			return run, fmt.Errorf("read run %s: %w", r.ID, err)
		}
	}
	run.Spec, run.Before = spec.Spec, spec.Before
	return run, nil
}

func read(found []runRow) ([]Run, error) {
	runs := make([]Run, len(found))
	for i, row := range found {
		var err error
		if runs[i], err = row.run(); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// Add keeps a new run that is to be made, in the transaction that decides it; false where the schedule has one of this time already. Wake the workers after the commit.
func (s *Store) Add(tx *gorm.DB, r Run) (bool, error) {
	spec, err := json.Marshal(kept{r.Spec, r.Before})
	if err != nil {
		return false, fmt.Errorf("write run %s: %w", r.ID, err)
	}
	recipients, err := json.Marshal(append([]events.Recipient{}, r.Recipients...))
	if err != nil {
		return false, fmt.Errorf("write run %s: %w", r.ID, err)
	}
	now := s.now().UnixMilli()
	added, err := store.Exec(tx, `INSERT INTO reports.run (org_id, id, schedule_id, user_id, name, locale, email, spec, from_ms, to_ms, zone, due_ms, manual, recipients, state, next_ms, made_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?::jsonb, 'waiting', ?, ?) ON CONFLICT DO NOTHING`,
		r.OrgID, r.ID, r.ScheduleID, r.UserID, r.Name, r.Locale, r.Email, string(spec), r.From.UnixMilli(), r.To.UnixMilli(), r.Zone, r.Due.UnixMilli(), r.Manual, string(recipients), now, now)
	if err != nil {
		return false, fmt.Errorf("keep run %s: %w", r.ID, err)
	}
	store.AfterCommit(tx, s.Wake)
	return added == 1, nil
}

// Wake has a worker look for runs now.
func (s *Store) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // one is awake already
	}
}

// claim takes the run that is due longest, of any organisation, first those for which somebody waits; false where there is none.
func (s *Store) claim(ctx context.Context) (r Run, ok bool, err error) {
	now := s.now()
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[runRow](tx, `WITH waited_for AS (SELECT org_id, id FROM reports.run WHERE next_ms <= ? AND manual ORDER BY next_ms LIMIT 1 FOR UPDATE SKIP LOCKED),
			due AS (SELECT org_id, id FROM reports.run WHERE next_ms <= ? AND NOT EXISTS (SELECT FROM waited_for) ORDER BY next_ms LIMIT 1 FOR UPDATE SKIP LOCKED)
			UPDATE reports.run SET state = 'running', claim = claim + 1, next_ms = ?, started_ms = CASE WHEN started_ms = 0 THEN ? ELSE started_ms END
			WHERE (org_id, id) IN (SELECT * FROM waited_for UNION ALL SELECT * FROM due) RETURNING `+columns,
			now.UnixMilli(), now.UnixMilli(), now.Add(lease).UnixMilli(), now.UnixMilli())
		if err != nil || len(found) == 0 {
			return err
		}
		ok = true
		r, err = found[0].run()
		return err
	})
	if err != nil {
		return r, false, fmt.Errorf("claim a run: %w", err)
	}
	return r, ok, nil
}

// mostCounted bounds how many waiting runs are counted.
const mostCounted = 20_000

// backlog is how many runs of schedules wait to be made first, and for how long one of them has.
func (s *Store) backlog(ctx context.Context) (waiting int, oldest time.Duration, err error) {
	now := s.now()
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		found, err := store.One[struct{ Count, Oldest int64 }](tx, `SELECT count(*) AS count, coalesce(min(made_ms), ?) AS oldest FROM (SELECT made_ms FROM reports.run WHERE next_ms <= ? AND state = 'waiting' AND failures = 0 AND NOT manual LIMIT ?) AS w`,
			now.UnixMilli(), now.UnixMilli(), mostCounted)
		waiting, oldest = int(found.Count), now.Sub(time.UnixMilli(found.Oldest))
		return err
	})
	if err != nil {
		return 0, 0, fmt.Errorf("count runs that wait: %w", err)
	}
	return waiting, oldest, nil
}

// hold says that a run is still being made, and how far; errLost.
func (s *Store) hold(ctx context.Context, r Run, made int64) error {
	return s.change(ctx, r, `next_ms = ?, row_count = ?`, s.now().Add(lease).UnixMilli(), made)
}

// keepFiles notes what was made.
func (s *Store) keepFiles(ctx context.Context, r Run) error {
	files, err := json.Marshal(r.Files)
	if err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	return s.change(ctx, r, `files = ?::jsonb, row_count = ?, bytes = ?`, string(files), r.Rows, r.Bytes)
}

// keepAddressees notes who is told before anybody is: whoever takes the run over tells the same addresses.
func (s *Store) keepAddressees(ctx context.Context, r Run) error {
	mails, err := json.Marshal(append([]Mail{}, r.Mails...))
	if err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	return s.change(ctx, r, `mails = ?::jsonb`, string(mails))
}

// finish ends a run that went well.
func (s *Store) finish(ctx context.Context, r Run) error {
	mails, err := json.Marshal(append([]Mail{}, r.Mails...))
	if err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	now := s.now()
	var check any
	if r.unsettled() {
		check = now.Add(firstCheck).UnixMilli()
	}
	return s.end(ctx, r, Done, r.Reason, now, `state = 'done', next_ms = NULL, finished_ms = ?, mails = ?::jsonb, reason = ?, check_ms = ?`, now.UnixMilli(), string(mails), r.Reason, check)
}

// failed notes a failure: the run is tried again after a pause, or is over without one.
func (s *Store) failed(ctx context.Context, r Run, reason string, pause time.Duration) error {
	if pause > 0 {
		return s.change(ctx, r, `state = 'waiting', next_ms = ?, failures = failures + 1, reason = ?`, s.now().Add(pause).UnixMilli(), reason)
	}
	now := s.now()
	return s.end(ctx, r, Failed, reason, now, `state = 'failed', next_ms = NULL, failures = failures + 1, finished_ms = ?, reason = ?`, now.UnixMilli(), reason)
}

// subjectEnded is the event of a scheduled report that was made, or failed for good.
const subjectEnded = "event.reports.run"

// end writes the end of a run that the caller has claimed, and tells of those of schedules; errLost.
func (s *Store) end(ctx context.Context, r Run, state, reason string, at time.Time, set string, values ...any) error {
	return s.db.InOrg(ctx, r.OrgID, func(tx *gorm.DB) error {
		if err := write(tx, r, set, values...); err != nil || r.ScheduleID == "" {
			return err
		}
		ended := eventdata.RunEnded{
			ID: r.ID, ScheduleID: r.ScheduleID, Name: r.Name, ReportType: r.Spec.Report, State: state, Rows: r.Rows,
			FromMs: r.From.UnixMilli(), ToMs: r.To.UnixMilli(), EndedMs: at.UnixMilli(),
		}
		if state == Failed {
			ended.Reason = reason
		}
		return events.Publish(tx, r.OrgID, subjectEnded, ended)
	})
}

// change writes a run that the caller has claimed; errLost where that is over.
func (s *Store) change(ctx context.Context, r Run, set string, values ...any) error {
	return s.db.InOrg(ctx, r.OrgID, func(tx *gorm.DB) error { return write(tx, r, set, values...) })
}

func write(tx *gorm.DB, r Run, set string, values ...any) error {
	changed, err := store.Exec(tx, `UPDATE reports.run SET `+set+` WHERE org_id = ? AND id = ? AND claim = ? AND state = 'running'`, append(values, r.OrgID, r.ID, r.Claim)...)
	if err != nil {
		return fmt.Errorf("write run %s: %w", r.ID, err)
	}
	if changed == 0 {
		return errLost
	}
	return nil
}
