package plugintest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Operation is one operation of the plugin as the host publishes it.
type Operation struct {
	Method   string
	Template string
	Lock     Lock              `json:"x-outrider-lock"`
	IDs      map[string]string `json:"x-outrider-ids"`
	// ReadsOnly: it changes nothing, whatever its method.
	ReadsOnly bool     `json:"x-outrider-reads-only"`
	Tags      []string `json:"tags"`
	Params    []struct {
		Name   string `json:"name"`
		In     string `json:"in"`
		Schema struct {
			Type any `json:"type"`
		} `json:"schema"`
	} `json:"parameters"`
	Body *struct {
		Required bool           `json:"required"`
		Content  map[string]any `json:"content"`
	} `json:"requestBody"`
}

// Lock is who may use an operation.
type Lock struct {
	Kind        string   `json:"kind"` // ALL_OF, ANY_OF, BY_BODY, SIGNED_IN or PUBLIC
	Permissions []string `json:"permissions"`
}

// Key is the operation's name in Fixtures.Bodies: "POST /api/org/{orgId}/vehicles".
func (o Operation) Key() string { return o.Method + " " + o.Template }

// takesJSON reports whether the operation reads a JSON body.
func (o Operation) takesJSON() bool {
	return o.Body != nil && o.Body.Content["application/json"] != nil
}

// pathParams are the names in the template.
func (o Operation) pathParams() (names []string) {
	for segment := range strings.SplitSeq(o.Template, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}

// opens reports whether somebody with these permissions gets past the lock.
func (l Lock) opens(granted map[string]bool, all bool) bool {
	if all || l.Kind == "SIGNED_IN" || l.Kind == "PUBLIC" {
		return true
	}
	held := 0
	for _, permission := range l.Permissions {
		if granted[permission] {
			held++
		}
	}
	return held > 0 && (l.Kind != "ALL_OF" || held == len(l.Permissions))
}

// Operations lists the plugin's operations in the host's OpenAPI document, by template and method, and those of the host's own that keep
// chooses by template (nil: none).
func (h *Host) Operations(keep func(template string) bool) []Operation {
	h.t.Helper()
	var document struct {
		Paths map[string]map[string]Operation `json:"paths"`
	}
	answer := h.Do(As("alpha", "SYS_ADMIN"), "GET /api/openapi.json", nil)
	if answer.Status != http.StatusOK {
		h.t.Fatalf("read the OpenAPI document: %d %s", answer.Status, answer.Body)
	}
	answer.Decode(h.t, &document)
	var operations []Operation
	for _, template := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(document.Paths[template])) {
			o := document.Paths[template][method]
			if slices.Contains(o.Tags, h.Manifest.ID) || keep != nil && slices.Contains(o.Tags, "host") && keep(template) {
				o.Method, o.Template = strings.ToUpper(method), template
				operations = append(operations, o)
			}
		}
	}
	return operations
}
