package web

import (
	"path"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaNamer names types as huma does, but tells two types of one name in different packages apart by their package.
func schemaNamer() func(reflect.Type, string) string {
	taken := map[string]reflect.Type{}
	return func(t reflect.Type, hint string) string {
		name := huma.DefaultSchemaNamer(t, hint)
		base := t
		for base.Kind() == reflect.Pointer {
			base = base.Elem()
		}
		if base.Kind() != reflect.Struct {
			return name
		}
		if other, ok := taken[name]; ok && other != base {
			pkg := path.Base(base.PkgPath())
			if pkg == "." {
				return name
			}
			name = strings.ToUpper(pkg[:1]) + pkg[1:] + name
		}
		taken[name] = base
		return name
	}
}
