package web

import (
	"fmt"
	"reflect"
)

// checkDescribed panics when a body embeds a struct whose name is not exported: its fields are read and written, but the OpenAPI document would not have them.
func checkDescribed(route string, t reflect.Type) {
	if body, ok := t.FieldByName("Body"); ok {
		checkEmbedded(route, body.Type, map[reflect.Type]bool{})
	}
}

func checkEmbedded(route string, t reflect.Type, seen map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		checkEmbedded(route, t.Elem(), seen)
		return
	case reflect.Struct:
	default:
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous && !field.IsExported() {
			panic(fmt.Sprintf("web: %s: export %s, which %s embeds: the API's description leaves out the fields of what is not exported", route, field.Name, t))
		}
		if field.IsExported() && field.Tag.Get("json") != "-" {
			checkEmbedded(route, field.Type, seen)
		}
	}
}
