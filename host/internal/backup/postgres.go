package backup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	lockWithin  = time.Second            // longer nobody who writes an event is kept waiting
	lockPause   = 250 * time.Millisecond // between attempts
	lockTries   = 60
	closeWithin = 10 * time.Second
)

// base is an online backup of the database's files, by the low-level interface of Postgres's manual: files are copied while it works, and what
// was written meanwhile comes from the write-ahead log up to the moment.
type base struct {
	session *pgx.Conn // the backup belongs to it
	data    string
	first   string // segment of the log that recovery begins with
	label   string // for the copy, from which recovery knows where to begin
	wal     []string
	major   int
}

// beginBase begins to keep the log and forces a checkpoint.
func beginBase(ctx context.Context, url, data string) (*base, error) {
	session, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect to Postgres: %w", err)
	}
	b := &base{session: session, data: data}
	// The slot keeps segments from being removed; it goes with the session, however that ends.
	_, err = session.Exec(ctx, `SELECT pg_create_physical_replication_slot('outrider_backup_' || pg_backend_pid(), true, true)`)
	if err == nil {
		err = session.QueryRow(ctx, `SELECT pg_walfile_name(pg_backup_start('outrider', fast => true)), current_setting('server_version_num')::int / 10000`).Scan(&b.first, &b.major)
	}
	if err != nil {
		b.close(ctx)
		return nil, fmt.Errorf("begin the backup of the database: %w", err)
	}
	return b, nil
}

// close ends the session, and with it a backup that has not ended.
func (b *base) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer cancel()
	_ = b.session.Close(ctx) // nothing to be done: Postgres notices
}

// end makes now the moment of the backup, and calls at while nobody writes an event or publishes one: what is in a stream then and what is in
// an outbox then belong together.
func (b *base) end(ctx context.Context, url string, at func(context.Context) error) error {
	lock, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to Postgres: %w", err)
	}
	defer func() { _ = lock.Close(context.WithoutCancel(ctx)) }()
	tables, err := outboxes(ctx, lock)
	if err != nil {
		return fmt.Errorf("find the outboxes: %w", err)
	}
	return pgx.BeginFunc(ctx, lock, func(tx pgx.Tx) error {
		if err := lockAll(ctx, tx, tables); err != nil {
			return fmt.Errorf("hold the outboxes: %w", err)
		}
		if err := at(ctx); err != nil {
			return err
		}
		return b.stop(ctx)
	})
}

func outboxes(ctx context.Context, c *pgx.Conn) ([]string, error) {
	rows, err := c.Query(ctx, `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND (c.relname = 'outbox' OR (n.nspname = 'outrider' AND c.relname = 'event_outbox')) ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// lockAll waits for those who have written into a table or read it for publishing, a second at a time.
func lockAll(ctx context.Context, tx pgx.Tx, tables []string) error {
	if len(tables) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, fmt.Sprintf(`SET LOCAL lock_timeout = %d`, lockWithin.Milliseconds())); err != nil {
		return err
	}
	for try := 1; ; try++ {
		err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error { // a savepoint: what was got so far is given back
			_, err := inner.Exec(ctx, `LOCK TABLE `+strings.Join(tables, ", ")+` IN EXCLUSIVE MODE`)
			return err
		})
		var answer *pgconn.PgError
		if err == nil || try == lockTries || !errors.As(err, &answer) || (answer.Code != "55P03" && answer.Code != "40P01") {
			return err
		}
		timer := time.NewTimer(lockPause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

func (b *base) stop(ctx context.Context) error {
	var last, spaces string
	err := b.session.QueryRow(ctx, `SELECT pg_walfile_name(lsn), labelfile, spcmapfile FROM pg_backup_stop(wait_for_archive => false)`).Scan(&last, &b.label, &spaces)
	if err != nil {
		return fmt.Errorf("end the backup of the database: %w", err)
	}
	if strings.TrimSpace(spaces) != "" {
		return errors.New("the database has tablespaces, which are not backed up")
	}
	rows, err := b.session.Query(ctx, `SELECT name FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$' AND name BETWEEN $1 AND $2 ORDER BY name`, b.first, last)
	if err != nil {
		return fmt.Errorf("list the write-ahead log: %w", err)
	}
	if b.wal, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return fmt.Errorf("list the write-ahead log: %w", err)
	}
	if len(b.wal) == 0 || b.wal[0] != b.first || b.wal[len(b.wal)-1] != last {
		return fmt.Errorf("the write-ahead log from %s to %s is not complete", b.first, last)
	}
	return nil
}

// copyFiles writes the database's files to a tar archive until before the moment; finish adds what comes after it.
func (b *base) copyFiles(ctx context.Context, archive *archive) error {
	return archive.folder(ctx, b.data, "", ofDatabase)
}

func (b *base) finish(ctx context.Context, archive *archive) error {
	for _, name := range b.wal {
		if err := archive.file(ctx, b.data+"/pg_wal/"+name, "pg_wal/"+name); err != nil {
			return err
		}
	}
	if err := archive.file(ctx, b.data+"/"+controlFile, controlFile); err != nil {
		return err
	}
	return archive.content("backup_label", []byte(b.label))
}

const controlFile = "global/pg_control"

// ofDatabase is what of the database's folder a copy needs, as the manual has it.
func ofDatabase(name string, dir bool) choice {
	top, rest, _ := strings.Cut(name, "/")
	switch {
	case name == controlFile: // after everything else
		return leave
	case rest != "" && (top == "pg_wal" && !dir || emptied[top]):
		return leave
	case name == "postmaster.pid", name == "postmaster.opts", name == "backup_label", name == "tablespace_map", name == "backup_manifest":
		return leave
	}
	last := name[strings.LastIndexByte(name, '/')+1:]
	if strings.HasPrefix(last, "pgsql_tmp") || strings.HasPrefix(last, "pg_internal.init") {
		return leave
	}
	return take
}

// emptied are folders whose content is made anew.
var emptied = map[string]bool{
	"pg_dynshmem": true, "pg_notify": true, "pg_replslot": true, "pg_serial": true, "pg_snapshots": true, "pg_stat_tmp": true, "pg_subtrans": true,
}
