package access

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/away"
)

// The subjects, core NATS, by which hosts tell each other what to forget.
const (
	SubjectChanged   = "host.access.changed"   // a Change
	SubjectHeartbeat = "host.access.heartbeat" // a Heartbeat, from every host every second
)

const (
	heartbeatEvery = time.Second
	keepChanges    = time.Hour        // for hosts that lost the message
	outageBound    = 10 * time.Minute // so long decisions hold while the database of a host that is alone is away
)

// Heartbeat proves that announcements arrive, and says how many there were.
type Heartbeat struct {
	HostID   string `json:"host_id"`
	Position int64  `json:"position"`
}

// Feed announces changes of access and hears those of all hosts. A message that got lost is noticed by the next position and read from the
// database instead.
type Feed struct {
	pool   *pgxpool.Pool
	conn   *nats.Conn
	log    *slog.Logger
	hostID string
	kick   chan struct{}
	forget func(context.Context, Change)
	now    func() time.Time

	alone     bool          // no other process writes to this database: what this one has not written has not changed
	cut       atomic.Bool   // the database cannot be asked
	announced atomic.Uint64 // of written: what was seen by the newest announcement

	hearing  sync.Mutex // one message at a time
	position int64
	heard    atomic.Int64 // when the last heartbeat came, Unix nanoseconds; 0: never
}

// Fresh reports whether a heartbeat was heard within the bound. While the database of a host that is alone cannot be asked nothing can change either, so what
// was known before holds on, unless the host has written something since that it could not announce.
func (f *Feed) Fresh(bound time.Duration) bool {
	age := f.now().UnixNano() - f.heard.Load()
	return age <= int64(bound) || f.alone && f.cut.Load() && f.announced.Load() == written.Load() && age <= int64(outageBound)
}

// written counts what this process began to write about access, and what it has committed. It is the process's, so that no writer can forget it.
var written atomic.Uint64

// Age is how long ago the last heartbeat came; negative: none has come yet.
func (f *Feed) Age() time.Duration {
	heard := f.heard.Load()
	if heard == 0 {
		return -1
	}
	return time.Duration(f.now().UnixNano() - heard)
}

// Run announces and listens until ctx ends.
func (f *Feed) Run(ctx context.Context) error {
	err := f.pool.QueryRow(ctx, `SELECT COALESCE(max(position), 0) FROM outrider.access_change`).Scan(&f.position)
	if ctx.Err() != nil {
		return nil // ended before it began
	}
	if err != nil {
		return fmt.Errorf("find the position of access changes: %w", err)
	}
	changes, err := f.conn.Subscribe(SubjectChanged, func(m *nats.Msg) { f.hearChange(ctx, m.Data) })
	if err != nil {
		return fmt.Errorf("listen for access changes: %w", err)
	}
	defer func() { _ = changes.Unsubscribe() }() // fails only when the connection is closed
	beats, err := f.conn.Subscribe(SubjectHeartbeat, func(m *nats.Msg) { f.hearBeat(ctx, m.Data) })
	if err != nil {
		return fmt.Errorf("listen for heartbeats: %w", err)
	}
	defer func() { _ = beats.Unsubscribe() }()
	var failing bool
	return every(ctx, heartbeatEvery, f.kick, func() {
		before := written.Load()
		err := f.announce(ctx)
		if f.cut.Store(err != nil && away.Is(err)); err == nil {
			f.announced.Store(before)
		}
		switch {
		case err != nil && ctx.Err() == nil && !failing:
			f.log.Warn("changes of access cannot be announced; decisions hold for as long as they are known to", "error", err)
		case err == nil && failing:
			f.log.Info("changes of access are announced again")
		}
		failing = err != nil
	})
}

// announce publishes what was committed since, then the heartbeat.
func (f *Feed) announce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	changes, err := f.take(ctx)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if err := f.publish(SubjectChanged, c); err != nil {
			return err
		}
	}
	beat := Heartbeat{HostID: f.hostID}
	if err := f.pool.QueryRow(ctx, `SELECT COALESCE(max(position), 0) FROM outrider.access_change`).Scan(&beat.Position); err != nil {
		return fmt.Errorf("find the position of access changes: %w", err)
	}
	if err := f.publish(SubjectHeartbeat, beat); err != nil {
		return err
	}
	return f.conn.FlushWithContext(ctx)
}

// take gives waiting changes their positions. The lock keeps positions in the order in which they become visible.
func (f *Feed) take(ctx context.Context) (changes []Change, err error) {
	err = pgx.BeginFunc(ctx, f.pool, func(tx pgx.Tx) error {
		if err := rowlock.Wait(ctx, tx, "access_change"); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `WITH waiting AS (SELECT id FROM outrider.access_change WHERE position IS NULL ORDER BY id)
			UPDATE outrider.access_change c SET position = nextval('outrider.access_position') FROM waiting w WHERE c.id = w.id
			RETURNING COALESCE(c.account_id::text, ''), COALESCE(c.org_id, ''), COALESCE(c.session_id::text, ''), c.part, c.position, c.permissions`)
		if err != nil {
			return err
		}
		changes, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Change])
		if err != nil || len(changes) == 0 {
			return err
		}
		slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.Position, b.Position) })
		_, err = tx.Exec(ctx, `DELETE FROM outrider.access_change WHERE at < $2 AND position < $1`, changes[0].Position, f.now().Add(-keepChanges))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("take waiting access changes: %w", err)
	}
	return changes, nil
}

func (f *Feed) publish(subject string, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("write %s: %w", subject, err)
	}
	if err := f.conn.Publish(subject, body); err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	return nil
}

func (f *Feed) hearChange(ctx context.Context, body []byte) {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	var c Change
	if err := json.Unmarshal(body, &c); err != nil {
		f.log.Warn("an access change could not be read; everything is looked up again", "error", err)
		f.forget(ctx, Change{})
		return
	}
	switch {
	case c.Position <= f.position: // read from the database before
	case c.Position == f.position+1:
		f.position = c.Position
		f.forget(ctx, c)
	default:
		f.catchUp(ctx, c.Position)
	}
}

func (f *Feed) hearBeat(ctx context.Context, body []byte) {
	f.hearing.Lock()
	defer f.hearing.Unlock()
	var beat Heartbeat
	if err := json.Unmarshal(body, &beat); err != nil {
		return
	}
	if beat.Position > f.position {
		f.catchUp(ctx, beat.Position)
	}
	f.heard.Store(f.now().UnixNano())
}

// catchUp applies the changes that were not heard. If they cannot be read, everything is forgotten: never too little.
func (f *Feed) catchUp(ctx context.Context, to int64) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	missed, err := f.missed(ctx)
	if err != nil || len(missed) == 0 || !f.Fresh(keepChanges/2) { // after long silence some may have been pruned

		f.forget(ctx, Change{})
		f.position = to
		return
	}
	for _, c := range missed {
		f.forget(ctx, c)
		f.position = max(f.position, c.Position)
	}
	f.position = max(f.position, to)
}

func (f *Feed) missed(ctx context.Context) ([]Change, error) {
	rows, err := f.pool.Query(ctx, `SELECT COALESCE(account_id::text, ''), COALESCE(org_id, ''), COALESCE(session_id::text, ''), part, position, permissions
		FROM outrider.access_change WHERE position > $1 ORDER BY position`, f.position)
	if err != nil {
		return nil, fmt.Errorf("read missed access changes: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Change])
}
