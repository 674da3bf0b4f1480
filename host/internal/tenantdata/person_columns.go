package tenantdata

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"
)

// column is one in which somebody may be named.
type column struct {
	Name, Type string // text, text[], json or uuid
	Key        bool   // of the primary key
}

// namingColumns are the columns of a table in which somebody may be named. Ids of organisations name nobody.
func namingColumns(ctx context.Context, tx pgx.Tx, schema, table string) ([]column, error) {
	rows, err := tx.Query(ctx, `SELECT a.attname, CASE WHEN t.typname = '_text' THEN 'text[]' WHEN t.typname IN ('json', 'jsonb') THEN 'json' WHEN t.typname = 'uuid' THEN 'uuid' ELSE 'text' END,
			EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY (i.indkey))
		FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
		WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'org_id'
		AND t.typname IN ('text', 'varchar', 'bpchar', '_text', 'json', 'jsonb', 'uuid') ORDER BY a.attnum`, pgx.Identifier{schema, table}.Sanitize())
	if err != nil {
		return nil, fmt.Errorf("read the columns of %s.%s: %w", schema, table, err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil {
		return nil, fmt.Errorf("read the columns of %s.%s: %w", schema, table, err)
	}
	return columns, nil
}

// edge is what stands before a word in text that may be JSON: no letter and no digit, unless they end an escape such as \n.
const edge = `(?:(?<![[:alnum:]%s])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))`

// addressPattern finds an e-mail address, and neither one that ends with it nor one that begins with it.
func addressPattern(email string) string {
	return fmt.Sprintf(edge, "._%+-") + regexp.QuoteMeta(email) + `(?![[:alnum:]-]|\.[[:alnum:]])`
}

// namePattern finds a full name as whole words. Without a space a name is a word like others, and is not looked for.
func namePattern(name string) string {
	if !strings.Contains(name, " ") {
		return ""
	}
	return fmt.Sprintf(edge, "") + regexp.QuoteMeta(name) + `(?![[:alnum:]])`
}

// names is a condition on rows that name somebody: $1 the organisation, $2 the id, $3 the pattern of the address, and as the parameter of the number plain what plainAddress
// says. The pattern is slow and most texts are short: it is tried on those alone that hold the address at all.
func names(columns []column, plain int) string {
	conditions := make([]string, 0, len(columns))
	for _, c := range columns {
		name := pgx.Identifier{c.Name}.Sanitize()
		address := func(text string) string {
			return fmt.Sprintf("octet_length(%[1]s) >= octet_length($%[2]d) AND strpos(lower(%[1]s), $%[2]d) > 0 AND %[1]s ~* $3", text, plain)
		}
		switch c.Type {
		case "uuid":
			conditions = append(conditions, name+"::text = $2")
		case "text[]":
			conditions = append(conditions, "cardinality("+name+") > 0 AND ($2 = ANY("+name+") OR "+address("array_to_string("+name+", ' ')")+")")
		case "json":
			conditions = append(conditions, address(name+"::text")+" OR strpos("+name+"::text, $2) > 0")
		default:
			conditions = append(conditions, name+" = $2 OR "+address(name))
		}
	}
	return "org_id = $1 AND (" + strings.Join(conditions, " OR ") + fmt.Sprintf(") AND $%d::text IS NOT NULL", plain)
}

// plainAddress is an address that texts which name it hold in small letters; empty for one whose letters a database may know no small ones of.
func plainAddress(email string) string {
	for _, letter := range email {
		if letter > unicode.MaxASCII {
			return ""
		}
	}
	return strings.ToLower(email)
}

// renamed is what a column holds once the pseudonym has taken the person's place: $3 the pattern of the address, $4 its pseudonym, $5 the name, $6 its pattern
// or empty, $7 its pseudonym, $8 the first name, $9 the last.
func renamed(c column) string {
	name := pgx.Identifier{c.Name}.Sanitize()
	address := func(text string) string { return "regexp_replace(" + text + ", $3, $4, 'gi')" }
	whole := func(text string) string {
		return "CASE WHEN $6 <> '' THEN regexp_replace(" + text + ", $6, $7, 'g') ELSE " + text + " END"
	}
	switch {
	case c.Type == "text[]":
		return name + " = ARRAY(SELECT " + address(whole("one")) + " FROM unnest(" + name + ") one)"
	case c.Type == "json":
		return name + " = (" + address(whole(name+"::text")) + ")::jsonb"
	case strings.Contains(c.Name, "first"):
		return name + " = CASE WHEN $8 <> '' AND " + name + " = $8 THEN '' ELSE " + address(whole(name)) + " END"
	case strings.Contains(c.Name, "last") || strings.Contains(c.Name, "surname"):
		return name + " = CASE WHEN $9 <> '' AND " + name + " = $9 THEN $7 ELSE " + address(whole(name)) + " END"
	default:
		return name + " = CASE WHEN $5 <> '' AND " + name + " = $5 THEN $7 ELSE " + address(whole(name)) + " END"
	}
}
