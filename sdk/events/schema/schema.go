// Package schema reads what a plugin says of its events: events/<noun>.schema.json in its folder, one JSON Schema for the data of each event that
// the manifest's "emits" lists. Consumers have Go types made of it (`outrider plugin events`).
package schema

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"outrider.dev/sdk/plugin/manifest"
)

// Folder holds a plugin's schemas, beside its manifest.
const Folder = "events"

// fleet are the events whose Go types are in outrider.dev/sdk/events: the vocabulary of every fleet. They need no schema.
var fleet = []string{
	"event.identity.group", "event.identity.user", "event.identity.organisation", "event.media.uploaded", "event.host.plugins",
	"event.vehicles.vehicle", "event.vehicles.device", "event.vehicles.assignment",
	"control.vehicles.device",
}

// Schema describes the data of one event.
type Schema struct {
	Subject string // "event.alerts.evidence"
	JSON    []byte
	schema  *jsonschema.Schema
}

// Needed reports whether a subject is an event that has a schema: event.<plugin>.<noun> or control.<plugin>.<noun>, but for those whose types are the SDK's: the
// vocabulary of every fleet, and what any plugin may emit (IsShared).
func Needed(subject string) bool {
	_, _, ok := parts(subject)
	return ok && !slices.Contains(fleet, subject) && !IsShared(subject)
}

// Owner is the plugin that emits a subject; empty for what devices send.
func Owner(subject string) string {
	owner, _, _ := parts(subject)
	return owner
}

// FileName is where its plugin keeps the schema of a subject: "events/evidence.schema.json".
func FileName(subject string) string {
	_, noun, _ := parts(subject)
	return path.Join(Folder, noun+".schema.json")
}

func parts(subject string) (owner, noun string, ok bool) {
	rest, ok := strings.CutPrefix(subject, "event.")
	if !ok {
		rest, ok = strings.CutPrefix(subject, "control.")
	}
	if !ok {
		return "", "", false
	}
	owner, noun, ok = strings.Cut(rest, ".")
	return owner, noun, ok && noun != "" && !strings.Contains(noun, ".")
}

// Emitted reads the schemas of all events that a manifest emits from the plugin's folder. An event without one, and one that is no schema, is
// an error that names the file.
func Emitted(m manifest.Manifest, folder fs.FS) ([]*Schema, error) {
	var all []*Schema
	for _, subject := range m.Events.Emits {
		if !Needed(subject) {
			continue
		}
		content, err := fs.ReadFile(folder, FileName(subject))
		if err != nil {
			return nil, fmt.Errorf("the event %s needs a JSON Schema of its data: %w", subject, err)
		}
		s, err := Parse(subject, content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", FileName(subject), err)
		}
		all = append(all, s)
	}
	return all, nil
}

// Parse reads the schema of a subject. Its root is an object with a title, which names the Go type.
func Parse(subject string, content []byte) (*Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("is not JSON: %w", err)
	}
	root, _ := document.(map[string]any)
	if title, _ := root["title"].(string); title == "" || root["type"] != "object" {
		return nil, fmt.Errorf("must be the schema of an object, with a title that names its type")
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(subject, document); err != nil {
		return nil, fmt.Errorf("is not a schema: %w", err)
	}
	compiled, err := compiler.Compile(subject)
	if err != nil {
		return nil, fmt.Errorf("is not a schema: %w", err)
	}
	return &Schema{Subject: subject, JSON: content, schema: compiled}, nil
}

// Check compares the data of an event with its schema.
func (s *Schema) Check(data []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("the data of %s is not JSON: %w", s.Subject, err)
	}
	if err := s.schema.Validate(value); err != nil {
		return fmt.Errorf("the data of %s is not what its schema says: %w", s.Subject, err)
	}
	return nil
}
