package scim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	scimerrors "github.com/elimity-com/scim/errors"
)

// answer holds the library's answer back until it is as the standard has it.
type answer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
	away   string // what cannot be asked for a moment; empty: nothing
}

// answerKey finds the answer of a request.
type answerKey struct{}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answer) Write(part []byte) (int, error) { return a.body.Write(part) }

// send writes the answer: nothing of a version that the client has, and of resources what it asks for. base is the address that those of resources begin with.
func (a *answer) send(r *http.Request, base string) error {
	if a.away != "" { // the library takes 503 for a mistake, and would answer 500
		a.Header().Set("Retry-After", "1") // directories try again by themselves
		writeError(a.ResponseWriter, scimerrors.ScimError{Status: http.StatusServiceUnavailable, Detail: a.away})
		return nil
	}
	version := a.Header().Get("Etag")
	if r.Method == http.MethodGet && a.status == http.StatusOK && version != "" && names(r.Header.Get("If-None-Match"), version) {
		a.Header().Del("Content-Type")
		a.ResponseWriter.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := a.body.Bytes(), error(nil)
	if a.status < http.StatusMultipleChoices && len(body) > 0 {
		if body, err = reshaped(body, shapeFor(r, base)); err != nil {
			return fmt.Errorf("read the answer of the library: %w", err)
		}
	}
	a.ResponseWriter.WriteHeader(a.status)
	_, _ = a.ResponseWriter.Write(body) // the client is gone: nobody is left to tell
	return nil
}

// shapeFor is what becomes of each resource of an answer; nil: it stays as it is.
func shapeFor(r *http.Request, base string) func(resource map[string]any) {
	kind, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, Base+"/"), "/")
	switch kind {
	case "ResourceTypes":
		return func(resource map[string]any) { locate(resource, "ResourceType", base+"/ResourceTypes/", "name") }
	case "Schemas":
		return func(resource map[string]any) {
			id := textOf(resource["id"])
			resource["name"] = id[strings.LastIndex(id, ":")+1:] // as the standard calls them, in one word
			locate(resource, "Schema", base+"/Schemas/", "id")
		}
	}
	if wants := asked(r); !wants.everything() {
		return wants.cut
	}
	return nil
}

// locate says what a resource of discovery is and where it is found.
func locate(resource map[string]any, kind, below, name string) {
	resource["meta"] = map[string]any{"resourceType": kind, "location": below + textOf(resource[name])}
}

// isDiscovery reports whether an address tells what the server can do.
func isDiscovery(path string) bool {
	kind, _, _ := strings.Cut(strings.TrimPrefix(path, Base+"/"), "/")
	return kind == "ResourceTypes" || kind == "Schemas" || kind == "ServiceProviderConfig"
}

// reshaped is a body with each of its resources in shape. Of a list it says how many there are on the page, where the library says how many were asked for.
func reshaped(body []byte, shape func(resource map[string]any)) ([]byte, error) {
	var list struct {
		Schemas      []string          `json:"schemas"`
		TotalResults *int              `json:"totalResults"`
		StartIndex   int               `json:"startIndex"`
		ItemsPerPage int               `json:"itemsPerPage"`
		Resources    []json.RawMessage `json:"Resources"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	if list.TotalResults == nil {
		return inShape(body, shape)
	}
	list.ItemsPerPage = len(list.Resources)
	for i, one := range list.Resources {
		var err error
		if list.Resources[i], err = inShape(one, shape); err != nil {
			return nil, err
		}
	}
	if list.Resources == nil {
		list.Resources = []json.RawMessage{}
	}
	return json.Marshal(list)
}

func inShape(body []byte, shape func(resource map[string]any)) ([]byte, error) {
	if shape == nil {
		return body, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var resource map[string]any
	if err := decoder.Decode(&resource); err != nil {
		return nil, err
	}
	shape(resource)
	return json.Marshal(resource)
}
