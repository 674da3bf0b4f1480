package web

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Prefix is where the API lives. Routes are written without it.
const Prefix = "/api"

var (
	methods   = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}
	paramName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)
)

// template is the path of an operation.
type template struct {
	path   string            // "/api/org/{orgId}/vehicles/{id}"
	gin    string            // "/api/org/:p2/vehicles/:p4"
	shape  string            // "/api/org/{}/vehicles/{}": two operations of one shape clash
	params map[string]string // "orgId" -> "p2"
}

// parseRoute reads "GET /org/{orgId}/vehicles/{id}".
func parseRoute(route string) (method string, t template, err error) {
	method, path, ok := strings.Cut(route, " ")
	if !ok || !slices.Contains(methods, method) || !strings.HasPrefix(path, "/") {
		return "", template{}, fmt.Errorf("%q is not a route such as \"GET /org/{orgId}/vehicles\"", route)
	}
	if strings.HasPrefix(path, Prefix+"/") || path == Prefix {
		return "", template{}, fmt.Errorf("%q: write the route without %s, the router adds it", route, Prefix)
	}
	t, err = parseTemplate(Prefix + strings.TrimSuffix(path, "/")) // the host takes both "/role" and "/role/"; one is the template
	if err != nil {
		return "", template{}, fmt.Errorf("%q: %w", route, err)
	}
	return method, t, nil
}

func parseTemplate(path string) (template, error) {
	t := template{path: path, params: map[string]string{}}
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, segment := range segments {
		name, isParam := strings.CutPrefix(segment, "{")
		if !isParam {
			endsInSlash := segment == "" && i == len(segments)-1 // "/role/" is a place of its own
			if (segment == "" && !endsInSlash) || strings.ContainsAny(segment, "{}:*") {
				return template{}, fmt.Errorf("segment %q is neither a name nor a whole {parameter}", segment)
			}
			t.gin, t.shape = t.gin+"/"+segment, t.shape+"/"+segment
			continue
		}
		name, closed := strings.CutSuffix(name, "}")
		if !closed || !paramName.MatchString(name) {
			return template{}, fmt.Errorf("segment %q is neither a name nor a whole {parameter}", segment)
		}
		if _, twice := t.params[name]; twice {
			return template{}, fmt.Errorf("{%s} appears twice", name)
		}
		position := "p" + strconv.Itoa(i+1)
		t.params[name] = position
		t.gin, t.shape = t.gin+"/:"+position, t.shape+"/{}"
	}
	return t, nil
}

// mustTemplate parses a path that was checked at registration.
func mustTemplate(path string) template {
	t, err := parseTemplate(path)
	if err != nil {
		panic(fmt.Sprintf("web: %v", err))
	}
	return t
}

// operationID names an operation after its route: "get-org-by-orgId-vehicles".
func operationID(method, path string) string {
	id := strings.ToLower(method)
	for segment := range strings.SplitSeq(strings.TrimPrefix(path, Prefix+"/"), "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			segment = "by-" + strings.TrimSuffix(name, "}")
		}
		id += "-" + segment
	}
	return id
}
