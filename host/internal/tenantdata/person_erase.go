package tenantdata

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/web"
)

// Erased says what became of somebody's data.
type Erased struct {
	ID        string         `json:"id"`
	Pseudonym string         `json:"pseudonym" doc:"What stands in the place of the name from now on"`
	Changed   map[string]int `json:"changed" doc:"Rows that named the person, by plugin and table"`
	Records   int            `json:"audit_records" doc:"Records of the audit log that stay, with the pseudonym"`
	Kept      []string       `json:"kept" nullable:"false" doc:"What stays, and why"`
}

// keptOf is what an erasure leaves, and why; docs/operate.md says the same.
var keptOf = []string{
	"What vehicles did, and alerts, files and reports about it: they are the organisation's, and name the person no more.",
	"The audit log, with an id and a pseudonym: the organisation has to be able to show what was done.",
	"Free text that has the name without the address, such as a note: somebody else may be called the same. Look for the name, and change it by hand.",
	"Events and mails that are under way are kept until they are delivered, and backups until their time is over: they are not written anew.",
}

// EraseFrom takes somebody out of every table of an organisation, inside the transaction that removes the account, and says what it found. Rows of plugins are
// changed in a transaction for each plugin, so what is interrupted can be begun anew.
func (s *Service) EraseFrom(ctx context.Context, tx pgx.Tx, user identity.User, as audit.Person) (Erased, error) {
	done := Erased{ID: user.ID, Pseudonym: as.PseudonymName, Changed: map[string]int{}, Kept: make([]string, len(keptOf))}
	for i, one := range keptOf {
		done.Kept[i] = web.Say(ctx, one)
	}
	plugins, err := s.db.PluginSchemas(ctx)
	if err != nil {
		return done, err
	}
	for _, id := range plugins {
		err := s.db.InTenant(ctx, id, user.OrgID, func(inner pgx.Tx) error {
			return eraseSchema(ctx, inner, id, user, as, []string{"outbox", "inbox"}, done.Changed)
		})
		if err != nil {
			return done, fmt.Errorf("erase %s from %s: %w", user.ID, id, err)
		}
	}
	if _, err := tx.Exec(ctx, `SELECT set_config('outrider.org', $1, true), set_config('statement_timeout', '0', true)`, user.OrgID); err != nil {
		return done, fmt.Errorf("open organisation %s: %w", user.OrgID, err)
	}
	if err := eraseSchema(ctx, tx, hostSchema, user, as, ownTables, done.Changed); err != nil {
		return done, fmt.Errorf("erase %s: %w", user.ID, err)
	}
	done.Records, err = audit.Erase(ctx, tx, as)
	return done, err
}

// ownTables are the host's tables that are erased in ways of their own, or name nobody.
var ownTables = []string{"audit_log", "audit_erased", "audit_chain", "audit_checkpoint", "account", "erased_person", "keto_outbox", "access_change", "session", "api_key", "see_as"}

func eraseSchema(ctx context.Context, tx pgx.Tx, schema string, user identity.User, as audit.Person, except []string, changed map[string]int) error {
	tables, err := tablesOf(ctx, tx, schema, except)
	if err != nil {
		return err
	}
	for _, table := range tables {
		count, err := eraseTable(ctx, tx, schema, table, user, as)
		if err != nil {
			return fmt.Errorf("erase from %s.%s: %w", schema, table, err)
		}
		if count > 0 {
			changed[schema+"/"+table] += count
		}
	}
	return nil
}

// eraseTable puts the pseudonym into the rows that name somebody. A row whose key is the address is of nobody else, and goes.
func eraseTable(ctx context.Context, tx pgx.Tx, schema, table string, user identity.User, as audit.Person) (int, error) {
	columns, err := namingColumns(ctx, tx, schema, table)
	if err != nil || len(columns) == 0 {
		return 0, err
	}
	where, of := names(columns, 10), pgx.Identifier{schema, table}.Sanitize()
	removed := int64(0)
	if slices.ContainsFunc(columns, func(c column) bool { return c.Key && c.Name == "email" }) {
		tag, err := tx.Exec(ctx, `DELETE FROM `+of+` WHERE org_id = $1 AND lower(email) = $2`, user.OrgID, user.Email)
		if err != nil {
			return 0, err
		}
		removed = tag.RowsAffected()
	}
	var set []string
	for _, c := range columns {
		if c.Type != "uuid" && !strings.HasSuffix(c.Name, "_id") && c.Name != "id" && !c.Key {
			set = append(set, renamed(c))
		}
	}
	if len(set) == 0 {
		return int(removed), nil
	}
	// Every parameter is there, whether or not a column of the table needs it.
	query := `UPDATE ` + of + ` SET ` + strings.Join(set, ", ") + ` WHERE ` + where + ` AND ($4::text, $5::text, $6::text, $7::text, $8::text, $9::text) IS NOT NULL`
	tag, err := tx.Exec(ctx, query, user.OrgID, user.ID, addressPattern(user.Email), as.PseudonymEmail, as.Name, namePattern(as.Name), as.PseudonymName, user.FirstName, user.LastName, plainAddress(user.Email))
	if err != nil {
		return 0, err
	}
	return int(removed + tag.RowsAffected()), nil
}

// settleErased goes through the audit log once more after all that hosts still had in their journals is in it.
func (s *Service) settleErased(ctx context.Context) error {
	rows, err := s.db.Pool().Query(ctx, `SELECT id::text FROM outrider.erased_person WHERE settled_at IS NULL AND erased_at <= $1`, s.now().Add(-settleFor))
	if err != nil {
		return fmt.Errorf("look for erased people: %w", err)
	}
	people, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("look for erased people: %w", err)
	}
	for _, id := range people {
		err := pgx.BeginFunc(ctx, s.db.Pool(), func(tx pgx.Tx) error {
			if _, err := audit.Erase(ctx, tx, audit.PersonErased(id)); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE outrider.erased_person SET settled_at = $2 WHERE id = $1`, id, s.now())
			return err
		})
		if err != nil {
			return fmt.Errorf("settle erased person %s: %w", id, err)
		}
	}
	return nil
}
