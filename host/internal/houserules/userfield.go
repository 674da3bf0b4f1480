package houserules

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// userField is a field of users that people fill in; it stands for all.
const userField = "telephone"

// UserField counts the files that a field of a user costs: its migration, the host's User, what the browser reads and sends, and each screen that
// shows it; what plugins are told of is apart. Texts, tests and generated files follow from those. A plugin whose own tables have such a column keeps it of others than users: its folders are left out.
func UserField(tree fs.FS) (problems []string) {
	own := keepers(tree, userField)
	word := regexp.MustCompile(`\b` + userField + `\b`)
	var server, browser []string
	for _, name := range files(tree, ".go", ".ts", ".tsx", ".sql", ".proto") {
		content := read(tree, name)
		if strings.Contains(name, ".test.") || strings.HasSuffix(name, "_test.go") || isGenerated(content) || strings.HasPrefix(name, "host/internal/houserules/") || !word.Match(content) || own[ownerOf(name)] {
			continue
		}
		switch {
		case strings.HasPrefix(name, "sdk/events/") || strings.Contains(string(content), "INSERT INTO outrider.event_outbox"): // plugins are told of it, too
		case strings.HasSuffix(name, ".tsx"):
		case strings.HasSuffix(name, ".ts"):
			browser = append(browser, name)
		default:
			server = append(server, name)
		}
	}
	if len(server) > 2 || len(browser) > 1 {
		problems = append(problems, fmt.Sprintf("the field %s of a user is named in %s: a migration, the host's user, one request and the screens that show it are enough",
			userField, strings.Join(append(server, browser...), ", ")))
	}
	return problems
}

// keepers are the plugins whose migrations make a column of that name.
func keepers(tree fs.FS, column string) map[string]bool {
	made := regexp.MustCompile(`(?m)^\s*` + column + `\s+text\b`)
	found := map[string]bool{}
	for _, name := range files(tree, ".sql") {
		if owner := ownerOf(name); owner != "" && made.Match(read(tree, name)) {
			found[owner] = true
		}
	}
	return found
}
