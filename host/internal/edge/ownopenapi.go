package edge

import (
	"encoding/json"
	"regexp"
	"strings"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

var templateParam = regexp.MustCompile(`\{([A-Za-z0-9_]+)\}`)

// DescribeOwn is the document of the host's own operations that do not describe themselves, from what the table knows of them. Bodies without a shape are described in
// docs/contracts/host.md.
func DescribeOwn(own []Own) ([]byte, error) {
	paths, described := map[string]any{}, newShapes()
	for _, o := range own {
		if o.Documented {
			continue
		}
		item := object(paths[o.Template])
		item[strings.ToLower(o.Method)] = described.document(o)
		paths[o.Template] = item
	}
	return json.Marshal(map[string]any{"openapi": "3.1.0", "paths": paths, "components": map[string]any{"schemas": described.registry}})
}

func (o Own) document() map[string]any {
	id := strings.ToLower(o.Method) + "-" + strings.NewReplacer("/api/", "", "/", "-", "{", "", "}", "").Replace(o.Template)
	doc := map[string]any{
		"operationId":     id,
		"summary":         o.Summary,
		"x-outrider-lock": map[string]any{"kind": o.Lock.GetKind().String(), "permissions": o.Lock.GetPermissions(), "reason": o.Lock.GetReason()},
		"responses": map[string]any{
			"2XX":     map[string]any{"description": "Done"},
			"default": map[string]any{"description": "An error, as application/problem+json"},
		},
	}
	if o.Lock.GetKind() == pluginv1.Lock_PUBLIC {
		doc["security"] = []any{}
	}
	if len(o.IDKinds) > 0 {
		doc["x-outrider-ids"] = o.IDKinds
	}
	if o.ReadsOnly {
		doc["x-outrider-reads-only"] = true
	}
	var params []any
	for _, match := range templateParam.FindAllStringSubmatch(o.Template, -1) {
		params = append(params, map[string]any{"name": match[1], "in": "path", "required": true, "schema": map[string]any{"type": "string"}})
	}
	if params != nil {
		doc["parameters"] = params
	}
	return doc
}

// mark is what an operation's author says of it in the document.
type mark struct {
	ReadsOnly bool `json:"x-outrider-reads-only"` // web.ReadsOnly: it changes nothing
	Exports   bool `json:"x-outrider-exports"`    // web.Exports: it gives data away as a file
	Waits     bool `json:"x-outrider-waits"`      // web.Waits: it mostly waits for something to come
	TakesLong bool `json:"x-outrider-takes-long"` // web.TakesLong: it may be silent for longer than others
}

// marksOf are what a document says of its operations, by name.
func marksOf(openAPI []byte) map[string]mark {
	var document struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	marks := map[string]mark{}
	if json.Unmarshal(openAPI, &document) != nil {
		return marks // mergeOpenAPI says what is wrong with it
	}
	for template, item := range document.Paths {
		for method, body := range item {
			var said mark
			if json.Unmarshal(body, &said) == nil {
				marks[strings.ToUpper(method)+" "+template] = said
			}
		}
	}
	return marks
}
