package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/reports/internal/run"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

var (
	errNone    = fault.New(fault.NotFound, "There is no such schedule.")
	errChanged = fault.New(fault.Conflict, "Somebody else changed this schedule meanwhile. Load it again.")
)

// Page shows one schedule.
const page = "/scheduled-reports?schedule="

// Store keeps schedules.
type Store struct {
	db   store.Transactor
	runs *run.Store
	now  func() time.Time
	wake chan struct{}
}

// NewStore keeps schedules in db.
func NewStore(db store.Transactor, runs *run.Store, now func() time.Time) *Store {
	return &Store{db: db, runs: runs, now: now, wake: make(chan struct{}, 1)}
}

// scheduleRow is a schedule as the table has it.
type scheduleRow struct {
	OrgID, ID, Name, CreatorID, CreatorName, CreatorEmail, Locale, Path, PauseReason, PausedBy string
	Spec, Times, Recipients                                                                    json.RawMessage
	NextMs, PausedMs, CreatedMs, ChangedMs                                                     int64
	Version                                                                                    int
}

// kept is what the column spec has.
type kept struct {
	run.Spec
	All      bool    `json:"all_vehicles,omitempty"`
	Compared string  `json:"compared_with,omitempty"`
	Offered  Offered `json:"report_offered,omitzero"`
}

const columns = `org_id, id, name, creator_id, creator_name, creator_email, locale, path, spec, times, recipients, next_ms, pause_reason, paused_by, paused_ms, version, created_ms, changed_ms`

func (r scheduleRow) schedule() (Schedule, error) {
	s := Schedule{
		OrgID: r.OrgID, ID: r.ID, CreatorID: r.CreatorID, CreatorName: r.CreatorName, CreatorEmail: r.CreatorEmail, Locale: r.Locale, Path: r.Path,
		Next: time.UnixMilli(r.NextMs), PauseReason: r.PauseReason, PausedBy: r.PausedBy, Version: r.Version, Created: time.UnixMilli(r.CreatedMs), Changed: time.UnixMilli(r.ChangedMs),
	}
	if r.PausedMs > 0 {
		s.Paused = time.UnixMilli(r.PausedMs)
	}
	var spec kept
	for raw, into := range map[*json.RawMessage]any{&r.Spec: &spec, &r.Times: &s.Times, &r.Recipients: &s.Recipients} {
		if err := json.Unmarshal(*raw, into); err != nil {
			return s, fmt.Errorf("read schedule %s: %w", r.ID, err)
		}
	}
	s.Name, s.Spec, s.All, s.Compared, s.Offered = r.Name, spec.Spec, spec.All, spec.Compared, spec.Offered
	return s, nil
}

func read(found []scheduleRow) ([]Schedule, error) {
	list := make([]Schedule, len(found))
	for i, row := range found {
		var err error
		if list[i], err = row.schedule(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// one is a schedule that the caller of ctx sees; errNone.
func (s *Store) one(ctx context.Context, id string) (found Schedule, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		found, err = lookUp(tx, caller.OrgID, id, "")
		return err
	})
	if err == nil && !found.seenBy(caller) {
		err = errNone
	}
	return found, err
}

func lookUp(tx *gorm.DB, orgID, id, lock string) (Schedule, error) {
	rows, err := store.Rows[scheduleRow](tx, `SELECT `+columns+` FROM reports.schedule WHERE org_id = ? AND id = ? `+lock, orgID, id)
	if err != nil {
		return Schedule{}, fmt.Errorf("find schedule %s: %w", id, err)
	}
	if len(rows) == 0 {
		return Schedule{}, errNone
	}
	return rows[0].schedule()
}

// add keeps a new schedule.
func (s *Store) add(ctx context.Context, one Schedule) error {
	return s.db.InOrg(ctx, one.OrgID, func(tx *gorm.DB) error {
		count, err := store.One[int64](tx, `SELECT count(*) FROM reports.schedule WHERE org_id = ?`, one.OrgID)
		if err != nil {
			return fmt.Errorf("count schedules: %w", err)
		}
		if count >= maxKept {
			return fault.New(fault.Conflict, "An organisation has at most %d schedules.", maxKept)
		}
		return s.write(tx, one)
	})
}

// change has edit change a schedule that the caller of ctx sees; version is the one that the caller saw, 0 for any.
func (s *Store) change(ctx context.Context, id string, version int, edit func(one *Schedule) error) (after Schedule, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		if after, err = lookUp(tx, caller.OrgID, id, "FOR UPDATE"); err != nil {
			return err
		}
		if !after.seenBy(caller) {
			return errNone
		}
		if version != 0 && version != after.Version {
			return errChanged
		}
		if err := edit(&after); err != nil {
			return err
		}
		after.Version, after.Changed = after.Version+1, s.now()
		return s.write(tx, after)
	})
	return after, err
}

// write writes a schedule and says whom it tells.
func (s *Store) write(tx *gorm.DB, one Schedule) error {
	var raw [3]string
	for i, value := range []any{kept{one.Spec, one.All, one.Compared, one.Offered}, one.Times, one.Recipients} {
		text, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("write schedule %s: %w", one.ID, err)
		}
		raw[i] = string(text)
	}
	paused := int64(0)
	if one.isPaused() {
		paused = one.Paused.UnixMilli()
	}
	_, err := store.Exec(tx, `INSERT INTO reports.schedule (`+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET name = excluded.name, creator_id = excluded.creator_id, creator_name = excluded.creator_name, creator_email = excluded.creator_email,
		locale = excluded.locale, path = excluded.path, spec = excluded.spec, times = excluded.times, recipients = excluded.recipients, next_ms = excluded.next_ms,
		pause_reason = excluded.pause_reason, paused_by = excluded.paused_by, paused_ms = excluded.paused_ms, version = excluded.version, changed_ms = excluded.changed_ms`,
		one.OrgID, one.ID, one.Name, one.CreatorID, one.CreatorName, one.CreatorEmail, one.Locale, one.Path, raw[0], raw[1], raw[2], one.Next.UnixMilli(), one.PauseReason, one.PausedBy, paused,
		one.Version, one.Created.UnixMilli(), one.Changed.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep schedule %s: %w", one.ID, err)
	}
	store.AfterCommit(tx, s.ring)
	return events.PublishRecipients(tx, one.OrgID, "reports", events.RecipientsChanged{ID: one.ID, Name: one.Name, Path: page + one.ID, Recipients: one.told()})
}

// remove forgets a schedule and its runs, which it returns; errNone.
func (s *Store) remove(ctx context.Context, id string) (runs []run.Run, err error) {
	caller := web.Caller(ctx)
	err = s.db.InOrg(ctx, caller.OrgID, func(tx *gorm.DB) error {
		one, err := lookUp(tx, caller.OrgID, id, "FOR UPDATE")
		if err != nil {
			return err
		}
		if !one.seenBy(caller) {
			return errNone
		}
		if _, err := store.Exec(tx, `DELETE FROM reports.schedule WHERE org_id = ? AND id = ?`, caller.OrgID, id); err != nil {
			return fmt.Errorf("delete schedule %s: %w", id, err)
		}
		if runs, err = s.runs.Forget(tx, caller.OrgID, id); err != nil {
			return err
		}
		return events.PublishRecipients(tx, caller.OrgID, "reports", events.RecipientsChanged{ID: id, Name: one.Name})
	})
	return runs, err
}

func (s *Store) ring() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake already
	}
}
