package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
)

const lockMetadata = "outrider.lock"

// Created is an answer with status 201.
type Created[T any] struct {
	Body T
}

// NewCreated answers 201 with body.
func NewCreated[T any](body T) *Created[T] { return &Created[T]{Body: body} }

func (Created[T]) defaultStatus() int { return http.StatusCreated }

// Accepted is an answer with status 202: the work goes on.
type Accepted[T any] struct {
	Body T
}

// NewAccepted answers 202 with body.
func NewAccepted[T any](body T) *Accepted[T] { return &Accepted[T]{Body: body} }

func (Accepted[T]) defaultStatus() int { return http.StatusAccepted }

// Handle registers an operation. The route is written without /api: "GET /org/{orgId}/vehicles/{id}". The tags of I say where its
// fields come from (path, query, header, Body) and what they must be; O is the answer (Body, headers). A handler returns a fault.Error
// for what the caller should know; anything else is a 500 that tells nothing. A registration that makes no sense panics with a
// sentence: the plugin must not start.
func Handle[I, O any](r *Router, route string, lock Lock, h func(context.Context, *I) (*O, error), opts ...Option) {
	op := r.register(route, lock, opts)
	if kind := reflect.TypeFor[I]().Kind(); kind != reflect.Struct {
		panic(fmt.Sprintf("web: %s: the input must be a struct, not a %s", route, kind))
	}
	checkPathTags(route, reflect.TypeFor[I](), op.template)
	checkList(route, reflect.TypeFor[I](), op.list)
	checkDescribed(route, reflect.TypeFor[I]())
	if out := reflect.TypeFor[O](); out.Kind() == reflect.Struct {
		checkDescribed(route, out)
	}
	doc := op.document()
	if doc.DefaultStatus == 0 {
		if s, ok := any(*new(O)).(interface{ defaultStatus() int }); ok {
			doc.DefaultStatus = s.defaultStatus()
		}
	}
	huma.Register(r.api, doc, func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		if err != nil {
			r.noteOperation(ctx, doc, err)
			return nil, ProblemOf(err).in(languageOf(ctx))
		}
		return out, nil
	})
	if op.list != nil {
		r.describeList(op)
	}
}

// HandleRaw registers an operation whose request or answer is a stream. The handler sees the path parameters by http.Request.PathValue.
func HandleRaw(r *Router, route string, lock Lock, h http.Handler, opts ...Option) {
	op := r.register(route, lock, append(opts, TakesLong()))
	doc := op.document()
	for _, name := range slices.Sorted(maps.Keys(op.template.params)) {
		doc.Parameters = append(doc.Parameters, &huma.Param{
			Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString},
		})
	}
	doc.Responses = map[string]*huma.Response{"200": {Description: "A stream"}}
	r.api.OpenAPI().AddOperation(&doc)
	name := op.method + " " + op.template.path
	r.engine.Handle(op.method, op.template.gin, func(c *gin.Context) {
		defer r.watch(c, name, op.template.path).done(c)
		if err := r.admit(c, op.template, lock); err != nil {
			r.fail(c, err)
			return
		}
		for name, position := range op.template.params {
			c.Request.SetPathValue(name, c.Param(position))
		}
		c.Request = c.Request.WithContext(Streaming(c.Request.Context()))
		if op.maxBody > 0 {
			c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, op.maxBody)
		}
		h.ServeHTTP(c.Writer, c.Request)
	})
}

// checkPathTags panics when the input asks for a path parameter that the route does not have.
func checkPathTags(route string, input reflect.Type, t template) {
	for i := range input.NumField() {
		field := input.Field(i)
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			checkPathTags(route, field.Type, t)
		}
		if name := field.Tag.Get("path"); name != "" && t.params[name] == "" {
			panic(fmt.Sprintf("web: %s: the input's field %s wants {%s}, which the route does not have", route, field.Name, name))
		}
	}
}

func (r *Router) noteOperation(ctx context.Context, op huma.Operation, err error) {
	if ctx.Err() != nil || ProblemOf(err).Status < http.StatusInternalServerError {
		return
	}
	r.log.Error("a request went wrong", "operation", op.Method+" "+op.Path, "error", err.Error(), "trace", Caller(ctx).Trace)
}
