package manifest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Schema is the JSON schema of a manifest, for editors and for the generation of its TypeScript type.
//
//go:embed manifest.schema.json
var Schema []byte

// Problem is one thing wrong with a manifest. Field names it: "permissions[0].description.de".
type Problem struct {
	Field   string
	Message string
}

// Problems are all things wrong with a manifest.
type Problems []Problem

// Error lists the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Field + ": " + problem.Message
	}
	return "manifest.json:\n  " + strings.Join(lines, "\n  ")
}

var compiled = sync.OnceValues(func() (*jsonschema.Schema, error) {
	const url = "manifest.schema.json"
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		return nil, fmt.Errorf("read manifest schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(url, document); err != nil {
		return nil, fmt.Errorf("add manifest schema: %w", err)
	}
	return compiler.Compile(url)
})

// Parse reads a manifest and checks it against the schema and against its own sense. A manifest that is wrong answers Problems with
// everything that is wrong, not only the first thing.
func Parse(raw []byte) (Manifest, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return Manifest{}, Problems{{"(file)", "is not JSON: " + err.Error()}}
	}
	schema, err := compiled()
	if err != nil {
		return Manifest{}, err
	}
	var problems Problems
	if err := schema.Validate(document); err != nil {
		problems = schemaProblems(err)
	}
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		if len(problems) > 0 {
			return Manifest{}, problems
		}
		return Manifest{}, Problems{{"(file)", err.Error()}}
	}
	problems = append(problems, m.Validate()...)
	if len(problems) > 0 {
		return Manifest{}, problems
	}
	return m, nil
}

func schemaProblems(err error) Problems {
	invalid, ok := err.(*jsonschema.ValidationError) // Validate returns this very type
	if !ok {
		return Problems{{"(file)", err.Error()}}
	}
	var problems Problems
	printer := message.NewPrinter(language.English)
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			problems = append(problems, leafProblems(e, printer)...)
		}
		for _, cause := range e.Causes {
			walk(cause)
		}
	}
	walk(invalid)
	return problems
}

func leafProblems(e *jsonschema.ValidationError, printer *message.Printer) Problems {
	field := fieldName(e.InstanceLocation)
	var problems Problems
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			problems = append(problems, Problem{join(field, name), "is missing"})
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			problems = append(problems, Problem{join(field, name), "is not a field of a manifest"})
		}
	default:
		problems = Problems{{join(field, ""), e.ErrorKind.LocalizedString(printer)}}
	}
	return problems
}

func fieldName(location []string) string {
	var name string
	for _, part := range location {
		if _, err := strconv.Atoi(part); err == nil {
			name += "[" + part + "]"
			continue
		}
		name = join(name, part)
	}
	return name
}

func join(field, name string) string {
	switch {
	case field == "" && name == "":
		return "(file)"
	case field == "":
		return name
	case name == "":
		return field
	}
	return field + "." + name
}
