package manifest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"unicode/utf8"
)

// Settings are what an organisation sets for the plugin: a JSON Schema of one object, of which a form is made. Texts are in every language under x-….
type Settings struct {
	Type       string             `json:"type"` // "object"
	Properties map[string]Setting `json:"properties"`
	Required   []string           `json:"required,omitempty"`
}

// Setting is one of them.
type Setting struct {
	Type      string          `json:"type"` // string, number, integer or boolean
	Title     Text            `json:"x-title"`
	Help      Text            `json:"x-help,omitempty"`
	Unit      Text            `json:"x-unit,omitempty"`    // is shown behind the field
	Order     int             `json:"x-order,omitempty"`   // its place in the form, the lowest first
	Choices   map[string]Text `json:"x-choices,omitempty"` // what each value of Enum is called
	Enum      []string        `json:"enum,omitempty"`
	Default   any             `json:"default,omitempty"`
	Minimum   *float64        `json:"minimum,omitempty"`
	Maximum   *float64        `json:"maximum,omitempty"`
	MinLength int             `json:"minLength,omitempty"`
	MaxLength int             `json:"maxLength,omitempty"` // 0: MaxSettingLength
	Format    string          `json:"format,omitempty"`    // "uri": http or https
	// WriteOnly: a secret. It is kept encrypted, given to the plugin alone, and never answered.
	WriteOnly bool `json:"writeOnly,omitempty"`
}

// MaxSettingLength bounds a text that names no bound, in characters.
const MaxSettingLength = 2000

// Names are the names of the settings, in the order of the form.
func (s *Settings) Names() []string {
	names := slices.Sorted(maps.Keys(s.Properties))
	slices.SortStableFunc(names, func(a, b string) int { return s.Properties[a].Order - s.Properties[b].Order })
	return names
}

// WithDefaults are values with the default of each setting that has none.
func (s *Settings) WithDefaults(values map[string]any) map[string]any {
	all := map[string]any{}
	for name, p := range s.Properties {
		if p.Default != nil {
			all[name] = p.Default
		}
	}
	maps.Copy(all, values)
	return all
}

// Check says by name what is wrong with values, as they are read from JSON. Secrets are among them; a required one that is not there is wrong.
func (s *Settings) Check(values map[string]any) map[string]string {
	wrong := map[string]string{}
	for name, value := range values {
		p, known := s.Properties[name]
		if !known {
			wrong[name] = "is not a setting"
			continue
		}
		if problem := p.check(value); problem != "" {
			wrong[name] = problem
		}
	}
	for _, name := range s.Required {
		if _, there := s.WithDefaults(values)[name]; !there && wrong[name] == "" {
			wrong[name] = "This field is required."
		}
	}
	return wrong
}

func (p Setting) check(value any) string {
	switch p.Type {
	case "boolean":
		if _, ok := value.(bool); !ok {
			return "must be true or false"
		}
	case "number", "integer":
		n, ok := value.(float64)
		switch {
		case !ok || math.IsNaN(n) || math.IsInf(n, 0):
			return "must be a number"
		case p.Type == "integer" && n != math.Trunc(n):
			return "must be a whole number"
		case p.Minimum != nil && n < *p.Minimum:
			return fmt.Sprintf("must be at least %v", *p.Minimum)
		case p.Maximum != nil && n > *p.Maximum:
			return fmt.Sprintf("must be at most %v", *p.Maximum)
		}
	default:
		return p.checkText(value)
	}
	return ""
}

func (p Setting) checkText(value any) string {
	text, ok := value.(string)
	longest := p.MaxLength
	if longest == 0 {
		longest = MaxSettingLength
	}
	switch length := utf8.RuneCountInString(text); {
	case !ok:
		return "must be a text"
	case length < p.MinLength:
		return fmt.Sprintf("must have at least %d characters", p.MinLength)
	case length > longest:
		return fmt.Sprintf("must have at most %d characters", longest)
	case len(p.Enum) > 0 && !slices.Contains(p.Enum, text):
		return "is not one of the choices"
	case p.Format == "uri" && text != "" && !isWebAddress(text):
		return "must be a web address such as https://example.com"
	}
	return ""
}

func isWebAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

// validate checks what a schema of the manifest cannot say.
func (s *Settings) validate(p *Problems) {
	for _, name := range s.Names() {
		one, field := s.Properties[name], "settings.properties."+name
		if one.Default != nil {
			var value any
			raw, err := json.Marshal(one.Default)
			if err == nil {
				err = json.Unmarshal(raw, &value)
			}
			if err != nil || one.check(value) != "" {
				p.add(field+".default", "%s", one.check(value))
			}
			if one.WriteOnly {
				p.add(field+".default", "a secret has no default")
			}
		}
		if one.WriteOnly && one.Type != "string" {
			p.add(field+".type", "a secret is a string")
		}
		for _, value := range one.Enum {
			if one.Choices[value] == nil {
				p.add(field+".x-choices", "lacks what %q is called", value)
			}
		}
	}
	for _, name := range s.Required {
		if _, known := s.Properties[name]; !known {
			p.add("settings.required", "%q is not a setting", name)
		}
	}
}
