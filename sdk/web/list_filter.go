package web

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

var errFilterForm = errors.New("is not field:op:value")

// condition reads one filter. Its errors name field and reason and never repeat the value.
func (l *ListFields) condition(text string) (condition, error) {
	if len(text) > maxFilterLength {
		return condition{}, fmt.Errorf("is longer than %d bytes", maxFilterLength)
	}
	if strings.ContainsRune(text, 0) {
		return condition{}, errors.New("holds a NUL character")
	}
	name, rest, ok := strings.Cut(text, ":")
	if !ok {
		return condition{}, errFilterForm
	}
	op, value, ok := strings.Cut(rest, ":")
	if !ok && Op(op) != Empty {
		return condition{}, errFilterForm
	}
	field, err := l.find(name)
	if err != nil {
		return condition{}, err
	}
	if field.Unfiltered {
		return condition{}, fmt.Errorf("field %s is not for filtering", field.Name)
	}
	c := condition{field: field, op: Op(op)}
	if !slices.Contains(field.Kind.ops(), c.op) {
		return condition{}, fmt.Errorf("field %s has the operators %s", field.Name, joinOps(field.Kind.ops()))
	}
	c.values, err = field.values(c.op, value)
	if err != nil {
		return condition{}, fmt.Errorf("field %s: %w", field.Name, err)
	}
	return c, nil
}

func (f ListField) values(op Op, text string) ([]any, error) {
	switch op {
	case Empty:
		is, err := readYesNo(text, true)
		return []any{is}, err
	case In:
		parts := splitValues(text)
		if len(parts) > maxFilterValues {
			return nil, fmt.Errorf("at most %d values", maxFilterValues)
		}
		values := make([]any, len(parts))
		for i, part := range parts {
			v, err := f.value(part)
			if err != nil {
				return nil, err
			}
			values[i] = v
		}
		return values, nil
	case Contains:
		if unescape(text) == "" {
			return nil, errors.New("the value is missing")
		}
		return []any{unescape(text)}, nil
	default:
		v, err := f.value(unescape(text))
		return []any{v}, err
	}
}

func (f ListField) value(text string) (any, error) {
	switch f.Kind {
	case Integer:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, errors.New("the value is not a whole number")
		}
		return n, nil
	case Number:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, errors.New("the value is not a number")
		}
		return n, nil
	case Time, TimeMs:
		return f.time(text)
	case YesNo:
		return readYesNo(text, false)
	case OneOf, Several:
		if len(f.Options) > 0 && !slices.Contains(f.Options, text) {
			return nil, errors.New("the value is not one of " + strings.Join(f.Options, ", "))
		}
	}
	return text, nil
}

func (f ListField) time(text string) (any, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1 || at.Year() > 9999 {
		return nil, errors.New("the value is not a time such as 2026-11-21T14:32:00Z")
	}
	if f.Kind == TimeMs {
		return at.UnixMilli(), nil
	}
	return at.UTC(), nil
}

func readYesNo(text string, whenMissing bool) (bool, error) {
	switch text {
	case "true":
		return true, nil
	case "false":
		return false, nil
	case "":
		if whenMissing {
			return true, nil
		}
	}
	return false, errors.New("the value is neither true nor false")
}

// splitValues splits at commas that no backslash stands before, and takes the backslashes off.
func splitValues(text string) (parts []string) {
	var part strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			part.WriteByte(text[i])
		case text[i] == ',':
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteByte(text[i])
		}
	}
	return append(parts, part.String())
}

func unescape(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// Escape writes a value for a filter: what In splits at and what ends an operator gets a backslash.
func Escape(value string) string {
	return strings.NewReplacer(`\`, `\\`, `,`, `\,`, `:`, `\:`).Replace(value)
}

func joinOps(ops []Op) string {
	names := make([]string, len(ops))
	for i, op := range ops {
		names[i] = string(op)
	}
	return strings.Join(names, ", ")
}
