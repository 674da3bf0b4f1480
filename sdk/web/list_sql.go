package web

import "strings"

// Where is the SQL of filters and quick search, and its arguments for the question marks; TRUE when there are none. Every value is an
// argument, cast to the column's type, so that an index on the column serves and no value can be read as SQL.
func (q *ListQuery) Where() (sql string, args []any) {
	var parts []string
	for _, c := range q.conditions {
		part, values := c.sql()
		parts, args = append(parts, part), append(args, values...)
	}
	if q.fields != nil {
		searched := q.fields.searched()
		for _, word := range q.words {
			alternatives := make([]string, len(searched))
			for i, f := range searched {
				alternatives[i] = f.Column + ` ILIKE ? ESCAPE '\'`
				args = append(args, likePattern(word))
			}
			parts = append(parts, "("+strings.Join(alternatives, " OR ")+")")
		}
	}
	if len(parts) == 0 {
		return "TRUE", nil
	}
	return strings.Join(parts, " AND "), args
}

// OrderBy is the SQL of the order without ORDER BY: the sort, or else the list's own order, and the key, in the direction of the last
// field, so that an index on (org_id, field, key) is read in either direction.
func (q *ListQuery) OrderBy() string {
	if q.fields == nil {
		return ""
	}
	sorts := q.sorts
	if len(sorts) == 0 {
		sorts = q.fields.order
	}
	var parts []string
	seen := map[string]bool{}
	direction := ""
	for _, s := range sorts {
		direction = ""
		if s.falls {
			direction = " DESC"
		}
		seen[s.field.Column] = true
		parts = append(parts, s.field.orderSQL()+direction)
	}
	for _, key := range q.fields.key {
		if key = strings.TrimSpace(key); !seen[key] {
			parts = append(parts, key+direction)
		}
	}
	return strings.Join(parts, ", ")
}

func (c condition) sql() (string, []any) {
	column, slot := c.field.Column, "CAST(? AS "+c.field.sqlType()+")"
	if c.field.Kind == Several && c.op != Empty {
		return column + " && ARRAY[" + strings.TrimSuffix(strings.Repeat(slot+", ", len(c.values)), ", ") + "]", c.values
	}
	switch c.op {
	case Empty:
		is, _ := c.values[0].(bool)
		return c.field.emptySQL(is), nil
	case In:
		return column + " IN (" + strings.TrimSuffix(strings.Repeat(slot+", ", len(c.values)), ", ") + ")", c.values
	case Contains:
		text, _ := c.values[0].(string)
		return column + ` ILIKE ? ESCAPE '\'`, []any{likePattern(text)}
	case Ne:
		return column + " IS DISTINCT FROM " + slot, c.values
	default:
		return column + " " + comparisons[c.op] + " " + slot, c.values
	}
}

var comparisons = map[Op]string{Eq: "=", Gt: ">", Gte: ">=", Lt: "<", Lte: "<="}

func (f ListField) emptySQL(is bool) string {
	empty := f.Column + " IS NULL"
	switch f.Kind {
	case Text, OneOf:
		empty += " OR " + f.Column + " = ''"
	case TimeMs:
		empty += " OR " + f.Column + " = 0"
	case Several:
		empty += " OR " + f.Column + " = '{}'"
	}
	if is {
		return "(" + empty + ")"
	}
	return "NOT (" + empty + ")"
}

func (f ListField) sqlType() string {
	switch f.Kind {
	case Integer, TimeMs:
		return "bigint"
	case Number:
		return "double precision"
	case Time:
		return "timestamptz"
	case YesNo:
		return "boolean"
	default:
		return "text"
	}
}

// likePattern finds text anywhere; what LIKE would read as a wildcard is the sign itself.
func likePattern(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}
