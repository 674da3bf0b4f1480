package audit

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// place is where a record stands in the chain of its organisation.
type place struct {
	seq  int64
	hash []byte
}

// digest is the hash of a record at a place: SHA-256 over the hash of the one before it and over the record as JSON, its time in UTC.
func digest(before []byte, seq int64, r Record) ([]byte, error) {
	r.At = r.At.UTC()
	body, err := json.Marshal(struct {
		Seq int64 `json:"seq"`
		Record
	}{seq, r})
	if err != nil {
		return nil, fmt.Errorf("hash an audit record: %w", err)
	}
	sum := sha256.Sum256(append(slices.Clone(before), body...))
	return sum[:], nil
}

// chained are records with their places, as they are written.
type chained struct {
	Record
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

// chain gives records that are not in the log yet their places, inside tx: of two hosts that add to one organisation the second waits.
func chain(ctx context.Context, tx pgx.Tx, records []Record) ([]chained, error) {
	records, err := unknownOf(ctx, tx, records)
	if err != nil || len(records) == 0 {
		return nil, err
	}
	ends, err := endsOf(ctx, tx, records)
	if err != nil {
		return nil, err
	}
	list := make([]chained, len(records))
	for i, r := range records {
		r.At = r.At.UTC().Truncate(time.Microsecond) // the database would round it
		end := ends[r.OrgID]
		hash, err := digest(end.hash, end.seq+1, r)
		if err != nil {
			return nil, err
		}
		ends[r.OrgID] = place{end.seq + 1, hash}
		list[i] = chained{r, end.seq + 1, fmt.Sprintf("%x", hash)}
	}
	for org, end := range ends {
		if _, err := tx.Exec(ctx, `UPDATE outrider.audit_chain SET seq = $2, hash = $3 WHERE org_id = $1`, org, end.seq, end.hash); err != nil {
			return nil, fmt.Errorf("move the end of the chain of %q: %w", org, err)
		}
	}
	return list, nil
}

// endsOf locks the ends of the chains that records belong to, always in the same order.
func endsOf(ctx context.Context, tx pgx.Tx, records []Record) (map[string]place, error) {
	orgs := make([]string, 0, 4)
	for _, r := range records {
		orgs = append(orgs, r.OrgID)
	}
	slices.Sort(orgs)
	orgs = slices.Compact(orgs)
	if _, err := tx.Exec(ctx, `INSERT INTO outrider.audit_chain (org_id) SELECT unnest($1::text[]) ORDER BY 1 ON CONFLICT DO NOTHING`, orgs); err != nil {
		return nil, fmt.Errorf("begin chains: %w", err)
	}
	rows, err := tx.Query(ctx, `SELECT org_id, seq, hash FROM outrider.audit_chain WHERE org_id = ANY($1) ORDER BY org_id FOR UPDATE`, orgs)
	if err != nil {
		return nil, fmt.Errorf("find the ends of chains: %w", err)
	}
	ends := map[string]place{}
	var org string
	var end place
	if _, err := pgx.ForEachRow(rows, []any{&org, &end.seq, &end.hash}, func() error {
		ends[org] = place{end.seq, slices.Clone(end.hash)}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("find the ends of chains: %w", err)
	}
	return ends, nil
}

// unknownOf leaves out what is in the log, and what comes twice: a host that died ships its last records once more.
func unknownOf(ctx context.Context, tx pgx.Tx, records []Record) ([]Record, error) {
	ids := make([]string, len(records))
	for i, r := range records {
		ids[i] = r.ID
	}
	rows, err := tx.Query(ctx, `SELECT id::text FROM outrider.audit_log WHERE id = ANY($1::uuid[])`, ids)
	if err != nil {
		return nil, fmt.Errorf("look for records that are in the log: %w", err)
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("look for records that are in the log: %w", err)
	}
	seen := map[string]bool{}
	for _, id := range known {
		seen[id] = true
	}
	return slices.DeleteFunc(slices.Clone(records), func(r Record) bool {
		was := seen[r.ID]
		seen[r.ID] = true
		return was
	}), nil
}
