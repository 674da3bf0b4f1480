package houserules

import (
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
)

var (
	codeBlock    = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	markdownLink = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|(?:src|href)="([^"]+)"`)
	heading      = regexp.MustCompile(`(?m)^#{1,6}\s+(.+?)\s*#*$`)
	notInAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// Links checks that relative links and pictures in Markdown lead to files, and their anchors to headings.
func Links(tree fs.FS) (problems []string) {
	for _, name := range files(tree, ".md") {
		text := codeBlock.ReplaceAllString(string(read(tree, name)), "")
		for _, match := range markdownLink.FindAllStringSubmatch(text, -1) {
			target := match[1] + match[2]
			if problem := linkProblem(tree, name, target); problem != "" {
				problems = append(problems, fmt.Sprintf("%s links to %s, %s", name, target, problem))
			}
		}
	}
	return problems
}

func linkProblem(tree fs.FS, from, target string) string {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return "which is not an address"
	case u.Scheme != "" || u.Host != "":
		return ""
	case strings.HasPrefix(u.Path, "/"):
		return "which begins at the root of whatever shows it"
	}
	file := from
	if u.Path != "" {
		file = path.Join(path.Dir(from), u.Path)
	}
	if !fs.ValidPath(file) || !exists(tree, file) {
		return "which is not there"
	}
	if u.Fragment != "" && strings.HasSuffix(file, ".md") && !anchors(read(tree, file))[u.Fragment] {
		return "where no heading is called that"
	}
	return ""
}

// anchors are the names by which headings of a page can be linked to.
func anchors(page []byte) map[string]bool {
	found := map[string]bool{}
	for _, match := range heading.FindAllSubmatch(page, -1) {
		plain := notInAnchor.ReplaceAllString(strings.ToLower(string(match[1])), "")
		found[strings.ReplaceAll(plain, " ", "-")] = true
	}
	return found
}
