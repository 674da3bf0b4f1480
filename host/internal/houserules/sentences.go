package houserules

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"outrider.dev/sdk/plugin/manifest"
)

// Sentences checks that the audit log has words for what the plugins' operations change or give away: each has a sentence in its manifest whose values are known
// without being told, and each sentence belongs to an operation.
func Sentences(tree fs.FS) (problems []string) {
	for _, name := range files(tree, ".json") {
		if path.Base(name) != "openapi.json" || !strings.HasPrefix(name, "plugins/") {
			continue
		}
		dir := path.Dir(name)
		m, err := manifest.Parse(read(tree, dir+"/manifest.json"))
		if err != nil {
			continue // another rule says it
		}
		last, recorded := map[string]manifest.AuditSentence{}, recordedOperations(read(tree, name))
		for _, s := range m.Audit {
			last[s.Operation] = s
			if !slices.Contains(recorded, s.Operation) {
				problems = append(problems, fmt.Sprintf("%s: the audit log never has %s, of which there is a sentence", dir, s.Operation))
			}
		}
		for _, operation := range recorded {
			if s, ok := last[operation]; !ok || len(s.Values()) > 0 {
				problems = append(problems, fmt.Sprintf("%s/manifest.json: audit lacks a sentence for %s that needs no value", dir, operation))
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// recordedOperations are those of a document that the audit log records.
func recordedOperations(document []byte) (names []string) {
	var api struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if json.Unmarshal(document, &api) != nil {
		return nil
	}
	for template, item := range api.Paths {
		for method, body := range item {
			var said struct {
				ReadsOnly bool `json:"x-outrider-reads-only"`
				Exports   bool `json:"x-outrider-exports"`
			}
			if json.Unmarshal(body, &said) == nil && (said.Exports || method != "get" && method != "head" && !said.ReadsOnly) {
				names = append(names, strings.ToUpper(method)+" "+template)
			}
		}
	}
	return names
}
