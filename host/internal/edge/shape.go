package edge

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Shape is what an operation of the host's own takes and answers, by values of the types that its handler reads and writes; nil: nothing that is described.
type Shape struct {
	Query  []string // names of query parameters
	Body   any
	Answer any
}

// shapes describes shapes, and gathers the components that they refer to.
type shapes struct{ registry huma.Registry }

// newShapes has no schemas yet. As those of web.Router, they let further fields pass.
func newShapes() shapes {
	registry := huma.NewMapRegistry("#/components/schemas/", schemaName)
	config := huma.Config{OpenAPI: &huma.OpenAPI{Components: &huma.Components{Schemas: registry}}}
	config.AllowAdditionalPropertiesByDefault = true
	huma.NewAPI(config, nil) // the one way to tell a registry; nothing is served
	return shapes{registry}
}

// content is a body or an answer like the value.
func (s shapes) content(value any) map[string]any {
	t := reflect.TypeOf(value)
	return map[string]any{"application/json": map[string]any{"schema": s.registry.Schema(t, true, t.Name())}}
}

// document is an operation's document with its shape.
func (s shapes) document(o Own) map[string]any {
	doc := o.document()
	parameters, _ := doc["parameters"].([]any)
	for _, name := range o.Shape.Query {
		parameters = append(parameters, map[string]any{"name": name, "in": "query", "schema": map[string]any{"type": "string"}})
	}
	if parameters != nil {
		doc["parameters"] = parameters
	}
	if o.Shape.Body != nil {
		doc["requestBody"] = map[string]any{"required": true, "content": s.content(o.Shape.Body)}
	}
	if o.Shape.Answer != nil {
		responses := object(doc["responses"])
		delete(responses, "2XX")
		responses["200"] = map[string]any{"description": "OK", "content": s.content(o.Shape.Answer)}
	}
	return doc
}

// schemaName names a type as huma does, with its package before it: several packages have a type of one name.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.PkgPath() == "" {
		return name
	}
	pkg := path.Base(t.PkgPath())
	return strings.ToUpper(pkg[:1]) + pkg[1:] + name
}
