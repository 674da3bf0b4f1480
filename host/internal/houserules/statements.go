package houserules

import (
	"fmt"
	"go/ast"
	"io/fs"
	"strings"
)

// Statements checks that code with gorm runs SQL through the helpers of sdk/store (Rows, One, Each, Exec) alone.
func Statements(tree fs.FS) (problems []string) {
	sources, _ := goSources(tree, ".") // what cannot be parsed is Habits' to say
	for _, s := range sources {
		if s.isTest() || strings.HasPrefix(s.name, "sdk/store/") || !s.imports("gorm.io/gorm") {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && isRaw(selector) {
				problems = append(problems, fmt.Sprintf("%s:%d: %s runs SQL past store.Rows, One, Each and Exec", s.name, s.line(call.Pos()), selector.Sel.Name))
			}
			return true
		})
	}
	return problems
}

// isRaw reports whether a method of gorm that takes SQL is called: Raw and Exec of anything but the store.
func isRaw(selector *ast.SelectorExpr) bool {
	if pkg, ok := selector.X.(*ast.Ident); ok && pkg.Name == "store" {
		return false
	}
	return selector.Sel.Name == "Raw" || selector.Sel.Name == "Exec"
}

// imports reports whether a file imports a package.
func (s source) imports(path string) bool {
	for _, one := range s.ast.Imports {
		if one.Path.Value == `"`+path+`"` {
			return true
		}
	}
	return false
}
