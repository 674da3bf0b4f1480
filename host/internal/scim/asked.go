package scim

import (
	"net/http"
	"slices"
	"strings"
)

// attributesAsked are the attributes that a client wants to see, and those that it does not, in small letters, each with the parts of it that are meant; none: all of it.
type attributesAsked struct{ wanted, unwanted map[string][]string }

func asked(r *http.Request) attributesAsked {
	list := func(parameter string) map[string][]string {
		named := map[string][]string{}
		for each := range strings.SplitSeq(strings.ToLower(r.URL.Query().Get(parameter)), ",") {
			each = strings.TrimSpace(each)
			for _, id := range []string{userSchema.ID, groupSchema.ID} {
				each = strings.TrimPrefix(each, strings.ToLower(id)+":")
			}
			name, part, _ := strings.Cut(each, ".")
			parts, before := named[name]
			switch {
			case name == "":
			case part == "" || before && len(parts) == 0:
				named[name] = nil
			default:
				named[name] = append(parts, part)
			}
		}
		return named
	}
	return attributesAsked{list("attributes"), list("excludedAttributes")}
}

func (a attributesAsked) everything() bool { return len(a.wanted)+len(a.unwanted) == 0 }

// shows reports whether anything of an attribute is wanted.
func (a attributesAsked) shows(name string) bool {
	name = strings.ToLower(name)
	parts, excluded := a.unwanted[name]
	_, named := a.wanted[name]
	return !(excluded && len(parts) == 0) && (len(a.wanted) == 0 || named)
}

// cut takes what is not wanted out of a resource. Its schemas and its id are always told.
func (a attributesAsked) cut(resource map[string]any) {
	for name, value := range resource {
		if name == "schemas" || name == "id" {
			continue
		}
		if !a.shows(name) {
			delete(resource, name)
			continue
		}
		wanted, unwanted := a.wanted[strings.ToLower(name)], a.unwanted[strings.ToLower(name)]
		eachPart(value, func(part string) bool {
			part = strings.ToLower(part)
			return !slices.Contains(unwanted, part) && (len(wanted) == 0 || slices.Contains(wanted, part))
		})
	}
}

// eachPart takes the parts of an attribute out, or of each of its values, that are not shown.
func eachPart(value any, shown func(part string) bool) {
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			eachPart(one, shown)
		}
	case map[string]any:
		for part := range value {
			if !shown(part) {
				delete(value, part)
			}
		}
	}
}
