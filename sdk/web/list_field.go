package web

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Op is the operator of a filter.
type Op string

// The operators. In takes values separated by commas, Empty takes true (or nothing) and false.
const (
	Eq       Op = "eq"
	Ne       Op = "ne"
	In       Op = "in"
	Contains Op = "contains"
	Gt       Op = "gt"
	Gte      Op = "gte"
	Lt       Op = "lt"
	Lte      Op = "lte"
	Empty    Op = "empty"
)

// FieldKind is the type of a list's field: which operators it has, how its values are read and as what Postgres compares them.
type FieldKind int

// The kinds of fields.
const (
	Text    FieldKind = iota // text; eq is exact, contains ignores case; empty is null or ''
	Integer                  // integer and bigint
	Number                   // double precision
	Time                     // timestamptz; values are RFC 3339
	TimeMs                   // bigint, Unix milliseconds, 0 or null is empty; values are RFC 3339
	OneOf                    // text of a known set: see ListField.Options
	YesNo                    // boolean; values are true and false
	Several                  // text[] of a known set: a filter holds if one of its values is among them. Not for sorting
)

var kindNames = [...]string{"text", "integer", "number", "time", "time", "one_of", "yes_no", "several"}

// String is the kind's name in the OpenAPI document.
func (k FieldKind) String() string { return kindNames[k] }

// ops are the operators of a kind.
func (k FieldKind) ops() []Op {
	switch k {
	case Text:
		return []Op{Contains, Eq, Ne, In, Empty}
	case OneOf:
		return []Op{Eq, Ne, In, Empty}
	case YesNo:
		return []Op{Eq, Ne, Empty}
	case Several:
		return []Op{Eq, In, Empty}
	default:
		return []Op{Eq, Ne, In, Gt, Gte, Lt, Lte, Empty}
	}
}

// ListField is one field that a list can be filtered, sorted or searched by.
type ListField struct {
	Name string // as the answer calls it
	Kind FieldKind
	// Column is the SQL of the value, such as v.name. It is code and is never made of what a caller sent.
	Column string
	// Order is the SQL that it is sorted by, if that is not Column: v.name COLLATE "und-x-icu". It needs an index of its own.
	Order string
	// Options are the values of OneOf and Several; without them any text is taken (ids of groups).
	Options []string
	// Search makes the quick search look here. Text only.
	Search bool
	// Unsorted and Unfiltered take the ability away, where no index or sense allows it.
	Unsorted, Unfiltered bool
}

// ListFields are the fields of one list. Make it once, beside the operation.
type ListFields struct {
	fields []ListField
	order  []sorting
	key    []string
}

// NewListFields declares a list: key is the SQL of what tells its rows apart ("v.id"), which ends every order so that pages never
// overlap; order is the order without a sort, as in the query ("name" or "-at,name"). It panics with a sentence when that makes no sense.
func NewListFields(key, order string, fields ...ListField) *ListFields {
	l := &ListFields{fields: fields, key: strings.Split(key, ",")}
	for i, f := range fields {
		if f.Name == "" || f.Column == "" || strings.ContainsAny(f.Name, ":,-\\ ") {
			panic(fmt.Sprintf("web: list field %d: a field needs a plain name and a column", i))
		}
		if f.Search && f.Kind != Text {
			panic(fmt.Sprintf("web: list field %s: only text is searched", f.Name))
		}
	}
	for name := range strings.SplitSeq(order, ",") {
		s, err := l.sorting(name)
		if err != nil {
			panic("web: the order of a list: " + err.Error())
		}
		l.order = append(l.order, s)
	}
	return l
}

func (l *ListFields) find(name string) (ListField, error) {
	i := slices.IndexFunc(l.fields, func(f ListField) bool { return f.Name == name })
	if i < 0 {
		return ListField{}, errors.New("there is no such field; there are " + strings.Join(l.names(func(ListField) bool { return true }), ", "))
	}
	return l.fields[i], nil
}

// orderSQL is what the field is sorted by.
func (f ListField) orderSQL() string {
	if f.Order != "" {
		return f.Order
	}
	return f.Column
}

func (l *ListFields) names(which func(ListField) bool) (names []string) {
	for _, f := range l.fields {
		if which(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (l *ListFields) sorting(name string) (sorting, error) {
	name, falls := strings.CutPrefix(strings.TrimSpace(name), "-")
	field, err := l.find(name)
	if err != nil {
		return sorting{}, err
	}
	if field.Unsorted || field.Kind == Several {
		return sorting{}, fmt.Errorf("field %s is not for sorting", field.Name)
	}
	return sorting{field, falls}, nil
}

func (l *ListFields) searched() (found []ListField) {
	for _, f := range l.fields {
		if f.Search {
			found = append(found, f)
		}
	}
	return found
}
