package rows

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

// ContentType is that of an answer: lines of JSON, {"rows": [[value, …], …]} each, values in the order of the columns; the last line is {"done": true, "count": n}, or
// {"problem": {…}} if something went wrong on the way.
const ContentType = "application/x-ndjson"

type input struct {
	OrgID string `path:"orgId"`
	Body  Query
}

// Handle registers the operation of a report or a tracking table of the manifest, which names it. What h returns before the first batch has left is answered as of any
// operation; later it is the last line. A route that the manifest does not name panics with a sentence: the plugin must not start.
func Handle(r *web.Router, m manifest.Manifest, route string, lock web.Lock, h func(context.Context, Query, *Writer) error, opts ...web.Option) {
	columns, filters, ok := declared(m, route)
	if !ok {
		panic(fmt.Sprintf("rows: %s: no report and no tracking table of the manifest names this operation", route))
	}
	opts = append([]web.Option{web.ReadsOnly(), web.TakesLong()}, opts...)
	web.Handle(r, route, lock, func(ctx context.Context, in *input) (*huma.StreamResponse, error) {
		if err := in.Body.Check(); err != nil {
			return nil, err
		}
		if err := checkFilters(filters, in.Body.Filters); err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(c huma.Context) { answer(ctx, c, columns, in.Body, h) }}, nil
	}, opts...)
}

func answer(ctx context.Context, c huma.Context, columns []manifest.Column, q Query, h func(context.Context, Query, *Writer) error) {
	w := &Writer{columns: len(columns), begin: func() { c.SetHeader("Content-Type", ContentType) }, out: c.BodyWriter()}
	err := h(web.Streaming(ctx), q, w)
	if err == nil {
		err = w.end()
	}
	switch {
	case err == nil:
	case w.begun:
		_ = w.line(map[string]any{"problem": web.ProblemOf(err)}) // the reader is gone if this fails
	default:
		problem := web.ProblemOf(err)
		c.SetHeader("Content-Type", "application/problem+json")
		c.SetStatus(problem.Status)
		_ = json.NewEncoder(c.BodyWriter()).Encode(problem)
	}
}

// declared are the columns and filters of the report or table whose operation a route is.
func declared(m manifest.Manifest, route string) (columns []manifest.Column, filters []manifest.Filter, ok bool) {
	for _, report := range m.ReportTypes {
		if report.Operation == operation(route) {
			return report.Columns, report.Filters, true
		}
	}
	for _, table := range m.TrackingTables {
		if table.Operation == operation(route) {
			return table.Columns, nil, true
		}
	}
	return nil, nil, false
}

// operation is a route as a manifest names it.
func operation(route string) string {
	const head = http.MethodPost + " "
	if len(route) < len(head) || route[:len(head)] != head {
		return ""
	}
	return head + "/api" + route[len(head):]
}

// checkFilters holds the filters of a query to their declaration; fault.Invalid.
func checkFilters(declared []manifest.Filter, given map[string]any) error {
	for key, value := range given {
		if !accepted(declared, key, value) {
			return fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.filters." + key, Message: "There is no such value."})
		}
	}
	return nil
}

func accepted(declared []manifest.Filter, key string, value any) bool {
	for _, f := range declared {
		if f.Key != key {
			continue
		}
		list, isList := value.([]any)
		if !isList || !f.Multiple {
			return f.Accepts(value)
		}
		for _, one := range list {
			if !f.Accepts(one) {
				return false
			}
		}
		return true
	}
	return false
}
