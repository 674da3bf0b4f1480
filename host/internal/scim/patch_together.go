package scim

import (
	"strings"

	scim2 "github.com/elimity-com/scim"
	filter "github.com/scim2/filter-parser/v2"
)

// together are the operations, with neighbours that each take one value out, as in members[value eq "1"], as one that names them all: a group of thousands of members is
// then gone through once, not once for each who leaves.
func together(operations []scim2.PatchOperation) []scim2.PatchOperation {
	joint := make([]scim2.PatchOperation, 0, len(operations))
	for _, o := range operations {
		attribute, value := removedValue(o)
		if attribute == "" {
			joint = append(joint, o)
			continue
		}
		gone := map[string]any{"value": value}
		if last := len(joint) - 1; last >= 0 && removesValues(joint[last], attribute) {
			given, _ := joint[last].Value.([]any)
			joint[last].Value = append(given, gone)
			continue
		}
		path := filter.Path{AttributePath: filter.AttributePath{AttributeName: attribute}}
		joint = append(joint, scim2.PatchOperation{Op: scim2.PatchOperationRemove, Path: &path, Value: []any{gone}})
	}
	return joint
}

// removedValue is what an operation takes out and of what, if it chooses by the value alone; empty: another operation.
func removedValue(o scim2.PatchOperation) (attribute, value string) {
	if o.Op != scim2.PatchOperationRemove || o.Path == nil || o.Path.SubAttribute != nil {
		return "", ""
	}
	chosen, ok := o.Path.ValueExpression.(*filter.AttributeExpression)
	if !ok || chosen.Operator != filter.EQ || !strings.EqualFold(chosen.AttributePath.AttributeName, "value") {
		return "", ""
	}
	value, ok = chosen.CompareValue.(string)
	if !ok {
		return "", ""
	}
	return o.Path.AttributePath.AttributeName, value
}

// removesValues reports whether an operation was made by together for the attribute.
func removesValues(o scim2.PatchOperation, attribute string) bool {
	_, many := o.Value.([]any)
	return many && o.Op == scim2.PatchOperationRemove && o.Path != nil && o.Path.ValueExpression == nil && strings.EqualFold(o.Path.AttributePath.AttributeName, attribute)
}
