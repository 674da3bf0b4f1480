package media

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// State says how far an upload is.
type State string

// The states, in their order. What is accepted stays what it is; over is final.
const (
	Begun    State = "open"     // parts may come
	Accepted State = "accepted" // the parts were what was promised; the file is being stored
	Complete State = "complete" // the file is stored
	Over     State = "over"     // nobody wants it any more
)

// Receipt is what is known of an upload. Size and hash are those of the first file that was accepted.
type Receipt struct {
	State    State
	DeviceID string
	Size     int64  // bytes
	SHA256   string // hexadecimal
}

// holds reports whether a promise is of the file that was accepted.
func (r Receipt) holds(p Promise) bool { return r.Size == p.Size && r.SHA256 == p.SHA256 }

// ErrNoReceipt means that nothing is known of an upload.
var ErrNoReceipt = errors.New("nothing is known of this upload")

// Register keeps receipts, for all hosts together.
type Register struct{ pool *pgxpool.Pool }

// NewRegister keeps receipts in the host's database.
func NewRegister(pool *pgxpool.Pool) *Register { return &Register{pool} }

// Find is what is known of the upload to a key; ErrNoReceipt.
func (g *Register) Find(ctx context.Context, key string) (Receipt, error) {
	return g.one(ctx, "look up upload", `SELECT state, device_id, size, sha256 FROM outrider.media_upload WHERE key = $1`, key)
}

// Begin notes that a first part comes, and returns what is known then.
func (g *Register) Begin(ctx context.Context, l Link) (Receipt, error) {
	return g.one(ctx, "begin upload", `INSERT INTO outrider.media_upload AS u (key, device_id, state) VALUES ($1, $2, 'open')
		ON CONFLICT (key) DO UPDATE SET state = u.state RETURNING state, device_id, size, sha256`, l.Key, l.DeviceID)
}

// Accept keeps what an upload is, unless a file was accepted before it or it is over, and returns what is kept.
func (g *Register) Accept(ctx context.Context, l Link, p Promise) (Receipt, error) {
	return g.one(ctx, "accept upload", `INSERT INTO outrider.media_upload AS u (key, device_id, state, size, sha256) VALUES ($1, $2, 'accepted', $3, $4)
		ON CONFLICT (key) DO UPDATE SET
			state = CASE u.state WHEN 'open' THEN 'accepted' ELSE u.state END,
			size = CASE u.state WHEN 'open' THEN excluded.size ELSE u.size END,
			sha256 = CASE u.state WHEN 'open' THEN excluded.sha256 ELSE u.sha256 END
		RETURNING state, device_id, size, sha256`, l.Key, l.DeviceID, p.Size, p.SHA256)
}

// Complete notes that the accepted file is stored, unless the upload is over, and returns what is known then.
func (g *Register) Complete(ctx context.Context, key string) (Receipt, error) {
	return g.one(ctx, "complete upload", `UPDATE outrider.media_upload SET state = CASE state WHEN 'accepted' THEN 'complete' ELSE state END
		WHERE key = $1 RETURNING state, device_id, size, sha256`, key)
}

// End ends the upload to a key, also one that has not begun, and returns what was known of it.
func (g *Register) End(ctx context.Context, key string) (Receipt, error) {
	return g.one(ctx, "end upload", `INSERT INTO outrider.media_upload AS u (key, state) VALUES ($1, 'over')
		ON CONFLICT (key) DO UPDATE SET state = 'over', at = now() RETURNING state, device_id, size, sha256`, key)
}

// Ended are keys of uploads that ended before a time, the oldest first.
func (g *Register) Ended(ctx context.Context, before time.Time) ([]string, error) {
	rows, err := g.pool.Query(ctx, `SELECT key FROM outrider.media_upload WHERE state = 'over' AND at < $1 ORDER BY at LIMIT $2`, before, sweepBatch)
	if err == nil {
		var keys []string
		if keys, err = pgx.CollectRows(rows, pgx.RowTo[string]); err == nil {
			return keys, nil
		}
	}
	return nil, fmt.Errorf("list ended uploads: %w", err)
}

// Forget forgets some ended uploads, and those that began before a time and came to nothing.
func (g *Register) Forget(ctx context.Context, ended []string, begun time.Time) error {
	_, err := g.pool.Exec(ctx, `DELETE FROM outrider.media_upload WHERE state = 'over' AND key = ANY($1) OR state = 'open' AND at < $2`, ended, begun)
	if err != nil {
		return fmt.Errorf("forget uploads: %w", err)
	}
	return nil
}

func (g *Register) one(ctx context.Context, what, statement string, args ...any) (r Receipt, err error) {
	err = g.pool.QueryRow(ctx, statement, args...).Scan(&r.State, &r.DeviceID, &r.Size, &r.SHA256)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, ErrNoReceipt
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", what, err)
	}
	return r, nil
}
