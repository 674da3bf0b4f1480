package houserules

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"

	"outrider.dev/sdk/plugin/manifest"
)

// lockCalls are the functions of sdk/web whose arguments are permissions, and the first argument that is one.
var lockCalls = map[string]int{"Needs": 0, "NeedsAny": 0, "NeedsByBody": 0, "Require": 1}

// rowsOnly are permissions that the permission editor shows and nothing asks for yet, each with its reason.
var rowsOnly = map[string]string{
	"createFirmwarePackage": "the requirements give firmware permissions but neither calls nor a screen",
	"listFirmwarePackages":  "the requirements give firmware permissions but neither calls nor a screen",
	"deleteFirmwarePackage": "the requirements give firmware permissions but neither calls nor a screen",
	"updateUserProfile":     "operations come with user management",
	"deleteUser":            "operations come with user management",
}

// hostPermission is one that the host itself defines.
var hostPermission = regexp.MustCompile(`\bName: "([A-Za-z]+)"`)

// Permissions checks that every permission that an operation asks for is declared by a manifest, and that every declared one is asked for
// somewhere: by an operation, a place in the shell, the host, or a screen.
func Permissions(tree fs.FS) []string {
	plugins, problems := readManifests(tree)
	declared := map[string]string{} // permission -> plugin
	for _, id := range slices.Sorted(maps.Keys(plugins)) {
		for _, p := range plugins[id].Permissions {
			if other, twice := declared[p.Name]; twice {
				problems = append(problems, fmt.Sprintf("the permission %s is declared by %s and by %s", p.Name, other, id))
			}
			declared[p.Name] = id
		}
	}
	for _, match := range hostPermission.FindAllSubmatch(read(tree, "host/internal/access/permissions.go"), -1) {
		declared[string(match[1])] = "the host"
	}
	problems = append(problems, namelessAreas(tree, plugins)...)
	used := map[string]string{} // permission -> where
	for _, id := range folders(tree, "plugins") {
		sources, _ := goSources(tree, path.Join("plugins", id))
		maps.Copy(used, asked(sources))
	}
	sources, _ := goSources(tree, "host/internal") // operations of the host's own that a plugin's screens stand on
	maps.Copy(used, asked(sources))
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if declared[name] == "" {
			problems = append(problems, fmt.Sprintf("%s asks for the permission %q, which no manifest declares", used[name], name))
		}
	}
	elsewhere := mentioned(tree, plugins)
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if used[name] == "" && !elsewhere[name] && rowsOnly[name] == "" {
			problems = append(problems, fmt.Sprintf("the permission %s of %s is asked for nowhere", name, declared[name]))
		}
		if used[name] != "" && rowsOnly[name] != "" {
			problems = append(problems, fmt.Sprintf("%s asks for the permission %s: take it off the list of those that nothing asks for", used[name], name))
		}
	}
	return problems
}

// namelessAreas checks that the permission editor, whose catalogue has the names of areas, names the area of each permission. That other languages have
// the same keys is a rule of messages.
func namelessAreas(tree fs.FS, plugins map[string]manifest.Manifest) (problems []string) {
	var catalogue struct{ Area map[string]string }
	where, err := fs.Glob(tree, "remotes/*/locales/en.json")
	at := slices.IndexFunc(where, func(name string) bool {
		catalogue.Area = nil
		return json.Unmarshal(read(tree, name), &catalogue) == nil && catalogue.Area["org"] != ""
	})
	if err != nil || at < 0 {
		return nil // a tree without the editor
	}
	for _, id := range slices.Sorted(maps.Keys(plugins)) {
		for _, p := range plugins[id].Permissions {
			if catalogue.Area[p.Area] == "" {
				problems = append(problems, fmt.Sprintf("%s has no name for the area %s of the permission %s", where[at], p.Area, p.Name))
			}
		}
	}
	return problems
}

// asked finds the permissions in the lock calls of one plugin; constants of the plugin are followed.
func asked(sources []source) map[string]string {
	constants, used := stringConstants(sources), map[string]string{}
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			first, ok := lockCalls[webFunction(call.Fun)]
			if !ok || len(call.Args) < first {
				return true
			}
			for _, arg := range call.Args[first:] {
				if name := valueOf(arg, constants); name != "" {
					used[name] = fmt.Sprintf("%s:%d", s.name, s.line(arg.Pos()))
				}
			}
			return true
		})
	}
	return used
}

// webFunction is the name of a function of package web that is called.
func webFunction(called ast.Expr) string {
	if selector, ok := called.(*ast.SelectorExpr); ok {
		if pkg, ok := selector.X.(*ast.Ident); ok && pkg.Name == "web" {
			return selector.Sel.Name
		}
	}
	return ""
}

func valueOf(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if value, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return value
		}
	case *ast.Ident:
		return constants[e.Name]
	case *ast.SelectorExpr:
		return constants[e.Sel.Name]
	}
	return ""
}

func stringConstants(sources []source) map[string]string {
	constants := map[string]string{}
	for _, s := range sources {
		for _, d := range s.ast.Decls {
			general, ok := d.(*ast.GenDecl)
			if !ok || general.Tok != token.CONST {
				continue
			}
			for _, spec := range general.Specs {
				values := spec.(*ast.ValueSpec)
				for n, name := range values.Names {
					if n < len(values.Values) {
						constants[name.Name] = valueOf(values.Values[n], nil)
					}
				}
			}
		}
	}
	return constants
}

var quotedWord = regexp.MustCompile(`["'\x60]([A-Za-z]{3,60})["'\x60]`)

// mentioned finds permissions that places in the shell, the host's own code or screens ask for by name.
func mentioned(tree fs.FS, plugins map[string]manifest.Manifest) map[string]bool {
	found := map[string]bool{}
	for _, m := range plugins {
		if m.Remote == nil {
			continue
		}
		for _, r := range m.Remote.Routes {
			found[r.Permission] = true
		}
		for _, n := range m.Remote.Navigation {
			found[n.Permission] = true
		}
		for _, w := range m.Remote.Widgets {
			found[w.Permission] = true
		}
		for _, s := range m.Remote.Slots {
			found[s.Permission] = true
		}
	}
	for _, name := range files(tree, ".ts", ".tsx") {
		addQuoted(found, read(tree, name))
	}
	addQuoted(found, read(tree, "host/internal/push/topic.go"))
	addQuoted(found, read(tree, "host/internal/push/accept.go"))
	return found
}

func addQuoted(found map[string]bool, content []byte) {
	for _, match := range quotedWord.FindAllSubmatch(content, -1) {
		found[string(match[1])] = true
	}
}
