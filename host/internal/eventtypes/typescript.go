package eventtypes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"outrider.dev/sdk/events/schema"
)

// TypeScriptFile is the file with the TypeScript types of a plugin's events, in the folder src/api of its remote.
const TypeScriptFile = "eventdata.d.ts"

// TypeScript writes the file with the types of events: an interface for each, named as the schema's title, and one for each of its definitions.
func TypeScript(all []*schema.Schema) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("// Code generated from the schemas of events by `outrider plugin events`. DO NOT EDIT.\n")
	taken := map[string]string{}
	for _, s := range all {
		var root node
		if err := json.Unmarshal(s.JSON, &root); err != nil {
			return nil, fmt.Errorf("read the schema of %s: %w", s.Subject, err)
		}
		definitions := slices.Sorted(maps.Keys(root.Defs))
		p := printer{names: map[string]string{}}
		for _, name := range append([]string{root.Title}, definitions...) {
			p.names[name] = typeName(name)
			if taken[p.names[name]] != "" {
				p.names[name] = typeName(schema.Owner(s.Subject)) + typeName(name) // two plugins call theirs the same
			}
			if other := taken[p.names[name]]; other != "" {
				return nil, fmt.Errorf("the events %s and %s both have a type %s", other, s.Subject, p.names[name])
			}
			taken[p.names[name]] = s.Subject
		}
		about := strings.TrimSpace(root.Description + " Event " + s.Subject + ".")
		fmt.Fprintf(&out, "\n%sexport %s\n", comment(about, ""), p.declaration(p.names[root.Title], &root))
		for _, name := range definitions {
			one := root.Defs[name]
			fmt.Fprintf(&out, "\n%sexport %s\n", comment(one.Description, ""), p.declaration(p.names[name], one))
		}
	}
	return out.Bytes(), nil
}

// printer writes the types of one schema; names are those of its title and definitions.
type printer struct{ names map[string]string }

// node is what of a schema becomes a type.
type node struct {
	Title       string           `json:"title"`
	Description string           `json:"description"`
	Type        oneOrMany        `json:"type"`
	Properties  properties       `json:"properties"`
	Required    []string         `json:"required"`
	Items       *node            `json:"items"`
	Enum        []any            `json:"enum"`
	Const       any              `json:"const"`
	Ref         string           `json:"$ref"`
	AnyOf       []*node          `json:"anyOf"`
	OneOf       []*node          `json:"oneOf"`
	Defs        map[string]*node `json:"$defs"`
	// Additional is false, or the type of all further properties.
	Additional json.RawMessage `json:"additionalProperties"`
}

// oneOrMany is a word or a list of words.
type oneOrMany []string

// UnmarshalJSON reads either.
func (o *oneOrMany) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*o = oneOrMany{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(o))
}

// properties are those of an object in the order of the schema.
type properties []property

type property struct {
	name string
	node *node
}

// UnmarshalJSON reads an object, and keeps its order.
func (p *properties) UnmarshalJSON(raw []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if _, err := decoder.Token(); err != nil {
		return err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		one := property{name: fmt.Sprint(name), node: &node{}}
		if err := decoder.Decode(one.node); err != nil {
			return err
		}
		*p = append(*p, one)
	}
	return nil
}

func (p printer) declaration(name string, n *node) string {
	if len(n.Properties) > 0 {
		return "interface " + name + " " + p.object(n, "")
	}
	return "type " + name + " = " + p.typeOf(n, "") + ";"
}

// object is the body of an interface.
func (p printer) object(n *node, indent string) string {
	var out strings.Builder
	out.WriteString("{\n")
	inner := indent + "  "
	for _, one := range n.Properties {
		optional := "?"
		if slices.Contains(n.Required, one.name) {
			optional = ""
		}
		out.WriteString(comment(one.node.Description, inner))
		fmt.Fprintf(&out, "%s%s%s: %s;\n", inner, key(one.name), optional, p.typeOf(one.node, inner))
	}
	out.WriteString(indent + "}")
	return out.String()
}

func (p printer) typeOf(n *node, indent string) string {
	switch {
	case n.Ref != "":
		return p.names[n.Ref[strings.LastIndex(n.Ref, "/")+1:]]
	case n.Const != nil:
		return literals([]any{n.Const})
	case len(n.Enum) > 0:
		return literals(n.Enum)
	case len(n.AnyOf)+len(n.OneOf) > 0:
		var parts []string
		for _, one := range append(n.AnyOf, n.OneOf...) {
			parts = append(parts, p.typeOf(one, indent))
		}
		return strings.Join(parts, " | ")
	case len(n.Type) == 0:
		return "unknown"
	}
	var parts []string
	for _, kind := range n.Type {
		parts = append(parts, p.plainType(n, kind, indent))
	}
	return strings.Join(parts, " | ")
}

func (p printer) plainType(n *node, kind, indent string) string {
	switch kind {
	case "string", "boolean", "null":
		return kind
	case "integer", "number":
		return "number"
	case "array":
		if n.Items == nil {
			return "unknown[]"
		}
		if of := p.typeOf(n.Items, indent); !strings.Contains(of, " ") {
			return of + "[]"
		}
		return "Array<" + p.typeOf(n.Items, indent) + ">"
	case "object":
		if len(n.Properties) > 0 {
			return p.object(n, indent)
		}
		var further node
		if json.Unmarshal(n.Additional, &further) == nil {
			return "Record<string, " + p.typeOf(&further, indent) + ">"
		}
		return "Record<string, unknown>"
	default:
		return "unknown"
	}
}

func literals(values []any) string {
	parts := make([]string, len(values))
	for i, value := range values {
		if text, ok := value.(string); ok {
			parts[i] = "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`).Replace(text) + "'"
			continue
		}
		raw, _ := json.Marshal(value) // came as JSON
		parts[i] = string(raw)
	}
	return strings.Join(parts, " | ")
}

var plainKey = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func key(name string) string {
	if plainKey.MatchString(name) {
		return name
	}
	return literals([]any{name})
}

func comment(text, indent string) string {
	if text == "" {
		return ""
	}
	return indent + "/** " + strings.NewReplacer("*/", "* /", "\n", " ").Replace(text) + " */\n"
}

// typeName is a name of a schema as that of a type.
func typeName(name string) string {
	if name == "" {
		return "Event"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
