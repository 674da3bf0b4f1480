package houserules

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Rule checks one thing about the source tree.
type Rule struct {
	Name  string
	Check func(tree fs.FS) []string
}

// Rules are all rules.
func Rules() []Rule {
	return []Rule{
		{"files and functions stay short", Lengths},
		{"manifests are valid and match their folders", Manifests},
		{"permissions are declared and used", Permissions},
		{"migrations are numbered and explained", Migrations},
		{"links in Markdown lead somewhere", Links},
		{"plugins import only the SDK and themselves", Imports},
		{"a plugin is a folder a noun", Nouns},
		{"a user's field is in four files", UserField},
		{"nothing but a plugin's own folders names it", Strangers},
		{"messages are complete in all languages", Messages},
		{"refusals are said in all languages", Refusals},
		{"operations say what they do", Summaries},
		{"the audit log has words for every operation", Sentences},
		{"Go code keeps the house's habits", Habits},
		{"SQL runs through the store's helpers", Statements},
		{"no built program is among the sources", Programs},
	}
}

// skipped are folders that hold no source of ours.
var skipped = []string{".git", "node_modules", "build", "var", "dist", "coverage", "test-results", "playwright-report", "testdata"}

// files lists the files whose names end in one of the endings, sorted.
func files(tree fs.FS, endings ...string) (names []string) {
	_ = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error { // the function never fails
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && slices.Contains(skipped, entry.Name()):
			return fs.SkipDir
		case !entry.IsDir() && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) }):
			names = append(names, name)
		}
		return nil
	})
	return names
}

// read is the content of a file that was listed; one that has gone meanwhile is empty.
func read(tree fs.FS, name string) []byte {
	content, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil
	}
	return content
}

// isGenerated knows the marks of generated Go and TypeScript.
func isGenerated(content []byte) bool {
	head := content[:min(len(content), 400)]
	return bytes.Contains(head, []byte("Code generated ")) || bytes.Contains(head, []byte("@generated")) || bytes.Contains(head, []byte("auto-generated"))
}

// source is one parsed Go file.
type source struct {
	name  string
	ast   *ast.File
	set   *token.FileSet
	lines int
}

func (s source) line(at token.Pos) int { return s.set.Position(at).Line }
func (s source) isTest() bool          { return strings.HasSuffix(s.name, "_test.go") }

// goSources parses the hand-written Go files below dir.
func goSources(tree fs.FS, dir string) (sources []source, problems []string) {
	for _, name := range files(tree, ".go") {
		if dir != "." && !strings.HasPrefix(name, dir+"/") {
			continue
		}
		content := read(tree, name)
		if isGenerated(content) {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, content, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s cannot be parsed: %v", name, err))
			continue
		}
		sources = append(sources, source{name: name, ast: file, set: set, lines: bytes.Count(content, []byte("\n"))})
	}
	return sources, problems
}

// folders lists the folders directly below dir.
func folders(tree fs.FS, dir string) (names []string) {
	entries, err := fs.ReadDir(tree, dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(skipped, e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

func exists(tree fs.FS, name string) bool {
	_, err := fs.Stat(tree, path.Clean(name))
	return err == nil
}
