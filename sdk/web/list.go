package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const (
	maxFilters      = 20
	maxFilterValues = 200
	maxFilterLength = 8000 // bytes of one filter
	maxSorts        = 5
	maxSearchWords  = 8
)

// ListQuery is what every list that a table shows takes; embed it in an operation's input and declare the fields with Lists. It is read
// before the handler runs: a field, operator or value that the operation does not know is a 422 that names it. Where and OrderBy then
// write the SQL; package store has the same as gorm scopes.
type ListQuery struct {
	Page   int      `query:"page_num" minimum:"1" maximum:"1000000" default:"1" doc:"The page, from 1"`
	Size   int      `query:"page_size" minimum:"1" maximum:"500" default:"500" doc:"Rows a page"`
	Sort   string   `query:"sort" maxLength:"400" doc:"Fields separated by commas, - before one that falls"`
	Search string   `query:"q" maxLength:"200" doc:"Quick search: each word must be in one of the searched fields"`
	Filter []string `query:"filter,explode" maxItems:"20" doc:"field:op:value, any number of times; \\, and \\: are the signs themselves"`

	fields     *ListFields
	conditions []condition
	sorts      []sorting
	words      []string
	read       bool
}

// condition is one filter, read.
type condition struct {
	field  ListField
	op     Op
	values []any
}

// sorting is one field of the order.
type sorting struct {
	field ListField
	falls bool
}

var _ huma.Resolver = (*ListQuery)(nil)

// Resolve reads the query against the operation's fields; huma calls it.
func (q *ListQuery) Resolve(x huma.Context) []error {
	fields, _ := x.Operation().Metadata[listMetadata].(*ListFields)
	return q.Read(fields)
}

// Read reads the query against fields. Handle does it for an operation; tests and callers outside an operation do it by hand. Each
// error is a *huma.ErrorDetail whose location is "query.filter[n]", "query.sort" or "query.q".
func (q *ListQuery) Read(fields *ListFields) []error {
	if q.read || fields == nil {
		return nil
	}
	q.read, q.fields = true, fields
	errs := slices.Concat(q.readFilters(), q.readSort(), q.readSearch())
	return errs
}

func (q *ListQuery) readFilters() (errs []error) {
	if len(q.Filter) > maxFilters {
		return []error{wrong("query.filter", "at most %d filters", maxFilters)}
	}
	for i, text := range q.Filter {
		c, err := q.fields.condition(text)
		if err != nil {
			errs = append(errs, wrong(fmt.Sprintf("query.filter[%d]", i), "%s", err))
			continue
		}
		q.conditions = append(q.conditions, c)
	}
	return errs
}

func (q *ListQuery) readSort() (errs []error) {
	if q.Sort == "" {
		return nil
	}
	names := strings.Split(q.Sort, ",")
	if len(names) > maxSorts {
		return []error{wrong("query.sort", "at most %d fields", maxSorts)}
	}
	for _, name := range names {
		s, err := q.fields.sorting(name)
		if err == nil && slices.ContainsFunc(q.sorts, func(other sorting) bool { return other.field.Name == s.field.Name }) {
			err = fmt.Errorf("field %s appears twice", s.field.Name)
		}
		if err != nil {
			errs = append(errs, wrong("query.sort", "%s", err))
			continue
		}
		q.sorts = append(q.sorts, s)
	}
	return errs
}

func (q *ListQuery) readSearch() []error {
	q.words = strings.Fields(q.Search)
	switch {
	case strings.ContainsRune(q.Search, 0):
		return []error{wrong("query.q", "holds a NUL character")}
	case len(q.words) > maxSearchWords:
		return []error{wrong("query.q", "at most %d words", maxSearchWords)}
	case len(q.words) > 0 && len(q.fields.searched()) == 0:
		return []error{wrong("query.q", "this list has no quick search")}
	}
	return nil
}

// Uses reports whether the list is filtered or sorted by a field, for fields that not everybody may ask for.
func (q *ListQuery) Uses(field string) bool {
	return slices.ContainsFunc(q.conditions, func(c condition) bool { return c.field.Name == field }) ||
		slices.ContainsFunc(q.sorts, func(s sorting) bool { return s.field.Name == field })
}

// Words are the words of the quick search.
func (q *ListQuery) Words() []string { return slices.Clone(q.words) }

// WithoutSearch is the query without its quick search, for lists that find words by themselves.
func (q *ListQuery) WithoutSearch() *ListQuery {
	rest := *q
	rest.Search, rest.words = "", nil
	return &rest
}

// Offset is how many rows lie before the page.
func (q *ListQuery) Offset() int { return (q.Page - 1) * q.Size }

// PageCount is how many pages total rows fill: at least 1.
func (q *ListQuery) PageCount(total int64) int {
	return max(1, int((total+int64(q.Size)-1)/int64(q.Size)))
}

// Headers are the counts of a list that the catalogue shows as a bare array: embed PageHeaders in the output.
func (q *ListQuery) Headers(total int64) PageHeaders {
	return PageHeaders{PageCount: q.PageCount(total), TotalRecords: total}
}

// PageHeaders carry a bare array's counts.
type PageHeaders struct {
	PageCount    int   `header:"Page-Count" doc:"Pages of this size"`
	TotalRecords int64 `header:"Total-Records" doc:"Rows that match, on all pages"`
}

func wrong(location, format string, args ...any) error {
	return &huma.ErrorDetail{Location: location, Message: fmt.Sprintf(format, args...)}
}
