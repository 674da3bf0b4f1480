package web

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const listMetadata = "outrider.list"

// Lists says that the operation is a list of these fields: its input embeds ListQuery.
func Lists(fields *ListFields) Option { return func(o *operation) { o.list = fields } }

// checkList panics when ListQuery and Lists do not come together.
func checkList(route string, input reflect.Type, fields *ListFields) {
	embedded := false
	for i := range input.NumField() {
		embedded = embedded || input.Field(i).Anonymous && input.Field(i).Type == reflect.TypeFor[ListQuery]()
	}
	if embedded != (fields != nil) {
		panic(fmt.Sprintf("web: %s: an input with ListQuery and the option Lists go together", route))
	}
}

// describeList writes into a registered operation which fields its list has.
func (r *Router) describeList(op operation) {
	item := r.api.OpenAPI().Paths[op.template.path]
	doc := map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete}[op.method]
	for _, p := range doc.Parameters {
		switch p.Name {
		case "sort":
			p.Description += ". Fields: " + strings.Join(op.list.names(func(f ListField) bool { return !f.Unsorted && f.Kind != Several }), ", ") +
				". Without it: " + op.list.orderText()
		case "q":
			p.Description += ". Looks in: " + orNone(op.list.names(func(f ListField) bool { return f.Search }))
		case "filter":
			p.Description += ". Fields: " + op.list.filterText()
		}
	}
}

// extension is the machine-readable form, x-outrider-list.
func (l *ListFields) extension() []map[string]any {
	fields := make([]map[string]any, len(l.fields))
	for i, f := range l.fields {
		field := map[string]any{"name": f.Name, "kind": f.Kind.String(), "sort": !f.Unsorted && f.Kind != Several, "search": f.Search}
		if !f.Unfiltered {
			field["ops"] = f.Kind.ops()
		}
		if len(f.Options) > 0 {
			field["options"] = f.Options
		}
		fields[i] = field
	}
	return fields
}

func (l *ListFields) orderText() string {
	names := make([]string, len(l.order))
	for i, s := range l.order {
		names[i] = s.field.Name
		if s.falls {
			names[i] = "-" + names[i]
		}
	}
	return strings.Join(names, ",")
}

func (l *ListFields) filterText() string {
	var texts []string
	for _, f := range l.fields {
		if !f.Unfiltered {
			texts = append(texts, fmt.Sprintf("%s (%s: %s)", f.Name, f.Kind, joinOps(f.Kind.ops())))
		}
	}
	return orNone(texts)
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
