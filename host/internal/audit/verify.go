package audit

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Verdict says whether an organisation's chain is whole.
type Verdict struct {
	OrgID    string `json:"org_id"`
	Records  int64  `json:"records" doc:"How many were looked at: what retention has left"`
	First    int64  `json:"first" doc:"Place of the first one; before it retention removed"`
	Last     int64  `json:"last" doc:"Place of the last one"`
	Hash     string `json:"hash" doc:"Of the last one: who writes it down sees later whether anything up to it was changed"`
	BrokenAt int64  `json:"broken_at,omitempty" doc:"Place of the first record that is not as it was written; 0: none"`
	RecordID string `json:"record_id,omitempty" doc:"Its id, if there is one at that place"`
	Why      string `json:"why,omitempty" enum:"changed,missing,end,checkpoint"`
	Erased   int64  `json:"erased" doc:"Records whose person was erased: their places stand, and what is left of each is as it was left"`
	Outside  int64  `json:"outside" doc:"Records from before there was a chain, of which nothing can be said"`
}

// Whole reports whether nothing is broken.
func (v Verdict) Whole() bool { return v.BrokenAt == 0 }

// Known is what somebody has written down of a chain before: the hash at a place.
type Known struct {
	OrgID string
	Seq   int64
	Hash  string
}

// Chains are the organisations that have one; "" for what belongs to none.
func Chains(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	rows, err := pool.Query(ctx, `SELECT org_id FROM outrider.audit_chain ORDER BY org_id`)
	if err != nil {
		return nil, fmt.Errorf("list the chains of the audit log: %w", err)
	}
	orgs, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list the chains of the audit log: %w", err)
	}
	return orgs, nil
}

// Verify computes an organisation's chain anew, in one snapshot, and compares it with what is written and, if given, with what was written down before. It stops at
// the first record that is not right.
func Verify(ctx context.Context, pool *pgxpool.Pool, orgID string, known *Known) (v Verdict, err error) {
	err = pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		v, err = verify(ctx, tx, orgID, known)
		return err
	})
	return v, err
}

func verify(ctx context.Context, tx pgx.Tx, orgID string, known *Known) (Verdict, error) {
	at, err := lastCheckpoint(ctx, tx, orgID)
	if err != nil {
		return Verdict{}, err
	}
	erased, err := erasedOf(ctx, tx, orgID)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{OrgID: orgID, First: at.seq + 1}
	if known != nil && known.Seq == at.seq && known.Hash != hex.EncodeToString(at.hash) {
		v.BrokenAt, v.Why = at.seq, "checkpoint"
	}
	rows, err := tx.Query(ctx, `SELECT seq, hash, `+recordColumns+` FROM outrider.audit_log WHERE org_id = $1 AND seq IS NOT NULL ORDER BY seq`, orgID)
	if err != nil {
		return Verdict{}, fmt.Errorf("read the chain of %q: %w", orgID, err)
	}
	defer rows.Close()
	for rows.Next() && v.Whole() {
		seq, written, record, err := scanPlace(rows)
		if err != nil {
			return Verdict{}, fmt.Errorf("read the chain of %q: %w", orgID, err)
		}
		hash, err := digest(at.hash, at.seq+1, record)
		if left, was := erased[seq]; err == nil && was && !bytes.Equal(hash, written) {
			if now, err := digest(nil, seq, record); err == nil && bytes.Equal(now, left) {
				hash = written // its place is what it was, and so is what is left of it
				v.Erased++
			}
		}
		switch {
		case err != nil:
			return Verdict{}, err
		case seq != at.seq+1:
			v.BrokenAt, v.Why = at.seq+1, "missing"
		case !bytes.Equal(hash, written), known != nil && known.Seq == seq && known.Hash != hex.EncodeToString(hash):
			v.BrokenAt, v.RecordID, v.Why = seq, record.ID, "changed"
		default:
			at = place{seq, hash}
			v.Records++
		}
	}
	rows.Close() // a broken chain is not read to its end
	if err := rows.Err(); err != nil {
		return Verdict{}, fmt.Errorf("read the chain of %q: %w", orgID, err)
	}
	v.Last, v.Hash = at.seq, hex.EncodeToString(at.hash)
	return v.end(ctx, tx, known)
}

// end compares the last record with where the chain should end.
func (v Verdict) end(ctx context.Context, tx pgx.Tx, known *Known) (Verdict, error) {
	var should place
	err := tx.QueryRow(ctx, `SELECT COALESCE(c.seq, 0), COALESCE(c.hash, ''), (SELECT count(*) FROM outrider.audit_log WHERE org_id = $1 AND seq IS NULL)
		FROM (SELECT) one LEFT JOIN outrider.audit_chain c ON c.org_id = $1`, v.OrgID).Scan(&should.seq, &should.hash, &v.Outside)
	if err != nil {
		return Verdict{}, fmt.Errorf("find the end of the chain of %q: %w", v.OrgID, err)
	}
	if v.Whole() && (should.seq != v.Last || v.Hash != hex.EncodeToString(should.hash) || known != nil && known.Seq > v.Last) {
		v.BrokenAt, v.Why = v.Last+1, "end"
	}
	return v, nil
}

// lastCheckpoint is where retention has left off; the zero place without one.
func lastCheckpoint(ctx context.Context, tx pgx.Tx, orgID string) (at place, err error) {
	err = tx.QueryRow(ctx, `SELECT seq, hash FROM outrider.audit_checkpoint WHERE org_id = $1 ORDER BY seq DESC LIMIT 1`, orgID).Scan(&at.seq, &at.hash)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return place{}, fmt.Errorf("find the checkpoint of %q: %w", orgID, err)
	}
	return at, nil
}

func scanPlace(rows pgx.Rows) (seq int64, hash []byte, r Record, err error) {
	err = rows.Scan(&seq, &hash, &r.ID, &r.At, &r.OrgID, &r.ActorID, &r.ActorEmail, &r.ActorName, &r.ActorRole, &r.HomeOrgID, &r.Plugin, &r.SessionID, &r.Operation, &r.ObjectKind,
		&r.ObjectID, &r.Result, &r.Status, &r.Fields, &r.Detail, &r.RequestID, &r.Trace, &r.Address, &r.Host, &r.Told)
	return seq, hash, r, err
}
