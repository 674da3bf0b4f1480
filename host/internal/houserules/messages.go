package houserules

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"outrider.dev/sdk/plugin/manifest"
)

var (
	plural      = regexp.MustCompile(`_(zero|one|two|few|many|other)$`)
	placeholder = regexp.MustCompile(`\{\{\s*-?\s*([A-Za-z0-9_.]+)[^}]*\}\}`)
)

// Messages checks each folder of catalogues, locales/<language>.json: all six languages, the same keys in each (plural forms are a
// language's own), no empty text, and the same placeholders.
func Messages(tree fs.FS) (problems []string) {
	byFolder := map[string]map[string]map[string]string{} // folder -> language -> key -> text
	for _, name := range files(tree, ".json") {
		dir := path.Dir(name)
		if path.Base(dir) != "locales" {
			continue
		}
		texts, err := readCatalogue(read(tree, name))
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s: %v", name, err))
			continue
		}
		if byFolder[dir] == nil {
			byFolder[dir] = map[string]map[string]string{}
		}
		byFolder[dir][strings.TrimSuffix(path.Base(name), ".json")] = texts
	}
	for _, dir := range slices.Sorted(maps.Keys(byFolder)) {
		problems = append(problems, compareLanguages(dir, byFolder[dir])...)
	}
	return problems
}

func compareLanguages(dir string, languages map[string]map[string]string) (problems []string) {
	reference := languages["en"]
	for _, language := range manifest.Languages {
		texts, ok := languages[language]
		if !ok {
			problems = append(problems, fmt.Sprintf("%s/%s.json is missing", dir, language))
			continue
		}
		for _, key := range missing(reference, texts) {
			problems = append(problems, fmt.Sprintf("%s/%s.json lacks %s", dir, language, key))
		}
		for _, key := range missing(texts, reference) {
			problems = append(problems, fmt.Sprintf("%s/%s.json has %s, which English has not", dir, language, key))
		}
		problems = append(problems, compareTexts(dir, language, reference, texts)...)
	}
	for _, language := range slices.Sorted(maps.Keys(languages)) {
		if !slices.Contains(manifest.Languages, language) {
			problems = append(problems, fmt.Sprintf("%s/%s.json is in no language of the product", dir, language))
		}
	}
	return problems
}

// missing lists the keys of all that some has not in any plural form.
func missing(all, some map[string]string) (keys []string) {
	has := map[string]bool{}
	for key := range some {
		has[plural.ReplaceAllString(key, "")] = true
	}
	for key := range all {
		if base := plural.ReplaceAllString(key, ""); !has[base] {
			keys = append(keys, base)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func compareTexts(dir, language string, reference, texts map[string]string) (problems []string) {
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		if strings.TrimSpace(texts[key]) == "" {
			problems = append(problems, fmt.Sprintf("%s/%s.json: %s is empty", dir, language, key))
		}
		want, ok := reference[key]
		if !ok || plural.MatchString(key) { // a plural form may leave its number out
			continue
		}
		if got, want := placeholders(texts[key]), placeholders(want); !slices.Equal(got, want) {
			problems = append(problems, fmt.Sprintf("%s/%s.json: %s has the placeholders %v, English has %v", dir, language, key, got, want))
		}
	}
	return problems
}

func placeholders(text string) []string {
	names := []string{}
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// readCatalogue flattens nested texts: {"a":{"b":"c"}} has the key a.b.
func readCatalogue(content []byte) (map[string]string, error) {
	var nested map[string]any
	if err := json.Unmarshal(content, &nested); err != nil {
		return nil, fmt.Errorf("read catalogue: %w", err)
	}
	texts := map[string]string{}
	return texts, flatten("", nested, texts)
}

func flatten(prefix string, nested map[string]any, into map[string]string) error {
	for key, value := range nested {
		switch value := value.(type) {
		case string:
			into[prefix+key] = value
		case map[string]any:
			if err := flatten(prefix+key+".", value, into); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s%s is neither a text nor a group of texts", prefix, key)
		}
	}
	return nil
}
