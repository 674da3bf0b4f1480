package houserules

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// Summaries checks that every operation of a plugin says what it does, for those who read /api/docs.
func Summaries(tree fs.FS) (problems []string) {
	documents, err := fs.Glob(tree, "plugins/*/openapi.json")
	if err != nil {
		return []string{err.Error()}
	}
	for _, name := range documents {
		var document struct {
			Paths map[string]map[string]struct{ Summary string }
		}
		if err := json.Unmarshal(read(tree, name), &document); err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", name, err))
		}
		for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
				if document.Paths[path][method].Summary == "" {
					problems = append(problems, fmt.Sprintf("%s: %s %s has no summary: say in a few words what it does (web.Summary)", name, method, path))
				}
			}
		}
	}
	return problems
}
