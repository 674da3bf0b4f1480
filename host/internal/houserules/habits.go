package houserules

import (
	"fmt"
	"go/ast"
	"io/fs"
	"regexp"
	"strings"
)

var unfinished = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)

// Habits finds what this house does not do in Go: init functions, contexts from nowhere below main, sleeping in tests, and notes to do
// something later.
func Habits(tree fs.FS) []string {
	sources, problems := goSources(tree, ".")
	for _, s := range sources {
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				problems = append(problems, fmt.Sprintf("%s:%d: an init function hides what runs when", s.name, s.line(f.Pos())))
			}
		}
		for _, group := range s.ast.Comments {
			if word := unfinished.FindString(group.Text()); word != "" && !strings.HasPrefix(s.name, "host/internal/houserules/") {
				problems = append(problems, fmt.Sprintf("%s:%d: a %s; do it, or open an issue", s.name, s.line(group.Pos()), word))
			}
		}
		problems = append(problems, badCalls(s)...)
	}
	return problems
}

func badCalls(s source) (problems []string) {
	logged := map[ast.Node]bool{} // contexts of log calls: a line of a log needs no caller
	ast.Inspect(s.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || logged[n] {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if selector.Sel.Name == "LogAttrs" && len(call.Args) > 0 {
			logged[call.Args[0]] = true
		}
		pkg, ok := selector.X.(*ast.Ident)
		if !ok {
			return true
		}
		switch name := pkg.Name + "." + selector.Sel.Name; {
		case name == "time.Sleep" && s.isTest():
			problems = append(problems, fmt.Sprintf("%s:%d: a test sleeps; wait for a condition", s.name, s.line(call.Pos())))
		case (name == "context.Background" || name == "context.TODO") && !s.isTest() && !mayBegin(s):
			problems = append(problems, fmt.Sprintf("%s:%d: %s below main; take the caller's context", s.name, s.line(call.Pos()), name))
		}
		return true
	})
	return problems
}

// mayBegin reports whether contexts may begin in the file: in main, in plugin.Serve, which is a plugin's main, and in helpers of tests.
func mayBegin(s source) bool {
	return s.ast.Name.Name == "main" || s.name == "sdk/plugin/serve.go" || strings.HasSuffix(s.ast.Name.Name, "test")
}
