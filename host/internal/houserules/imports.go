package houserules

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
)

const (
	project = "outrider.dev/"
	sdk     = project + "sdk"
	fleet   = project + "fleetsim"
	product = project + "outrider/"
)

// hostForTests are the host's packages for tests of plugins of this repository, such as host/dbtest.
var hostForTests = regexp.MustCompile(`^` + product + `host/[a-z]+test$`)

// Imports checks that a plugin's Go code imports nothing of the project but the SDK and itself, that the SDK imports nothing of the project
// outside itself, that the simulated fleet imports the SDK alone, and the same of remotes, the shell and the SDK for the browser. A plugin's tests may
// import what the host offers to them, host/…test, and the simulated fleet.
func Imports(tree fs.FS) []string {
	sources, problems := goSources(tree, ".")
	for _, s := range sources {
		for _, spec := range s.ast.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err == nil && !mayImport(s.name, imported) {
				problems = append(problems, fmt.Sprintf("%s:%d imports %s", s.name, s.line(spec.Pos()), imported))
			}
		}
	}
	return append(problems, scriptImports(tree)...)
}

func mayImport(file, imported string) bool {
	parts := strings.SplitN(file, "/", 3)
	ours := strings.HasPrefix(imported, project)
	fromSDK := imported == sdk || strings.HasPrefix(imported, sdk+"/")
	fromFleet := imported == fleet || strings.HasPrefix(imported, fleet+"/")
	switch {
	case !ours:
		return true
	case parts[0] == "sdk":
		return fromSDK
	case parts[0] == "fleetsim":
		return fromSDK || fromFleet
	case parts[0] == "plugins" && len(parts) == 3:
		own := product + "plugins/" + parts[1]
		trial := strings.HasSuffix(file, "_test.go") && hostForTests.MatchString(imported) || isTestFile(file) && fromFleet
		return fromSDK || trial || imported == own || strings.HasPrefix(imported, own+"/")
	default:
		return !strings.HasPrefix(imported, product+"plugins/")
	}
}

var scriptImport = regexp.MustCompile(`(?m)(?:^|[\s;])(?:import|export)\s[^'"\n]*?['"]([^'"\n]+)['"]|import\(\s*['"]([^'"\n]+)['"]|from\s+['"]([^'"\n]+)['"]`)

// scriptImports finds TypeScript that reaches out of its workspace.
func scriptImports(tree fs.FS) (problems []string) {
	for _, name := range files(tree, ".ts", ".tsx") {
		home := workspaceOf(name)
		if home == "" || home == "e2e" {
			continue
		}
		for _, match := range scriptImport.FindAllSubmatch(read(tree, name), -1) {
			imported := string(match[1]) + string(match[2]) + string(match[3])
			if problem := scriptProblem(home, name, imported); problem != "" {
				problems = append(problems, fmt.Sprintf("%s imports %s, %s", name, imported, problem))
			}
		}
	}
	return problems
}

func scriptProblem(home, file, imported string) string {
	if strings.HasPrefix(imported, ".") {
		if target := path.Join(path.Dir(file), imported); target != home && !strings.HasPrefix(target, home+"/") {
			return "which lies outside " + home
		}
		return ""
	}
	if strings.HasPrefix(imported, "@outrider/") && imported != "@outrider/sdk" && !strings.HasPrefix(imported, "@outrider/sdk/") {
		return "which is not the SDK"
	}
	return ""
}

// workspaceOf is the npm workspace that a file belongs to.
func workspaceOf(file string) string {
	parts := strings.SplitN(file, "/", 3)
	switch {
	case parts[0] == "shell" || parts[0] == "e2e":
		return parts[0]
	case len(parts) == 3 && (parts[0] == "remotes" || parts[0] == "sdk" && parts[1] == "ui"):
		return parts[0] + "/" + parts[1]
	default:
		return ""
	}
}
