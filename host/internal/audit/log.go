package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	shipBatch  = 500             // lines
	shipEvery  = 5 * time.Second // between looks at the journal when nobody rings
	pruneEvery = time.Hour
	pruneBatch = 5_000
)

// Log is the table of all hosts' records.
type Log struct {
	pool    *pgxpool.Pool
	journal *Journal
	keep    time.Duration
	log     *slog.Logger
	now     func() time.Time

	// of Run alone
	segment int
	offset  int64
}

// NewLog ships from journal and forgets what is older than keep; 0 keeps everything.
func NewLog(pool *pgxpool.Pool, journal *Journal, keep time.Duration, log *slog.Logger, now func() time.Time) *Log {
	return &Log{pool: pool, journal: journal, keep: keep, log: log, now: now}
}

// Run ships and prunes until ctx ends. While the database is away records wait in the journal.
func (l *Log) Run(ctx context.Context) error {
	ship, prune := time.NewTicker(shipEvery), time.NewTicker(pruneEvery)
	defer ship.Stop()
	defer prune.Stop()
	failing := false
	defer func() {
		if err := l.journal.Summarise(l.now(), true); err != nil {
			l.log.Warn("counts of refusals cannot be recorded", "error", err)
		}
	}()
	for {
		if err := l.journal.Summarise(l.now(), false); err != nil {
			l.log.Warn("counts of refusals cannot be recorded", "error", err)
		}
		err := l.ship(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			l.log.Warn("records of the audit log wait in the journal", "error", err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return nil
		case <-ship.C:
		case <-l.journal.wake:
		case <-prune.C:
			if err := l.prune(ctx); err != nil && ctx.Err() == nil {
				l.log.Warn("old records of the audit log stay", "error", err)
			}
		}
	}
}

// ship brings everything that is in the journal into the table.
func (l *Log) ship(ctx context.Context) error {
	if l.segment == 0 {
		segments, err := l.journal.segments()
		if err != nil {
			return err
		}
		l.segment = segments[0] // the one that is being written at least
	}
	for ctx.Err() == nil {
		current := l.journal.current()
		lines, upTo, err := readLines(l.journal.path(l.segment), l.offset)
		if err != nil {
			return err
		}
		if err := l.insert(ctx, lines); err != nil {
			return err
		}
		if upTo > l.offset {
			l.offset = upTo
			continue
		}
		if l.segment >= current {
			return nil
		}
		l.segment, l.offset = l.segment+1, 0
		if err := l.journal.release(l.segment); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l *Log) insert(ctx context.Context, lines []line) error {
	records := make([]Record, 0, len(lines))
	for _, one := range lines {
		if one.Phase == end {
			records = append(records, one.Record)
		}
	}
	if len(records) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	err := pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error { return insert(ctx, tx, records) })
	if err != nil {
		return fmt.Errorf("write audit records: %w", err)
	}
	return nil
}

// insert adds records at the ends of their organisations' chains, inside tx.
func insert(ctx context.Context, tx pgx.Tx, records []Record) error {
	list, err := chain(ctx, tx, records)
	if err != nil || len(list) == 0 {
		return err
	}
	body, err := json.Marshal(list)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.audit_log (id, at, org_id, actor_id, actor_email, actor_name, actor_role, home_org_id, plugin,
			session_id, operation, object_kind, object_id, result, status, fields, detail, request_id, trace, address, host, told, seq, hash)
		SELECT id, at, org_id, actor_id, actor_email, actor_name, actor_role, home_org_id, plugin, session_id, operation, object_kind, object_id,
			result, status, ARRAY(SELECT jsonb_array_elements_text(fields)), detail, request_id, trace, address, host, told, seq, decode(hash, 'hex')
		FROM jsonb_to_recordset($1) AS r(id uuid, at timestamptz, org_id text, actor_id text, actor_email text, actor_name text, actor_role text,
			home_org_id text, plugin text, session_id text, operation text, object_kind text, object_id text, result text, status integer,
			fields jsonb, detail text, request_id text, trace text, address text, host text, told jsonb, seq bigint, hash text)`, body)
	return err
}

// prune forgets what is older than its organisation keeps, or else the host, a batch at a time.
func (l *Log) prune(ctx context.Context) error {
	if l.keep > 0 {
		if err := l.pruneAll(ctx, `SELECT outrider.audit_prune($1, $2)`, l.now().Add(-l.keep), pruneBatch); err != nil {
			return err
		}
	}
	rows, err := l.pool.Query(ctx, `SELECT c.org_id, COALESCE(o.audit_keep_days, 0) FROM outrider.audit_chain c LEFT JOIN outrider.organisation o ON o.id = c.org_id ORDER BY 1`)
	if err != nil {
		return fmt.Errorf("find how long records are kept: %w", err)
	}
	days := map[string]int{}
	var org string
	var of int
	if _, err := pgx.ForEachRow(rows, []any{&org, &of}, func() error { days[org] = of; return nil }); err != nil {
		return fmt.Errorf("find how long records are kept: %w", err)
	}
	for org, of := range days {
		keep := l.keepOf(of)
		if keep == 0 {
			continue
		}
		if err := l.pruneAll(ctx, `SELECT outrider.audit_prune_chain($1, $2, $3)`, org, l.now().Add(-keep), pruneBatch); err != nil {
			return err
		}
	}
	return nil
}

// keepOf is how long an organisation's records are kept that chose so many days; 0 chose nothing. No one keeps them longer than the host does.
func (l *Log) keepOf(days int) time.Duration {
	chosen := time.Duration(days) * 24 * time.Hour
	if chosen == 0 || l.keep > 0 && chosen > l.keep {
		return l.keep
	}
	return chosen
}

func (l *Log) pruneAll(ctx context.Context, function string, arguments ...any) error {
	for removed := int64(pruneBatch); removed == pruneBatch; {
		if err := l.pool.QueryRow(ctx, function, arguments...).Scan(&removed); err != nil {
			return fmt.Errorf("prune the audit log: %w", err)
		}
	}
	return nil
}

// LeastDays is how long an organisation keeps its records at least.
const LeastDays = 30

// KeepDays is how long the host keeps records; 0: without an end.
func (l *Log) KeepDays() int { return int(l.keep / (24 * time.Hour)) }
