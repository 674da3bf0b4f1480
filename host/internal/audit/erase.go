package audit

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5"
)

// Person is somebody who is erased from the log, and what takes the place of address and name. Email and Name are empty once nobody knows them any more.
type Person struct {
	ID, Email, Name string
	PseudonymEmail  string
	PseudonymName   string
}

// PersonErased is the person with an id under the pseudonym that such a one gets.
func PersonErased(id string) Person {
	short := id[max(0, len(id)-8):]
	return Person{ID: id, PseudonymEmail: "erased-" + short + "@erased.invalid", PseudonymName: "Erased user " + short}
}

// Erase takes a person out of all records, inside tx, and says how many there were. What was done, when and by which id stays; so does each chain, of which the
// records that were changed are noted.
func Erase(ctx context.Context, tx pgx.Tx, p Person) (count int, err error) {
	rows, err := tx.Query(ctx, `SELECT COALESCE(seq, 0), COALESCE(hash, ''), `+recordColumns+` FROM outrider.audit_log
		WHERE actor_id = $1 AND (actor_email <> $3 OR address <> '') OR $2 <> '' AND (actor_email = $2 OR lower(object_id) = $2 OR strpos(lower(detail), $2) > 0 OR strpos(lower(actor_name), $2) > 0 OR strpos(lower(told::text), $2) > 0)
			OR $4 <> '' AND strpos(told::text, $4) > 0
		ORDER BY org_id, seq`, p.ID, p.Email, p.PseudonymEmail, p.Name)
	if err != nil {
		return 0, fmt.Errorf("find the records of %s: %w", p.ID, err)
	}
	var found []placed
	for rows.Next() {
		var one placed
		if one.seq, _, one.record, err = scanPlace(rows); err != nil {
			break
		}
		if p.in(one.record) {
			found = append(found, one)
		}
	}
	rows.Close()
	if err = errors.Join(err, rows.Err()); err != nil {
		return 0, fmt.Errorf("find the records of %s: %w", p.ID, err)
	}
	for _, one := range found {
		if err := eraseFrom(ctx, tx, p, one); err != nil {
			return 0, err
		}
	}
	return len(found), nil
}

// placed is a record with its place in the chain; 0: from before there was one.
type placed struct {
	seq    int64
	record Record
}

func eraseFrom(ctx context.Context, tx pgx.Tx, p Person, one placed) error {
	r := p.without(one.record)
	if _, err := tx.Exec(ctx, `SELECT outrider.audit_erase($1, $2, $3, $4, $5, $6)`, r.ID, r.ActorEmail, r.ActorName, r.Detail, r.ObjectID, r.Told); err != nil {
		return fmt.Errorf("erase %s from record %s: %w", p.ID, r.ID, err)
	}
	if one.seq == 0 {
		return nil
	}
	r.Address = ""
	digest, err := digest(nil, one.seq, r)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.audit_erased (org_id, seq, digest) VALUES ($1, $2, $3) ON CONFLICT (org_id, seq) DO UPDATE SET digest = EXCLUDED.digest`, r.OrgID, one.seq, digest)
	if err != nil {
		return fmt.Errorf("note that record %s was erased: %w", r.ID, err)
	}
	return nil
}

// in tells whether a record holds anything of the person.
func (p Person) in(r Record) bool {
	left := p.without(r)
	return r.ActorID == p.ID && r.Address != "" || left.Detail != r.Detail || left.ObjectID != r.ObjectID || left.ActorName != r.ActorName || left.ActorEmail != r.ActorEmail ||
		!reflect.DeepEqual(left.Told, r.Told)
}

// without is a record without the person.
func (p Person) without(r Record) Record {
	replace := func(text string) string {
		return replaceAddress(replaceName(text, p.Name, p.PseudonymName), p.Email, p.PseudonymEmail)
	}
	r.Detail, r.ObjectID, r.ActorName, r.ActorEmail = replace(r.Detail), replace(r.ObjectID), replace(r.ActorName), replace(r.ActorEmail)
	r.Told = toldWith(r.Told, replace)
	if r.ActorID == p.ID {
		r.ActorEmail, r.ActorName = p.PseudonymEmail, p.PseudonymName
	}
	return r
}

// erasedOf are the hashes over the records of an organisation's chain whose person was erased, by place.
func erasedOf(ctx context.Context, tx pgx.Tx, orgID string) (map[int64][]byte, error) {
	rows, err := tx.Query(ctx, `SELECT seq, digest FROM outrider.audit_erased WHERE org_id = $1`, orgID)
	if err != nil {
		return nil, fmt.Errorf("read which records of %q were erased: %w", orgID, err)
	}
	erased := map[int64][]byte{}
	var seq int64
	var digest []byte
	if _, err := pgx.ForEachRow(rows, []any{&seq, &digest}, func() error {
		erased[seq] = append([]byte(nil), digest...)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("read which records of %q were erased: %w", orgID, err)
	}
	return erased, nil
}
