package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"outrider.dev/outrider/docs/examples"
	"outrider.dev/sdk/plugin/manifest"
)

// example is the id of the plugin that is written under another name.
const example = "logbook"

// exampleModule is the path by which the example's packages import each other; the plugin that is written is a module of its own.
const exampleModule = "outrider.dev/outrider/docs/examples/" + example

func moduleOf(id string) string { return "example.com/" + id }

// Write makes the plugin id in folder, which may be there but must be empty. A failure names the file.
func Write(id, folder string, sdk SDK) error {
	files, err := Files(id, sdk)
	if err != nil {
		return err
	}
	there, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look into %s: %w", folder, err)
	}
	if len(there) > 0 {
		return fmt.Errorf("%s is not empty: name another folder", folder)
	}
	for name, content := range files {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil { // a folder of sources
			return fmt.Errorf("make the folder of %s: %w", name, err)
		}
		if err := os.WriteFile(at, content, 0o644); err != nil { // sources are no secret
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

// Files are the files of the plugin id, by their slash-separated names.
func Files(id string, sdk SDK) (map[string][]byte, error) {
	source, err := examples.Logbook()
	if err != nil {
		return nil, fmt.Errorf("read the example: %w", err)
	}
	files := map[string][]byte{}
	err = fs.WalkDir(source, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "node_modules" || entry.Name() == "dist" {
				return fs.SkipDir
			}
			return nil
		}
		content, err := fs.ReadFile(source, name)
		files[renamed(name, id)] = []byte(renamed(string(content), id))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the example: %w", err)
	}
	if _, err := manifest.Parse(files["manifest.json"]); err != nil {
		return nil, fmt.Errorf("%q cannot be a plugin's id: %w", id, err)
	}
	return files, addOwn(files, id, sdk)
}

// renamed is text with the example's name replaced, as id and as a word of code and screens.
func renamed(text, id string) string {
	title := strings.ToUpper(id[:min(1, len(id))]) + id[min(1, len(id)):]
	return strings.NewReplacer(exampleModule, moduleOf(id), example, id, "Logbook", title).Replace(text)
}

// addOwn adds what depends on the host that serves the SDK.
func addOwn(files map[string][]byte, id string, sdk SDK) error {
	files["go.mod"] = fmt.Appendf(nil, "module %s\n\ngo %s\n\nrequire outrider.dev/sdk %s\n", moduleOf(id), sdk.GoToolchain, sdk.Go)
	files["sdk.mk"] = fmt.Appendf(nil, "SDK := %s\n", sdk.address)
	files[".gitignore"] = []byte("/build/\nnode_modules\ndist/\n")
	dependencies := map[string]string{"@outrider/sdk": sdk.npmAddress()}
	for name, version := range sdk.Dependencies {
		dependencies[name] = version
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(struct {
		Name         string            `json:"name"`
		Version      string            `json:"version"`
		Private      bool              `json:"private"`
		Scripts      map[string]string `json:"scripts"`
		Dependencies map[string]string `json:"dependencies"`
		Toolchain    map[string]string `json:"devDependencies"`
	}{
		id + "-web", "0.1.0", true,
		map[string]string{"build": "webpack --mode production", "types": "tsc --noEmit", "test": "vitest run"},
		dependencies, sdk.Toolchain,
	})
	if err != nil {
		return fmt.Errorf("write web/package.json: %w", err)
	}
	files["web/package.json"] = text.Bytes()
	return nil
}
