package houserules

import (
	"bytes"
	"fmt"
	"go/ast"
	"io/fs"
	"strings"
)

// The most lines that a file or function may have.
const (
	maxGoLines       = 400
	maxGoTestLines   = 500
	maxTSLines       = 250
	maxFunctionLines = 60
	maxTestLines     = 120 // of a test function: most of it is a table, which is read as a list
)

// Lengths finds files and Go functions that have grown too long to be one idea.
func Lengths(tree fs.FS) []string {
	sources, problems := goSources(tree, ".")
	for _, s := range sources {
		limit := maxGoLines
		if s.isTest() {
			limit = maxGoTestLines
		}
		if s.lines > limit {
			problems = append(problems, fmt.Sprintf("%s has %d lines; split it by %d", s.name, s.lines, limit))
		}
		problems = append(problems, longFunctions(s)...)
	}
	for _, name := range files(tree, ".ts", ".tsx") {
		content := read(tree, name)
		if lines := bytes.Count(content, []byte("\n")); lines > maxTSLines && !isGenerated(content) && !strings.HasSuffix(name, ".d.ts") {
			problems = append(problems, fmt.Sprintf("%s has %d lines; split it by %d", name, lines, maxTSLines))
		}
	}
	return problems
}

func longFunctions(s source) (problems []string) {
	limit := maxFunctionLines
	if s.isTest() {
		limit = maxTestLines
	}
	for _, d := range s.ast.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		if lines := s.line(f.End()) - s.line(f.Pos()) + 1; lines > limit {
			problems = append(problems, fmt.Sprintf("%s:%d: %s has %d lines; a function has at most %d", s.name, s.line(f.Pos()), f.Name.Name, lines, limit))
		}
	}
	return problems
}
