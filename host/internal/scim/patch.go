package scim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	scim2 "github.com/elimity-com/scim"
	scimerrors "github.com/elimity-com/scim/errors"
	"github.com/elimity-com/scim/schema"
	filter "github.com/scim2/filter-parser/v2"
)

// place is what an operation of a PATCH names.
type place struct {
	attribute string // as the schema writes it
	sub       string
	multi     bool
	chosen    filter.Expression // nil: all values
}

// patched is a resource's attributes after the operations, which the library has checked.
func patched(s schema.Schema, attributes map[string]any, operations []scim2.PatchOperation) (map[string]any, error) {
	attributes = maps.Clone(attributes)
	for _, o := range together(operations) {
		if o.Path != nil {
			if err := apply(attributes, placeOf(s, *o.Path), o.Op, o.Value); err != nil {
				return nil, err
			}
			continue
		}
		values, ok := o.Value.(map[string]any)
		if !ok {
			return nil, scimerrors.ScimErrorInvalidValue
		}
		for name, value := range values {
			path, err := filter.ParsePath([]byte(name))
			if err != nil {
				return nil, scimerrors.ScimErrorInvalidPath
			}
			if err := apply(attributes, placeOf(s, path), o.Op, value); err != nil {
				return nil, err
			}
		}
	}
	return attributes, nil
}

func placeOf(s schema.Schema, path filter.Path) place {
	p := place{attribute: path.AttributePath.AttributeName, sub: path.AttributePath.SubAttributeName(), chosen: path.ValueExpression}
	if path.SubAttributeName() != "" {
		p.sub = path.SubAttributeName()
	}
	if known, ok := s.Attributes.ContainsAttribute(p.attribute); ok {
		p.attribute, p.multi = known.Name(), known.MultiValued()
		if sub, ok := known.SubAttributes().ContainsAttribute(p.sub); ok {
			p.sub = sub.Name()
		}
	} else if strings.EqualFold(p.attribute, schema.CommonAttributeExternalID) {
		p.attribute = schema.CommonAttributeExternalID
	}
	return p
}

func apply(attributes map[string]any, p place, op string, value any) error {
	switch {
	case p.multi:
		return applyMany(attributes, p, op, value)
	case p.sub != "" && op == scim2.PatchOperationRemove:
		whole := copied(attributes[p.attribute])
		delete(whole, p.sub)
		attributes[p.attribute] = whole
	case p.sub != "":
		whole := copied(attributes[p.attribute])
		whole[p.sub] = value
		attributes[p.attribute] = whole
	case op == scim2.PatchOperationRemove:
		delete(attributes, p.attribute)
	default:
		if parts, ok := value.(map[string]any); ok {
			whole := copied(attributes[p.attribute])
			maps.Copy(whole, parts)
			value = whole
		}
		attributes[p.attribute] = value
	}
	return nil
}

func copied(whole any) map[string]any {
	if parts, ok := whole.(map[string]any); ok {
		return maps.Clone(parts)
	}
	return map[string]any{}
}

// applyMany changes an attribute of several values.
func applyMany(attributes map[string]any, p place, op string, value any) error {
	present, _ := attributes[p.attribute].([]any)
	given, many := value.([]any)
	if !many && value != nil && p.sub == "" {
		given = []any{value}
	}
	switch {
	case p.chosen == nil && p.sub == "" && op == scim2.PatchOperationReplace:
		present = given
	case p.chosen == nil && p.sub == "" && op == scim2.PatchOperationAdd:
		present = joined(present, given)
	case p.chosen == nil && p.sub == "" && given == nil:
		present = nil
	case p.chosen == nil && p.sub == "": // Entra ID names the members that go in the value
		gone := valuesOf(given)
		present = slices.DeleteFunc(slices.Clone(present), func(each any) bool { return gone[valueOf(each)] })
	case p.sub == "" && op == scim2.PatchOperationRemove:
		present = slices.DeleteFunc(slices.Clone(present), func(each any) bool { return passes(p.chosen, each) })
	default:
		return applyChosen(attributes, p, op, value, present)
	}
	attributes[p.attribute] = present
	return nil
}

// applyChosen changes the values that a path chooses. Where it chooses none that value is made, as directories expect it of phoneNumbers[type eq "work"].value.
func applyChosen(attributes map[string]any, p place, op string, value any, present []any) error {
	found := false
	changed := make([]any, 0, len(present)+1)
	for _, each := range present {
		if p.chosen == nil || passes(p.chosen, each) {
			found = true
			each = changedValue(each, p.sub, op, value)
		}
		changed = append(changed, each)
	}
	if !found && op != scim2.PatchOperationRemove {
		made := map[string]any{}
		required(p.chosen, made)
		changed = append(changed, changedValue(made, p.sub, op, value))
	}
	attributes[p.attribute] = changed
	return nil
}

func changedValue(each any, sub, op string, value any) any {
	whole := copied(each)
	switch {
	case sub != "" && op == scim2.PatchOperationRemove:
		delete(whole, sub)
	case sub != "":
		whole[sub] = value
	default:
		if list, ok := value.([]any); ok && len(list) == 1 {
			value = list[0]
		}
		maps.Copy(whole, copied(value))
	}
	return whole
}

// joined are the values with those that are not among them yet. Of several values one is the primary: the one that came last.
func joined(present, given []any) []any {
	again := valuesOf(given)
	all := make([]any, 0, len(present)+len(given))
	for _, each := range present {
		if !again[valueOf(each)] {
			all = append(all, each)
		}
	}
	at := make(map[string]int, len(given))
	for _, each := range given {
		if whole, _ := each.(map[string]any); whole["primary"] == true {
			for i, old := range all {
				all[i] = changedValue(old, "primary", scim2.PatchOperationReplace, false)
			}
		}
		if i, twice := at[valueOf(each)]; twice {
			all[i] = each
			continue
		}
		at[valueOf(each)] = len(all)
		all = append(all, each)
	}
	return all
}

func valueOf(each any) string {
	whole, _ := each.(map[string]any)
	value, _ := whole["value"].(string)
	return strings.ToLower(value)
}

func valuesOf(list []any) map[string]bool {
	values := make(map[string]bool, len(list))
	for _, each := range list {
		values[valueOf(each)] = true
	}
	return values
}

// passes reports whether one value of several is chosen.
func passes(e filter.Expression, each any) bool {
	switch e := e.(type) {
	case *filter.LogicalExpression:
		if e.Operator == filter.AND {
			return passes(e.Left, each) && passes(e.Right, each)
		}
		return passes(e.Left, each) || passes(e.Right, each)
	case *filter.NotExpression:
		return !passes(e.Expression, each)
	case *filter.AttributeExpression:
		var is any
		whole, _ := each.(map[string]any)
		for name, value := range whole {
			if strings.EqualFold(name, e.AttributePath.AttributeName) {
				is = value
			}
		}
		return compares(is, e)
	}
	return false
}

func compares(is any, e *filter.AttributeExpression) bool {
	have, want := strings.ToLower(fmt.Sprint(is)), strings.ToLower(fmt.Sprint(e.CompareValue))
	switch e.Operator {
	case filter.PR:
		return is != nil && have != ""
	case filter.EQ:
		return is != nil && have == want
	case filter.NE:
		return is == nil || have != want
	case filter.CO:
		return is != nil && strings.Contains(have, want)
	case filter.SW:
		return is != nil && strings.HasPrefix(have, want)
	case filter.EW:
		return is != nil && strings.HasSuffix(have, want)
	}
	return false
}

// required writes what a value needs that the expression chooses.
func required(e filter.Expression, value map[string]any) {
	switch e := e.(type) {
	case *filter.LogicalExpression:
		if e.Operator == filter.AND {
			required(e.Left, value)
			required(e.Right, value)
		}
	case *filter.AttributeExpression:
		if e.Operator == filter.EQ {
			value[e.AttributePath.AttributeName] = e.CompareValue
			if text, ok := e.CompareValue.(string); ok && e.AttributePath.AttributeName == "primary" {
				value["primary"] = strings.EqualFold(text, "true")
			}
		}
	}
}
