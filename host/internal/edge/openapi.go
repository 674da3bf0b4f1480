package edge

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// document is one OpenAPI document in parts.
type document struct {
	owner string
	// name stands in front of components that another document has differently.
	name string
	body map[string]any
}

// mergeOpenAPI makes one OpenAPI 3.1 document of the host's and all plugins'. Components with one name and the same content are one; with
// different content each gets its plugin's name in front, or the title of the host's document.
func mergeOpenAPI(version string, own [][]byte, plugins map[string]*hosted) (map[string]any, error) {
	var documents []document
	add := func(owner string, content []byte) error {
		if len(content) == 0 {
			return nil
		}
		var body map[string]any
		if err := json.Unmarshal(content, &body); err != nil {
			return fmt.Errorf("the OpenAPI document of %s is not JSON: %w", owner, err)
		}
		documents = append(documents, document{owner, nameOf(owner, body), body})
		return nil
	}
	for _, content := range own {
		if err := add("host", content); err != nil {
			return nil, err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(plugins)) {
		if err := add(id, plugins[id].OpenAPI); err != nil {
			return nil, err
		}
		served, err := DescribeOwn(plugins[id].Served)
		if err != nil {
			return nil, err
		}
		if err := add(id, served); err != nil {
			return nil, err
		}
	}
	whole := merge(version, documents)
	var err error
	whole["webhooks"], err = webhooksOf(plugins)
	return whole, err
}

// nameOf is the owner's id, or the title of one of the host's own documents, of which there are several.
func nameOf(owner string, body map[string]any) string {
	title, _ := object(body["info"])["title"].(string)
	if owner != "host" || title == "" {
		return owner
	}
	return strings.ReplaceAll(strings.ToLower(title), " ", "-")
}

// MergeOwn makes one document of those of the host's own operations, as /api/openapi.json shows them.
func MergeOwn(version string, own [][]byte) ([]byte, error) {
	whole, err := mergeOpenAPI(version, own, nil)
	if err != nil {
		return nil, err
	}
	delete(whole, "webhooks")
	return json.Marshal(whole)
}

func merge(version string, documents []document) map[string]any {
	clashing := clashingComponents(documents)
	paths, components := map[string]any{}, map[string]any{}
	var tags []any
	for _, d := range documents {
		body := renamed(d, clashing)
		for template, item := range object(body["paths"]) {
			mergeItem(paths, template, object(item), d.owner)
		}
		for section, entries := range object(body["components"]) {
			into := object(components[section])
			maps.Copy(into, object(entries))
			components[section] = into
		}
		tags = append(tags, map[string]any{"name": d.owner})
	}
	schemes := object(components["securitySchemes"])
	schemes["bearer"] = map[string]any{"type": "http", "scheme": "bearer", "description": "The access token of POST /api/auth/sign-in."}
	components["securitySchemes"] = schemes
	return map[string]any{
		"openapi": "3.1.0",
		"info":    map[string]any{"title": "Outrider", "version": version},
		"paths":   paths, "components": components, "tags": tags,
		"security": []any{map[string]any{"bearer": []any{}}},
	}
}

// mergeItem adds the methods of one path; each operation is tagged with the plugin that serves it, and its id made unique by it.
func mergeItem(paths map[string]any, template string, item map[string]any, owner string) {
	into := object(paths[template])
	for key, value := range item {
		if operation, ok := value.(map[string]any); ok {
			operation["tags"] = []any{owner}
			if id, ok := operation["operationId"].(string); ok && !strings.HasPrefix(id, owner+".") {
				operation["operationId"] = owner + "." + id
			}
		}
		into[key] = value
	}
	paths[template] = into
}

// clashingComponents are "schemas/Name" that documents define differently.
func clashingComponents(documents []document) map[string]bool {
	first, clashing := map[string]any{}, map[string]bool{}
	for _, d := range documents {
		for section, entries := range object(d.body["components"]) {
			for name, content := range object(entries) {
				key := section + "/" + name
				if known, ok := first[key]; ok && !reflect.DeepEqual(known, content) {
					clashing[key] = true
				}
				first[key] = content
			}
		}
	}
	return clashing
}

// renamed is the document with its clashing components, and all references to them, named for their document.
func renamed(d document, clashing map[string]bool) map[string]any {
	components := object(d.body["components"])
	for section, entries := range components {
		fresh := map[string]any{}
		for name, content := range object(entries) {
			if clashing[section+"/"+name] {
				name = d.name + "." + name
			}
			fresh[name] = content
		}
		components[section] = fresh
	}
	const root = "#/components/"
	rename := func(reference string) string {
		section, name, ok := strings.Cut(strings.TrimPrefix(reference, root), "/")
		if !ok || !strings.HasPrefix(reference, root) || !clashing[section+"/"+name] {
			return reference
		}
		return root + section + "/" + d.name + "." + name
	}
	return rewriteStrings(d.body, rename).(map[string]any)
}

// rewriteStrings applies rename to every string below value that is a reference.
func rewriteStrings(value any, rename func(string) string) any {
	switch typed := value.(type) {
	case map[string]any:
		for key, inner := range typed {
			typed[key] = rewriteStrings(inner, rename)
		}
	case []any:
		for i, inner := range typed {
			typed[i] = rewriteStrings(inner, rename)
		}
	case string:
		return rename(typed)
	}
	return value
}

// object is value as a JSON object, an empty one if it is something else.
func object(value any) map[string]any {
	typed, ok := value.(map[string]any)
	if !ok {
		return map[string]any{}
	}
	return typed
}
