package trace

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/attribute"
	otel "go.opentelemetry.io/otel/trace"
)

// SQL is a tracer of statements for pgx: their text with placeholders, never their values. Give it to a connection only if traces are on.
type SQL struct{}

var _ pgx.QueryTracer = SQL{}

// TraceQueryStart implements pgx.QueryTracer.
func (SQL) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if !On(ctx) {
		return ctx
	}
	ctx, span := Begin(ctx, "sql "+verb(data.SQL), otel.SpanKindClient)
	span.SetAttributes(attribute.String("db.system.name", "postgresql"), attribute.String("db.query.text", data.SQL))
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer. A context whose span is another's is one that was not recorded when it began.
func (SQL) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if !On(ctx) {
		return
	}
	span := otel.SpanFromContext(ctx)
	span.SetAttributes(attribute.Int64("db.response.returned_rows", data.CommandTag.RowsAffected()))
	End(span, data.Err, "the statement failed")
}

// verb is the first word of a statement.
func verb(sql string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(sql), " ")
	return strings.ToUpper(strings.Trim(word[:min(len(word), 16)], "\n\t;"))
}
