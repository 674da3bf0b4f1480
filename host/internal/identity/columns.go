package identity

import (
	"fmt"
	"reflect"
	"strings"
)

// columns lists what fills the fields of T, but those tagged -: each field's column of a table's alias, or the expression of its sql tag.
func columns[T any](alias string) string {
	var list []string
	row := reflect.TypeFor[T]()
	for i := range row.NumField() {
		tags := row.Field(i).Tag
		if tags.Get("db") == "-" {
			continue
		}
		expression := tags.Get("sql")
		if expression == "" {
			expression = alias + "." + tags.Get("db")
		}
		list = append(list, expression+" AS "+tags.Get("db"))
	}
	return strings.Join(list, ", ")
}

// sqlOf is the expression that fills the field of a column of T.
func sqlOf[T any](column string) string {
	row := reflect.TypeFor[T]()
	for i := range row.NumField() {
		if tags := row.Field(i).Tag; tags.Get("db") == column {
			return tags.Get("sql")
		}
	}
	panic("no field has the column " + column)
}

// assignments are the fields of a change that are said, as the SET of an UPDATE whose parameters begin after `before` others. A field that points
// at a struct is a part of the change with columns of its own; one without a column is no part of the UPDATE.
func assignments(change any, before int) (set string, values []any) {
	var list []string
	walkSaid(reflect.ValueOf(change), func(column string, value any) {
		values = append(values, value)
		list = append(list, fmt.Sprintf("%s = $%d", column, before+len(values)))
	})
	return strings.Join(list, ", "), values
}

func walkSaid(change reflect.Value, said func(column string, value any)) {
	for i := range change.NumField() {
		field := change.Field(i)
		if field.IsNil() {
			continue
		}
		if column := change.Type().Field(i).Tag.Get("db"); column != "" {
			said(column, field.Elem().Interface())
		} else if field.Elem().Kind() == reflect.Struct {
			walkSaid(field.Elem(), said)
		}
	}
}
