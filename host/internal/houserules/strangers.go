package houserules

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// platform are the folders that know no plugin, and those of plugins, which know none but their own.
var platform = []string{"host/", "sdk/", "fleetsim/", "shell/", "scripts/", "plugins/", "remotes/"}

// namesPlugins may name plugins, each file with its reason.
var namesPlugins = map[string]string{
	"host/internal/app/demo.go":     "the demonstration",
	"host/internal/app/fleet.go":    "the demonstration",
	"sdk/events/schema/schema.go":   "events whose types are the SDK's: the vocabulary of every fleet",
	"sdk/replica/replica.go":        "the copy of the fleet, the SDK's",
	"shell/src/start/own-avatar.ts": "the user's own picture, which the users plugin keeps",
	"host/internal/admin/plugin.go": "the plugin of the host's own operations",
}

// Strangers checks that nothing outside plugins/x and remotes/x depends on the plugin x: no path into its folders, no comparison with its
// id, no event of it but where a manifest consumes it. Tests, documents, the demonstration and measurements may.
func Strangers(tree fs.FS) (problems []string) {
	plugins, _ := readManifests(tree)
	ids := slices.Sorted(maps.Keys(plugins))
	if len(ids) == 0 {
		return nil
	}
	one := strings.Join(ids, "|")
	mention := regexp.MustCompile(`["'` + "`" + `/](?:plugins|remotes)/(` + one + `)\b|(?:\bid|ID|Plugins)(?:\s*[!=]==?\s*|\[)["'](` + one + `)["']|["'` + "`" + `]event\.(` + one + `)\.`)
	for _, name := range files(tree, ".go", ".ts", ".tsx", ".mjs", ".cjs", ".sh") {
		if namesPlugins[name] != "" || isTestFile(name) || !slices.ContainsFunc(platform, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			continue
		}
		content := read(tree, name)
		if isGenerated(content) {
			continue
		}
		for i, line := range bytes.Split(content, []byte("\n")) {
			found := mention.FindSubmatch(withoutComment(line))
			if found == nil {
				continue
			}
			id, owner := string(bytes.Join(found[1:], nil)), ownerOf(name)
			if owner != id && !(len(found[3]) > 0 && consumes(plugins[owner].Events.Consumes, id)) {
				problems = append(problems, fmt.Sprintf("%s:%d names the plugin %s: let the manifest or an extension point say it", name, i+1, id))
			}
		}
	}
	return problems
}

func isTestFile(name string) bool {
	return strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.") || strings.Contains(name, "test/") || strings.Contains(name, "/testing/") || strings.Contains(name, "/gallery/")
}

func withoutComment(line []byte) []byte {
	code, _, _ := bytes.Cut(line, []byte(" // "))
	if trimmed := bytes.TrimSpace(code); bytes.HasPrefix(trimmed, []byte("//")) || bytes.HasPrefix(trimmed, []byte("*")) || bytes.HasPrefix(trimmed, []byte("#")) {
		return nil
	}
	return code
}

// ownerOf is the plugin in whose folders a file is; empty for the platform's.
func ownerOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) == 3 && (parts[0] == "plugins" || parts[0] == "remotes") {
		return parts[1]
	}
	return ""
}

// consumes reports whether one of the subjects is an event of the plugin.
func consumes(subjects []string, id string) bool {
	return slices.ContainsFunc(subjects, func(subject string) bool { return strings.HasPrefix(subject, "event."+id+".") })
}
