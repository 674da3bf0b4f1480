package edge

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// described is the OpenAPI document of a table, and what it takes to leave parts of it out.
type described struct {
	body       map[string]any
	operations map[string]*operation // by name
	strangers  []byte                // what anybody may read
}

// describeAll keeps a whole document and the part of it that is for strangers.
func describeAll(whole map[string]any, operations []*operation) (*described, error) {
	d := &described{body: whole, operations: map[string]*operation{}}
	for _, o := range operations {
		d.operations[o.name()] = o
	}
	var err error
	d.strangers, err = d.part(func(o *operation) bool { return o.lock.GetKind() == pluginv1.Lock_PUBLIC }, false)
	return d, err
}

// part is the document of the operations that visible lets through, with the components that they need, and if wanted of the events that are sent to other systems. It changes nothing of the
// whole.
func (d *described) part(visible func(*operation) bool, webhooks bool) ([]byte, error) {
	paths, tags := map[string]any{}, map[string]bool{}
	for template, item := range object(d.body["paths"]) {
		shown := map[string]any{}
		for method, body := range object(item) {
			o := d.operations[strings.ToUpper(method)+" "+template]
			if o == nil || !visible(o) {
				continue
			}
			shown[method] = body
			tags[o.owner()] = true
		}
		if len(shown) > 0 {
			paths[template] = shown
		}
	}
	components := needed(paths, object(d.body["components"]))
	var named []any
	for _, tag := range d.body["tags"].([]any) {
		if name, _ := object(tag)["name"].(string); tags[name] {
			named = append(named, tag)
		}
	}
	shown := map[string]any{
		"openapi": d.body["openapi"], "info": d.body["info"], "security": d.body["security"], "paths": paths, "components": components, "tags": named,
	}
	if webhooks {
		shown["webhooks"] = d.body["webhooks"]
	}
	content, err := json.Marshal(shown)
	if err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}
	return content, nil
}

// needed are the components that paths refer to, and those that these refer to; the ways to sign in are everybody's.
func needed(paths, components map[string]any) map[string]any {
	kept := map[string]any{"securitySchemes": components["securitySchemes"]}
	var waiting []any
	for look := any(paths); look != nil; {
		eachReference(look, func(section, name string) {
			into, _ := kept[section].(map[string]any)
			content, known := object(components[section])[name]
			if _, had := into[name]; had || !known {
				return
			}
			if into == nil {
				into = map[string]any{}
				kept[section] = into
			}
			into[name] = content
			waiting = append(waiting, content)
		})
		if look = nil; len(waiting) > 0 {
			look, waiting = waiting[0], waiting[1:]
		}
	}
	return kept
}

func eachReference(value any, do func(section, name string)) {
	switch typed := value.(type) {
	case map[string]any:
		for _, inner := range typed {
			eachReference(inner, do)
		}
	case []any:
		for _, inner := range typed {
			eachReference(inner, do)
		}
	case string:
		if path, ok := strings.CutPrefix(typed, "#/components/"); ok {
			if section, name, ok := strings.Cut(path, "/"); ok {
				do(section, name)
			}
		}
	}
}

// document answers with the operations that the caller can use: a stranger learns of nothing that needs more than he has.
func (e *Edge) document(c *gin.Context, t *table) {
	content := t.openAPI.strangers
	if c.GetHeader("Authorization") != "" {
		var refused *problem
		if content, refused = e.documentFor(c, t); refused != nil {
			refused.write(c.Writer, c.Request)
			return
		}
	}
	c.Header("Vary", "Authorization")
	c.Data(http.StatusOK, "application/json", content)
}

func (e *Edge) documentFor(c *gin.Context, t *table) ([]byte, *problem) {
	subject, refused := e.subject(c, nil)
	if refused != nil {
		return nil, refused
	}
	grant, err := e.config.Decider.Decide(c.Request.Context(), *subject, subject.org())
	if err != nil {
		return nil, problemOf(err)
	}
	content, err := t.openAPI.part(func(o *operation) bool {
		if o.plugin != nil && o.plugin.Optional && !grant.Modules[o.plugin.ID] {
			return false
		}
		_, open := locked(o.lock, grant.Allowed)
		return open
	}, grant.Allowed(permissionWebhooks))
	if err != nil {
		e.config.Log.Error("the OpenAPI document cannot be written", "error", err)
		return nil, problemOf(err)
	}
	return content, nil
}
