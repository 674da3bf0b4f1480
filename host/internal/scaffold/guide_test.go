package scaffold_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const repository = "../../.."

var fromFile = regexp.MustCompile("(?s)<!-- (docs/examples/\\S+) -->\n```\\w+\n(.*?)```")

func source(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatalf("read %s: %v", name, err)
	}
	return string(content)
}

// TestGuide_ShowsWhatIsWritten holds the code in the guide to the files that it is taken from. Its commands are run by the journey
// e2e/journeys/outside-plugin.spec.ts.
func TestGuide_ShowsWhatIsWritten(t *testing.T) {
	guide := source(t, "docs/write-a-plugin.md")
	shown := fromFile.FindAllStringSubmatch(guide, -1)
	for _, block := range shown {
		if !strings.Contains(source(t, block[1]), block[2]) {
			t.Errorf("%s does not hold what the guide shows of it:\n%s", block[1], block[2])
		}
	}
	code := regexp.MustCompile("(?m)^```(go|tsx?|json|sql)$").FindAllString(guide, -1)
	if len(shown) < 10 || len(code) != len(shown) {
		t.Errorf("%d pieces of code, and only %d say which file they are from", len(code), len(shown))
	}
}

// TestGuide_IsComplete looks in the guide for every field of a manifest, every slot, every entry point of the browser's SDK and every
// package of the Go one.
func TestGuide_IsComplete(t *testing.T) {
	guide := source(t, "docs/write-a-plugin.md")
	var schema struct {
		Properties map[string]any `json:"properties"`
	}
	var ui struct {
		Exports map[string]any `json:"exports"`
	}
	for name, into := range map[string]any{"sdk/plugin/manifest/manifest.schema.json": &schema, "sdk/ui/package.json": &ui} {
		if err := json.Unmarshal([]byte(source(t, name)), into); err != nil {
			t.Fatalf("read %s: %v", name, err)
		}
	}
	var want []string
	for field := range schema.Properties {
		want = append(want, field)
	}
	for entry := range ui.Exports {
		want = append(want, strings.TrimPrefix(entry, "."))
	}
	_, slots, _ := strings.Cut(source(t, "sdk/ui/src/remote/extension-points.ts"), "export type SlotName =")
	slots, _, _ = strings.Cut(slots, ";")
	for _, slot := range regexp.MustCompile(`'([a-z-]+)'`).FindAllStringSubmatch(slots, -1) {
		want = append(want, slot[1])
	}
	for _, name := range want {
		if name != "$schema" && !regexp.MustCompile("[`./]"+regexp.QuoteMeta(strings.TrimPrefix(name, "/"))+"[`.]").MatchString(guide) && name != "" {
			t.Errorf("the guide does not speak of %s", name)
		}
	}
}
