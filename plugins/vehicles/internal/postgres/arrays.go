package postgres

import "github.com/jackc/pgx/v5/pgtype"

// array is a column of many rows as one parameter. Its elements are pointers in disguise, so that the driver takes them one by one without
// reflection and without making room for each: a plain slice of pointers costs several times as much.
type array[E any] struct{ list []E }

// Dimensions says how long it is.
func (a array[E]) Dimensions() []pgtype.ArrayDimension {
	return []pgtype.ArrayDimension{{Length: int32(len(a.list)), LowerBound: 1}} //nolint:gosec // a few thousand
}

// Index is one element.
func (a array[E]) Index(i int) any { return a.list[i] }

// IndexType is an element like all the others.
func (a array[E]) IndexType() any {
	var one E
	return one
}

type textElement struct{ *string }

// TextValue is the text, or NULL.
func (e textElement) TextValue() (pgtype.Text, error) {
	if e.string == nil {
		return pgtype.Text{}, nil
	}
	return pgtype.Text{String: *e.string, Valid: true}, nil
}

type floatElement struct{ *float64 }

// Float64Value is the number, or NULL.
func (e floatElement) Float64Value() (pgtype.Float8, error) {
	if e.float64 == nil {
		return pgtype.Float8{}, nil
	}
	return pgtype.Float8{Float64: *e.float64, Valid: true}, nil
}

type longElement struct{ *int64 }

// Int64Value is the number.
func (e longElement) Int64Value() (pgtype.Int8, error) {
	return pgtype.Int8{Int64: *e.int64, Valid: true}, nil
}

type intElement struct{ *int }

// Int64Value is the number, or NULL.
func (e intElement) Int64Value() (pgtype.Int8, error) {
	if e.int == nil {
		return pgtype.Int8{}, nil
	}
	return pgtype.Int8{Int64: int64(*e.int), Valid: true}, nil
}

type boolElement struct{ *bool }

// BoolValue is the value, or NULL.
func (e boolElement) BoolValue() (pgtype.Bool, error) {
	if e.bool == nil {
		return pgtype.Bool{}, nil
	}
	return pgtype.Bool{Bool: *e.bool, Valid: true}, nil
}

// column makes the array of a field of every row.
func column[R, E any](rows []R, field func(row *R) E) array[E] {
	list := make([]E, len(rows))
	for i := range rows {
		list[i] = field(&rows[i])
	}
	return array[E]{list}
}
