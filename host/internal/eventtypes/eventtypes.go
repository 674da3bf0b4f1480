// Package eventtypes makes Go types of the JSON Schemas with which plugins describe their events.
package eventtypes

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"

	"github.com/atombender/go-jsonschema/pkg/generator"
	"github.com/atombender/go-jsonschema/pkg/schemas"

	"outrider.dev/sdk/events/schema"
)

// Package is the Go package of the types, in the folder internal of a plugin.
const Package = "eventdata"

// FileName is the file with the types of one subject: "alerts_evidence.go".
func FileName(subject string) string {
	return strings.ReplaceAll(strings.TrimPrefix(subject, "event."), ".", "_") + ".go"
}

// Generate writes the Go file with the types of one event: a struct named as the schema's title, and one for each of its definitions.
func Generate(s *schema.Schema) ([]byte, error) {
	parsed, err := schemas.FromJSONReader(bytes.NewReader(s.JSON))
	if err != nil {
		return nil, fmt.Errorf("read the schema of %s: %w", s.Subject, err)
	}
	const file = "event.go"
	g, err := generator.New(generator.Config{
		DefaultPackageName: Package, DefaultOutputName: file, StructNameFromTitle: true, Tags: []string{"json"}, OnlyModels: true, DisableOmitZero: true,
		Capitalizations: []string{"ID", "URL"}, Warner: func(string) {},
	})
	if err != nil {
		return nil, fmt.Errorf("make types of %s: %w", s.Subject, err)
	}
	if err := g.AddFile(s.Subject, parsed); err != nil {
		return nil, fmt.Errorf("make types of %s: %w", s.Subject, err)
	}
	sources, err := g.Sources()
	if err != nil {
		return nil, fmt.Errorf("make types of %s: %w", s.Subject, err)
	}
	_, body, _ := bytes.Cut(sources[file], []byte("\npackage "+Package+"\n"))
	head := fmt.Sprintf("// Code generated from %s of %s. DO NOT EDIT.\n\npackage %s\n", schema.FileName(s.Subject), schema.Owner(s.Subject), Package)
	return format.Source(append([]byte(head), body...))
}
